#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "ir/value.h"

/*
 * LLVM's constant folding against ours: every operator of expr/et.def on random
 * and corner constants, and trees made from random functions. A failing case
 * prints its seed; rerun with HGRD_SEED=that HGRD_ROUNDS=1.
 */

static const unsigned widths[] = { 1, 8, 16, 32, 64 };
#define WIDTHS (sizeof(widths) / sizeof(*widths))

static uint64_t draw(uint64_t *state) /* splitmix64 */
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Zero, ones, both ends of the signed range, powers of two and their neighbours, anything. */
static uint64_t draw_value(uint64_t *state, unsigned width)
{
	uint64_t value = draw(state);
	switch (draw(state) % 6) {
	case 0:
		value = value % 5 - 2;
		break;
	case 1:
		value = (UINT64_C(1) << (width - 1)) + value % 3 - 1;
		break;
	case 2:
		value = (UINT64_C(1) << value % width) + (value >> 32) % 3 - 1;
		break;
	case 3:
		value %= 100;
		break;
	}
	return value & mask_bits(width);
}

static uint64_t setting(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);
	return text ? strtoull(text, NULL, 10) : otherwise;
}

/* What LLVM calls an operator: opcode, and predicate of a comparison. */
struct twin {
	LLVMOpcode opcode;
	LLVMIntPredicate predicate;
};

static const struct twin twins[ET_OPS] = {
	[ET_ADD] = { LLVMAdd, 0 },
	[ET_SUB] = { LLVMSub, 0 },
	[ET_MUL] = { LLVMMul, 0 },
	[ET_UDIV] = { LLVMUDiv, 0 },
	[ET_SDIV] = { LLVMSDiv, 0 },
	[ET_UREM] = { LLVMURem, 0 },
	[ET_SREM] = { LLVMSRem, 0 },
	[ET_AND] = { LLVMAnd, 0 },
	[ET_OR] = { LLVMOr, 0 },
	[ET_XOR] = { LLVMXor, 0 },
	[ET_SHL] = { LLVMShl, 0 },
	[ET_LSHR] = { LLVMLShr, 0 },
	[ET_ASHR] = { LLVMAShr, 0 },
	[ET_ZEXT] = { LLVMZExt, 0 },
	[ET_SEXT] = { LLVMSExt, 0 },
	[ET_TRUNC] = { LLVMTrunc, 0 },
	[ET_EQ] = { LLVMICmp, LLVMIntEQ },
	[ET_ULT] = { LLVMICmp, LLVMIntULT },
	[ET_ULE] = { LLVMICmp, LLVMIntULE },
	[ET_SLT] = { LLVMICmp, LLVMIntSLT },
	[ET_SLE] = { LLVMICmp, LLVMIntSLE },
	[ET_ITE] = { LLVMSelect, 0 },
};

struct bench {
	struct arena *arena;
	struct ets *ets;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMBuilderRef builder;
	LLVMValueRef function;
	uint64_t state;
};

static void bench_open(struct bench *b, uint64_t seed)
{
	b->arena = arena_new();
	b->ets = ets_new(b->arena);
	b->context = LLVMContextCreate();
	b->module = LLVMModuleCreateWithNameInContext("test", b->context);
	b->builder = LLVMCreateBuilderInContext(b->context);
	b->state = seed;
}

static void bench_close(struct bench *b)
{
	LLVMDisposeBuilder(b->builder);
	LLVMDisposeModule(b->module);
	LLVMContextDispose(b->context);
	arena_free(b->arena);
}

static LLVMTypeRef type_of(struct bench *b, unsigned width)
{
	return LLVMIntTypeInContext(b->context, width);
}

static LLVMValueRef constant(struct bench *b, unsigned width, uint64_t value)
{
	return LLVMConstInt(type_of(b, width), value, false);
}

/* Builds the operator; on constants LLVM gives a constant, poison where it is undefined. */
static LLVMValueRef build(struct bench *b, enum et_op op, unsigned width, LLVMValueRef *args)
{
	LLVMOpcode opcode = twins[op].opcode;
	switch (et_op_class(op)) {
	case ET_CAST:
		return LLVMBuildCast(b->builder, opcode, args[0], type_of(b, width), "");
	case ET_COMPARE:
		return LLVMBuildICmp(b->builder, twins[op].predicate, args[0], args[1], "");
	case ET_CHOOSE:
		return LLVMBuildSelect(b->builder, args[0], args[1], args[2], "");
	default:
		return LLVMBuildBinOp(b->builder, opcode, args[0], args[1], "");
	}
}

static bool undefined(enum et_op op, unsigned width, const uint64_t *args)
{
	bool division = op == ET_UDIV || op == ET_SDIV || op == ET_UREM || op == ET_SREM;
	if (et_op_class(op) == ET_SHIFT)
		return args[1] >= width;
	if (division && !args[1])
		return true;
	return (op == ET_SDIV || op == ET_SREM) && args[1] == mask_bits(width) &&
	       args[0] == UINT64_C(1) << (width - 1);
}

/* One operator on random constants. */
static void fold_case(struct bench *b, enum et_op op, unsigned width, unsigned other, uint64_t seed)
{
	uint64_t values[3];
	LLVMValueRef args[3];
	unsigned own = et_op_class(op) == ET_CAST ? other : width;
	for (int i = 0; i < 3; i++) {
		bool condition = op == ET_ITE && i == 0;
		values[i] = draw_value(&b->state, condition ? 1 : own);
		if (et_op_class(op) == ET_SHIFT && i == 1 && draw(&b->state) % 4)
			values[i] %= own;
		args[i] = constant(b, condition ? 1 : own, values[i]);
	}
	if (undefined(op, own, values))
		return;
	unsigned result = et_op_class(op) == ET_COMPARE ? 1 : width;
	LLVMValueRef folded = build(b, op, result, args);
	assert_true(LLVMIsAConstantInt(folded));
	uint64_t want = LLVMConstIntGetZExtValue(folded), got = et_fold(op, result, own, values);
	if (got != want)
		print_error("HGRD_SEED=%llu: %s, width %u from %u: %llx %llx %llx gives %llx, "
			    "LLVM %llx\n",
			(unsigned long long)seed, et_op_text(op), result, own,
			(unsigned long long)values[0], (unsigned long long)values[1],
			(unsigned long long)values[2], (unsigned long long)got,
			(unsigned long long)want);
	assert_int_equal(got, want);
}

static bool cast_fits(enum et_op op, unsigned to, unsigned from)
{
	return op == ET_TRUNC ? from > to : from < to;
}

static void test_fold(void **state)
{
	uint64_t seed = setting("HGRD_SEED", 1), rounds = setting("HGRD_ROUNDS", 200);
	(void)state;
	for (uint64_t round = seed; round < seed + rounds; round++) {
		struct bench b;
		bench_open(&b, round);
		for (enum et_op op = ET_ADD; op < ET_OPS; op++) {
			assert_int_not_equal(twins[op].opcode, 0);
			for (size_t i = 0; i < WIDTHS; i++)
				for (size_t j = 0; j < WIDTHS; j++) {
					bool cast = et_op_class(op) == ET_CAST;
					if (!cast || cast_fits(op, widths[i], widths[j]))
						fold_case(&b, op, widths[i], widths[j], round);
				}
		}
		bench_close(&b);
	}
}

/*
 * Random functions. Each value is kept twice: as an instruction, and as the
 * constant that LLVM folds it to for the arguments drawn.
 */
#define PARAMS 4
#define VALUES 64

struct twice {
	LLVMValueRef ir, folded;
};

struct pool {
	struct bench *b;
	struct twice at[VALUES];
	unsigned n;
};

static unsigned width_of(LLVMValueRef value)
{
	return LLVMGetIntTypeWidth(LLVMTypeOf(value));
}

static uint64_t number(LLVMValueRef folded)
{
	return LLVMConstIntGetZExtValue(folded);
}

static void add(struct pool *p, LLVMValueRef ir, LLVMValueRef folded)
{
	if (LLVMIsAConstantInt(folded) && p->n < VALUES)
		p->at[p->n++] = (struct twice){ ir, folded };
}

/* A value of this width; a constant where there is none or by chance. */
static struct twice pick(struct pool *p, unsigned width)
{
	unsigned start = (unsigned)(draw(&p->b->state) % p->n);
	LLVMValueRef fresh = constant(p->b, width, draw_value(&p->b->state, width));
	for (unsigned i = 0; i < p->n && draw(&p->b->state) % 8; i++) {
		struct twice *each = &p->at[(start + i) % p->n];
		if (width_of(each->ir) == width)
			return *each;
	}
	return (struct twice){ fresh, fresh };
}

static __int128 exact(enum et_op op, __int128 a, __int128 b)
{
	if (op == ET_ADD)
		return a + b;
	return op == ET_SUB ? a - b : (__int128)((unsigned __int128)a * (unsigned __int128)b);
}

/* Says that it does not wrap where it does not. */
static void add_flags(struct pool *p, enum et_op op, LLVMValueRef ir, const LLVMValueRef *folded)
{
	if ((op != ET_ADD && op != ET_SUB && op != ET_MUL) || !LLVMIsAInstruction(ir) ||
		LLVMGetInstructionOpcode(ir) != twins[op].opcode)
		return;
	unsigned width = width_of(ir);
	uint64_t a = number(folded[0]), b = number(folded[1]);
	__int128 s = exact(op, sign_extend(a, width), sign_extend(b, width)), u = exact(op, a, b);
	if (draw(&p->b->state) % 2 && s == sign_extend((uint64_t)s, width))
		LLVMSetNSW(ir, true);
	if (draw(&p->b->state) % 2 && u >= 0 && u == (__int128)((uint64_t)u & mask_bits(width)))
		LLVMSetNUW(ir, true);
}

static void add_operation(struct pool *p)
{
	uint64_t *state = &p->b->state;
	enum et_op op = ET_ADD + (enum et_op)(draw(state) % (ET_OPS - ET_ADD));
	unsigned width = widths[draw(state) % WIDTHS], own = width;
	LLVMValueRef ir[3], folded[3];
	while (et_op_class(op) == ET_CAST && !cast_fits(op, width, own)) {
		width = widths[draw(state) % WIDTHS];
		own = widths[draw(state) % WIDTHS];
	}
	uint64_t values[3];
	for (int i = 0; i < 3; i++) {
		struct twice t = pick(p, op == ET_ITE && i == 0 ? 1 : own);
		if (et_op_class(op) == ET_SHIFT && i == 1)
			t.ir = t.folded = constant(p->b, own, draw(state) % own);
		ir[i] = t.ir;
		folded[i] = t.folded;
		values[i] = number(t.folded);
	}
	if (undefined(op, own, values))
		return;
	LLVMValueRef made = build(p->b, op, width, ir);
	add_flags(p, op, made, folded);
	add(p, made, build(p->b, op, width, folded));
}

struct extreme {
	const char *name;
	LLVMIntPredicate first; /* chooses the first operand */
};

static void add_intrinsic(struct pool *p)
{
	static const struct extreme rows[] = { { "llvm.smin", LLVMIntSLT }, { "llvm.smax", LLVMIntSGT },
		{ "llvm.umin", LLVMIntULT }, { "llvm.umax", LLVMIntUGT } };
	const struct extreme *row = &rows[draw(&p->b->state) % 4];
	unsigned width = widths[1 + draw(&p->b->state) % (WIDTHS - 1)];
	LLVMTypeRef type = type_of(p->b, width);
	struct twice x = pick(p, width), y = pick(p, width);
	unsigned id = LLVMLookupIntrinsicID(row->name, strlen(row->name));
	LLVMValueRef callee = LLVMGetIntrinsicDeclaration(p->b->module, id, &type, 1);
	LLVMValueRef args[] = { x.ir, y.ir };
	LLVMValueRef call = LLVMBuildCall2(p->b->builder,
		LLVMIntrinsicGetType(p->b->context, id, &type, 1), callee, args, 2, "");
	LLVMValueRef first = LLVMBuildICmp(p->b->builder, row->first, x.folded, y.folded, "");
	add(p, call, number(first) ? x.folded : y.folded);
}

static void add_values(struct pool *p, unsigned n)
{
	while (n--) {
		if (draw(&p->b->state) % 8)
			add_operation(p);
		else
			add_intrinsic(p);
	}
}

/* if (c) ... else ..., and a phi of a value of either arm. */
static void add_diamond(struct pool *p)
{
	struct bench *b = p->b;
	struct twice c = pick(p, 1), arm[2];
	LLVMBasicBlockRef start[2], end[2];
	unsigned outer = p->n, width = widths[draw(&b->state) % WIDTHS];
	LLVMBasicBlockRef join = LLVMAppendBasicBlockInContext(b->context, b->function, "join");
	for (int i = 0; i < 2; i++)
		start[i] = LLVMAppendBasicBlockInContext(b->context, b->function, "arm");
	LLVMBuildCondBr(b->builder, c.ir, start[0], start[1]);
	for (int i = 0; i < 2; i++) {
		LLVMPositionBuilderAtEnd(b->builder, start[i]);
		add_values(p, 4);
		arm[i] = pick(p, width);
		p->n = outer;
		end[i] = LLVMGetInsertBlock(b->builder);
		LLVMBuildBr(b->builder, join);
	}
	LLVMPositionBuilderAtEnd(b->builder, join);
	LLVMValueRef phi = LLVMBuildPhi(b->builder, type_of(b, width), "");
	LLVMValueRef values[] = { arm[0].ir, arm[1].ir };
	LLVMAddIncoming(phi, values, end, 2);
	add(p, phi, arm[number(c.folded) ? 0 : 1].folded);
}

static void function_new(struct pool *p)
{
	struct bench *b = p->b;
	LLVMTypeRef types[PARAMS];
	for (int i = 0; i < PARAMS; i++)
		types[i] = type_of(b, i ? widths[draw(&b->state) % WIDTHS] : 32);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(b->context), types, PARAMS, false);
	b->function = LLVMAddFunction(b->module, "f", type);
	LLVMPositionBuilderAtEnd(b->builder,
		LLVMAppendBasicBlockInContext(b->context, b->function, "entry"));
	for (unsigned i = 0; i < PARAMS; i++) {
		LLVMValueRef param = LLVMGetParam(b->function, i);
		unsigned width = width_of(param);
		add(p, param, constant(b, width, draw_value(&b->state, width)));
	}
	add_values(p, 6);
	for (uint64_t n = draw(&b->state) % 4; n; n--) {
		add_diamond(p);
		add_values(p, 4);
	}
	LLVMBuildRetVoid(b->builder);
}

static const struct et *param_leaf(void *data, struct value_env *env, LLVMValueRef value)
{
	(void)data;
	if (!LLVMIsAArgument(value))
		return NULL;
	struct symbol *sym =
		symbol_new(env->ets, SYM_PARAM, LEVEL_GRID, type_width(value), "param");
	sym->origin = value;
	return et_sym(env->ets, sym);
}

static enum level any_level(void *data, LLVMValueRef value)
{
	(void)data;
	(void)value;
	return LEVEL_GRID;
}

static bool param_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	struct pool *p = data;
	(void)args;
	for (unsigned i = 0; i < PARAMS; i++) {
		if (leaf->op != ET_SYM || leaf->sym->origin != p->at[i].ir)
			continue;
		*value = number(p->at[i].folded);
		return true;
	}
	return false;
}

static void compare(struct pool *p, struct value_env *env, const struct twice *t, uint64_t seed)
{
	uint64_t got = 0, want = number(t->folded);
	const struct et *et = value_et(env, t->ir);
	bool known = et_eval(env->arena, et, param_value, p, &got);
	if (!known || got != want || et->width != width_of(t->ir)) {
		char *text = LLVMPrintValueToString(p->b->function);
		char *value = LLVMPrintValueToString(t->ir);
		print_error("HGRD_SEED=%llu: the tree of %s is %s, which gives %llx%s; LLVM %llx\n%s\n",
			(unsigned long long)seed, value, et_show(env->arena, et, true),
			(unsigned long long)got, known ? "" : " (no value)",
			(unsigned long long)want, text);
		LLVMDisposeMessage(value);
		LLVMDisposeMessage(text);
	}
	assert_true(known);
	assert_int_equal(et->width, width_of(t->ir));
	assert_int_equal(got, want);
}

static void test_functions(void **state)
{
	uint64_t seed = setting("HGRD_SEED", 1), rounds = setting("HGRD_ROUNDS", 2000);
	(void)state;
	for (uint64_t round = seed; round < seed + rounds; round++) {
		struct bench b;
		struct pool p = { .b = &b };
		bench_open(&b, round);
		function_new(&p);
		struct func *func = func_new(b.arena, b.function);
		struct value_env *env =
			value_env_new(b.arena, b.ets, func, param_leaf, any_level, NULL);
		for (unsigned i = PARAMS; i < p.n; i++)
			compare(&p, env, &p.at[i], round);
		bench_close(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fold),
		cmocka_unit_test(test_functions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
