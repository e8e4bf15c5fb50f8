#include "kernelanalysis/ptx/asm.h"

#include <stdlib.h>
#include <string.h>

#include "kernelanalysis/ptx/asm_build.h"
#include "kernelanalysis/ptx/asm_text.h"
#include "kernelanalysis/ptx/ptx.h"

/*
 * Inline PTX to LLVM IR, statement by statement (PTX ISA 9.7). All or nothing:
 * a text with one statement that is not in the table stays as it is.
 */

struct suffix_row {
	const char *part;
	unsigned number; /* of the headers' order or scope */
};

static const struct suffix_row order_rows[] = { { "relaxed", 0 }, { "acquire", 2 },
	{ "release", 3 }, { "acq_rel", 4 }, { "sc", 5 } };
static const struct suffix_row scope_rows[] = { { "cta", 1 }, { "cluster", 2 }, { "gpu", 3 },
	{ "gl", 3 }, { "sys", 4 } };
/* Operations of atom and red, as numbers of the headers' __hgrd_rmw. */
static const struct suffix_row operation_rows[] = { { "exch", 0 }, { "add", 1 }, { "and", 3 },
	{ "or", 4 }, { "xor", 5 }, { "min", 6 }, { "max", 7 }, { "inc", 13 }, { "dec", 14 },
	{ "cas", 15 } };

enum { OPERATION_CAS = 15 };

static bool suffix(const struct ptx_statement *statement, const struct suffix_row *rows, size_t n,
	unsigned *number)
{
	for (size_t i = 0; i < n; i++) {
		if (ptx_has(statement, rows[i].part)) {
			*number = rows[i].number;
			return true;
		}
	}
	return false;
}
#define SUFFIX(statement, rows, number) \
	suffix(statement, rows, sizeof(rows) / sizeof(*(rows)), number)

/* Parts that change what an access is in ways not modelled. */
static bool is_odd(const struct ptx_statement *statement)
{
	static const char *const odd[] = { "proxy", "mbarrier_init", "sync_restrict", "async", "bulk",
		"noftz_unknown", "param", "const", "local", "unified" };
	for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++)
		if (ptx_has(statement, odd[i]))
			return true;
	return false;
}

/* Plain, volatile or atomic, and for vectors once per element. */
struct memory {
	unsigned bits, order, scope;
	char letter;
	bool weak, is_volatile;
};

static bool memory_of(const struct ptx_statement *statement, struct memory *memory)
{
	*memory = (struct memory){ .scope = 4 };
	if (statement->guarded || is_odd(statement) ||
		!ptx_type(statement, &memory->bits, &memory->letter))
		return false;
	memory->is_volatile = ptx_has(statement, "volatile");
	memory->weak = !memory->is_volatile && !ptx_has(statement, "mmio") &&
		       !SUFFIX(statement, order_rows, &memory->order);
	(void)SUFFIX(statement, scope_rows, &memory->scope);
	return true;
}

static bool lower_load(struct asm_text *text, const struct ptx_statement *statement)
{
	struct memory memory;
	const char *names[4];
	if (statement->operands < 2 || !memory_of(statement, &memory))
		return false;
	unsigned n = asm_names(text, statement->operand[0], names, 4);
	LLVMValueRef pointer = n ? asm_address(text, statement, statement->operand[1]) : NULL;
	if (!pointer)
		return false;
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef at = asm_offset(text, pointer, i * (memory.bits / 8));
		LLVMValueRef value = memory.weak || memory.is_volatile
			? asm_load(text, at, memory.bits, memory.is_volatile)
			: asm_atomic_load(text, at, memory.bits, memory.order, memory.scope);
		if (memory.is_volatile && n > 1)
			asm_mark_element(text, value, i, n);
		if (!asm_assign(text, names[i], value, memory.letter == 's'))
			return false;
	}
	return true;
}

static bool lower_store(struct asm_text *text, const struct ptx_statement *statement)
{
	struct memory memory;
	const char *names[4];
	if (ptx_has(statement, "async"))
		return asm_lower_store_async(text, statement);
	if (statement->operands < 2 || !memory_of(statement, &memory))
		return false;
	unsigned n = asm_names(text, statement->operand[1], names, 4);
	LLVMValueRef pointer = n ? asm_address(text, statement, statement->operand[0]) : NULL;
	if (!pointer)
		return false;
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef at = asm_offset(text, pointer, i * (memory.bits / 8));
		LLVMValueRef value = asm_value(text, names[i], memory.bits);
		if (!value)
			return false;
		if (!memory.weak && !memory.is_volatile) {
			asm_atomic_store(text, at, value, memory.order, memory.scope);
			continue;
		}
		value = asm_store(text, at, value, memory.is_volatile);
		if (memory.is_volatile && n > 1)
			asm_mark_element(text, value, i, n);
	}
	return true;
}

/* red of a vector: each element atomically. */
static bool reduce_vector(struct asm_text *text, LLVMValueRef pointer, const char *operand,
	const struct memory *memory, unsigned operation, unsigned scope)
{
	const char *names[4];
	unsigned n = asm_names(text, operand, names, 4);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef value = asm_value(text, names[i], memory->bits);
		if (!value)
			return false;
		asm_atomic_rmw(text, asm_offset(text, pointer, i * (memory->bits / 8)), value,
			operation, memory->order, scope);
	}
	return n > 0;
}

/* atom and red; without a qualifier they are relaxed and of the device's scope. */
static bool lower_atomic(struct asm_text *text, const struct ptx_statement *statement)
{
	struct memory memory;
	unsigned operation, first = strcmp(statement->part[0], "red") ? 1 : 0;
	if (ptx_has(statement, "async"))
		return asm_lower_store_async(text, statement);
	if (statement->operands < first + 2 || !memory_of(statement, &memory) ||
		!SUFFIX(statement, operation_rows, &operation))
		return false;
	unsigned scope = 3;
	(void)SUFFIX(statement, scope_rows, &scope);
	if (operation == 1 && memory.letter == 'f')
		operation = 10;
	if ((operation == 6 || operation == 7) && memory.letter != 's')
		operation += 2;
	const char *const *operand = statement->operand + first;
	LLVMValueRef pointer = asm_address(text, statement, operand[0]);
	if (pointer && !first && *operand[1] == '{')
		return reduce_vector(text, pointer, operand[1], &memory, operation, scope);
	LLVMValueRef value = asm_value(text, operand[1], memory.bits);
	if (!pointer || !value)
		return false;
	LLVMValueRef old;
	if (operation == OPERATION_CAS) {
		LLVMValueRef desired = statement->operands > first + 2
			? asm_value(text, operand[2], memory.bits)
			: NULL;
		if (!desired)
			return false;
		old = asm_atomic_cas(text, pointer, value, desired, memory.order, scope);
	} else {
		old = asm_atomic_rmw(text, pointer, value, operation, memory.order, scope);
	}
	return !first || asm_assign(text, statement->operand[0], old, memory.letter == 's');
}

/* membar.SCOPE is fence.sc.SCOPE; fence without order is fence.acq_rel. */
static bool lower_fence(struct asm_text *text, const struct ptx_statement *statement)
{
	unsigned order = strcmp(statement->part[0], "membar") ? 4 : 5, scope;
	if (!statement->guarded && ptx_has(statement, "mbarrier_init"))
		return true; /* orders the barrier's own words only */
	if (ptx_has(statement, "proxy"))
		return asm_lower_proxy_fence(text, statement);
	if (statement->guarded || is_odd(statement) || !SUFFIX(statement, scope_rows, &scope))
		return false;
	(void)SUFFIX(statement, order_rows, &order);
	asm_fence(text, order, scope);
	return true;
}

static bool lower_move(struct asm_text *text, const struct ptx_statement *statement)
{
	if (statement->guarded || statement->operands != 2 || *statement->operand[0] == '{' ||
		*statement->operand[1] == '{')
		return asm_opaque(text, statement);
	LLVMValueRef value = asm_value(text, statement->operand[1], 0);
	return value ? asm_assign(text, statement->operand[0], value, false)
		     : asm_opaque(text, statement);
}

/* cvta between generic and other addresses keeps where an address points. */
static bool lower_address(struct asm_text *text, const struct ptx_statement *statement)
{
	LLVMValueRef value = NULL;
	if (!statement->guarded && statement->operands == 2)
		value = asm_convert_address(text, statement);
	return value && asm_assign(text, statement->operand[0], value, false);
}

static bool lower_sum(struct asm_text *text, const struct ptx_statement *statement)
{
	unsigned bits = 0;
	char letter = 'f';
	if (statement->guarded || statement->operands != 3 || statement->parts != 2 ||
		!ptx_type(statement, &bits, &letter) || letter == 'f')
		return asm_opaque(text, statement);
	LLVMValueRef of[2];
	if (!asm_operands(text, statement, bits, of))
		return asm_opaque(text, statement);
	return asm_assign(text, statement->operand[0],
		asm_sum(text, of[0], of[1], !strcmp(statement->part[0], "sub")), letter == 's');
}

struct opcode_row {
	const char *opcode;
	bool (*lower)(struct asm_text *text, const struct ptx_statement *statement);
	bool decides; /* a text is worth lowering when it has one of these, or when nothing of it is opaque */
};

static const struct opcode_row opcode_rows[] = {
	{ "ld", lower_load, true },
	{ "st", lower_store, true },
	{ "atom", lower_atomic, true },
	{ "red", lower_atomic, true },
	{ "fence", lower_fence, true },
	{ "membar", lower_fence, true },
	{ "cvta", lower_address, true },
	{ "mov", lower_move, true },
	{ "mbarrier", asm_lower_barrier, true },
	{ "cp", asm_lower_bulk, true },
	{ "mapa", asm_lower_mapa, true },
	{ "bar", asm_lower_named, true },
	{ "barrier", asm_lower_named, true },
	{ "elect", asm_lower_elect, true },
	{ "ldmatrix", asm_lower_load_matrix, true },
	{ "stmatrix", asm_lower_store_matrix, true },
	{ "setp", asm_lower_compare, false },
	{ "selp", asm_lower_select, false },
	{ "shfl", asm_lower_shuffle, false },
	{ "add", lower_sum, false },
	{ "sub", lower_sum, false },
	{ "cvt", asm_lower_convert, false },
	{ "and", asm_lower_bits, false },
	{ "or", asm_lower_bits, false },
	{ "xor", asm_lower_bits, false },
	{ "shl", asm_lower_bits, false },
	{ "shr", asm_lower_bits, false },
	{ "mul", asm_lower_product, false },
	{ "mad", asm_lower_product, false },
};

static const struct opcode_row *row_of(const struct ptx_statement *statement)
{
	if (!statement->parts)
		return NULL;
	for (size_t i = 0; i < sizeof(opcode_rows) / sizeof(*opcode_rows); i++)
		if (!strcmp(opcode_rows[i].opcode, statement->part[0]))
			return &opcode_rows[i];
	return NULL;
}

enum worth {
	WORTH_NOTHING, /* some opcode is not known, or none has a row */
	WORTH_WHOLE,   /* worth lowering if nothing of it is opaque */
	WORTH_ANYHOW
};

/* As far as the opcodes tell. */
static enum worth worth_of(const ptx_list *list)
{
	enum worth worth = WORTH_NOTHING;
	vec_each(statement, list) {
		const struct opcode_row *row = row_of(statement);
		if (!row && (!statement->parts || !ptx_is_register_opcode(statement->part[0]) ||
				    !strcmp(statement->part[0], "bra")))
			return WORTH_NOTHING;
		if (row && worth != WORTH_ANYHOW)
			worth = row->decides ? WORTH_ANYHOW : WORTH_WHOLE;
	}
	return worth;
}

static void lower(struct arena *arena, struct module *module, LLVMValueRef call)
{
	size_t length = 0;
	const char *string = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &length);
	ptx_list list = { 0 };
	struct asm_text text;
	if (!ptx_statements(arena, arena_strndup(arena, string, length), &list))
		return;
	asm_join_spin(&list);
	enum worth worth = worth_of(&list);
	bool done = true;
	if (worth == WORTH_NOTHING || !asm_begin(arena, module, call, &text))
		return;
	vec_each(statement, &list) {
		const struct opcode_row *row = row_of(statement);
		asm_lowering *with = row ? row->lower : asm_opaque;
		done = done && (statement->guarded ? asm_lower_guarded(&text, statement, with)
						   : with(&text, statement));
	}
	done = done && (worth == WORTH_ANYHOW || !text.opaque);
	asm_end(&text, done);
	if (done)
		asm_guards_split(&text);
}

void asm_lower(struct arena *arena, struct module *module)
{
	VEC(LLVMValueRef) calls = { 0 };
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
				i = LLVMGetNextInstruction(i))
				if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
					vec_push(arena, &calls, i);
	vec_each(call, &calls)
		lower(arena, module, *call);
}
