#include "kernelanalysis/ptx/asm_build.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "kernelanalysis/ptx/asm.h"

/* Operands and addresses of inline PTX as LLVM values; asm_memory.c has the accesses. */

static LLVMContextRef context_of(const struct asm_text *text)
{
	return text->module->context;
}

static LLVMTypeRef int_type(const struct asm_text *text, unsigned bits)
{
	return LLVMIntTypeInContext(context_of(text), bits);
}

static unsigned bits_of(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type);
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
		return 16;
	case LLVMFloatTypeKind:
		return 32;
	case LLVMDoubleTypeKind:
	case LLVMPointerTypeKind:
		return 64;
	default:
		return 0;
	}
}

static struct asm_register *find(struct asm_text *text, const char *name)
{
	vec_each(each, &text->registers)
		if (!strcmp(each->name, name))
			return each;
	return NULL;
}

static void set(struct asm_text *text, const char *name, LLVMValueRef value)
{
	struct asm_register *known = find(text, name);
	struct asm_register entry = { name, value };
	if (known)
		known->value = value;
	else
		vec_push(text->arena, &text->registers, entry);
}

/* The value as an integer of so many bits. */
static LLVMValueRef as_integer(
	struct asm_text *text, LLVMValueRef value, unsigned bits, bool is_signed)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	unsigned width = bits_of(type);
	if (!width)
		return NULL;
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		value = LLVMBuildPtrToInt(text->builder, value, int_type(text, 64), "");
	else if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		value = LLVMBuildBitCast(text->builder, value, int_type(text, width), "");
	if (!bits || width == bits)
		return value;
	return LLVMBuildIntCast2(text->builder, value, int_type(text, bits), is_signed, "");
}

/* The integer as a value of this type. */
static LLVMValueRef as_type(
	struct asm_text *text, LLVMValueRef value, LLVMTypeRef type, bool is_signed)
{
	unsigned width = bits_of(type);
	LLVMValueRef integer = width ? as_integer(text, value, width, is_signed) : NULL;
	if (!integer || LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
		return integer;
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return LLVMBuildIntToPtr(text->builder, integer, type, "");
	return LLVMBuildBitCast(text->builder, integer, type, "");
}

static LLVMTypeRef output_type(const struct asm_text *text, unsigned index)
{
	LLVMTypeRef type = LLVMTypeOf(text->call);
	return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, index)
							   : type;
}

/* Numbers the operands as LLVM does: outputs, then inputs; an input may begin an output's life. */
static bool read_constraints(struct asm_text *text, const char *constraints)
{
	unsigned number = 0, arg = 0, args = call_args(text->call);
	for (const char *p = constraints; *p;) {
		size_t length = strcspn(p, ",");
		const char *name = arena_printf(text->arena, "$%u", number);
		if (*p == '~') {
			p += length + (p[length] == ',');
			continue;
		}
		if (memchr(p, '*', length) || *p == '+')
			return false;
		if (*p == '=') {
			text->outputs++;
			set(text, name, NULL);
		} else if (arg < args) {
			LLVMValueRef value = call_arg(text->call, arg++);
			set(text, name, value);
			if (isdigit((unsigned char)*p))
				set(text, arena_printf(text->arena, "$%lu", strtoul(p, NULL, 10)),
					value);
		} else {
			return false;
		}
		number++;
		p += length + (p[length] == ',');
	}
	return arg == args;
}

bool asm_begin(struct arena *arena, struct module *module, LLVMValueRef call, struct asm_text *text)
{
	size_t length = 0;
	const char *constraints =
		LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &length);
	*text = (struct asm_text){ .arena = arena, .module = module, .call = call,
		.before = LLVMGetPreviousInstruction(call) };
	if (!read_constraints(text, arena_strndup(arena, constraints, length)))
		return false;
	text->builder = LLVMCreateBuilderInContext(module->context);
	LLVMPositionBuilderBefore(text->builder, call);
	return true;
}

static LLVMValueRef output_value(struct asm_text *text, unsigned index)
{
	const struct asm_register *out =
		find(text, arena_printf(text->arena, "$%u", index));
	LLVMTypeRef type = output_type(text, index);
	if (!out->value)
		return LLVMGetUndef(type);
	return as_type(text, out->value, type, false);
}

static void replace_struct(struct asm_text *text)
{
	LLVMValueRef whole = LLVMGetUndef(LLVMTypeOf(text->call));
	for (unsigned i = 0; i < text->outputs; i++) {
		LLVMValueRef value = output_value(text, i);
		whole = LLVMBuildInsertValue(text->builder, whole, value, i, "");
		VEC(LLVMValueRef) users = { 0 };
		for (LLVMUseRef use = LLVMGetFirstUse(text->call); use; use = LLVMGetNextUse(use)) {
			LLVMValueRef user = LLVMGetUser(use);
			if (LLVMIsAExtractValueInst(user) && LLVMGetIndices(user)[0] == i)
				vec_push(text->arena, &users, user);
		}
		vec_each(user, &users) {
			LLVMReplaceAllUsesWith(*user, value);
			LLVMInstructionEraseFromParent(*user);
		}
	}
	LLVMReplaceAllUsesWith(text->call, whole);
}

/* Takes away what was built, last first. */
static void undo(struct asm_text *text, LLVMValueRef before)
{
	LLVMValueRef i = LLVMGetPreviousInstruction(text->call);
	while (i && i != before) {
		LLVMValueRef previous = LLVMGetPreviousInstruction(i);
		LLVMInstructionEraseFromParent(i);
		i = previous;
	}
}

void asm_end(struct asm_text *text, bool done)
{
	if (!done) {
		undo(text, text->before);
	} else {
		if (text->outputs > 1)
			replace_struct(text);
		else if (text->outputs == 1)
			LLVMReplaceAllUsesWith(text->call, output_value(text, 0));
		LLVMInstructionEraseFromParent(text->call);
	}
	LLVMDisposeBuilder(text->builder);
}

unsigned asm_names(struct asm_text *text, const char *operand, const char **names, unsigned most)
{
	unsigned n = 0;
	if (*operand != '{') {
		names[0] = operand;
		return 1;
	}
	for (const char *p = operand + 1; *p && *p != '}';) {
		while (isspace((unsigned char)*p))
			p++;
		size_t length = strcspn(p, ",} \t\n");
		if (n == most || !length)
			return 0;
		names[n++] = arena_strndup(text->arena, p, length);
		p += length;
		p += strspn(p, ", \t\n");
	}
	return n;
}

/* "%lanemask_lt" is read by llvm.nvvm.read.ptx.sreg.lanemask.lt, "%tid.x" by that of tid.x. */
static LLVMValueRef special_register(struct asm_text *text, const char *name)
{
	static const char *const known[] = { "tid.x", "tid.y", "tid.z", "ntid.x", "ntid.y", "ntid.z",
		"ctaid.x", "ctaid.y", "ctaid.z", "nctaid.x", "nctaid.y", "nctaid.z", "laneid",
		"lanemask_eq", "lanemask_lt", "lanemask_le", "lanemask_gt", "lanemask_ge",
		"cluster_ctarank", "cluster_nctarank", "cluster_ctaid.x", "cluster_ctaid.y",
		"cluster_ctaid.z", "cluster_nctaid.x", "cluster_nctaid.y", "cluster_nctaid.z",
		"clusterid.x", "clusterid.y", "clusterid.z", "nclusterid.x", "nclusterid.y", "nclusterid.z" };
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (strcmp(known[i], name + 1))
			continue;
		char *full = arena_printf(text->arena, "llvm.nvvm.read.ptx.sreg.%s", known[i]);
		char *underscore = strchr(full, '_');
		if (underscore)
			*underscore = '.';
		LLVMTypeRef type = LLVMFunctionType(int_type(text, 32), NULL, 0, 0);
		LLVMValueRef function = LLVMGetNamedFunction(text->module->llvm, full);
		if (!function)
			function = LLVMAddFunction(text->module->llvm, full, type);
		return LLVMBuildCall2(text->builder, type, function, NULL, 0, "");
	}
	return NULL;
}

LLVMValueRef asm_value(struct asm_text *text, const char *operand, unsigned bits)
{
	const struct asm_register *known = find(text, operand);
	if (known)
		return known->value && bits ? as_integer(text, known->value, bits, false)
					    : known->value;
	if (*operand == '%') {
		LLVMValueRef value = special_register(text, operand);
		return value && bits ? as_integer(text, value, bits, false) : value;
	}
	bool hexadecimal = !strncmp(operand, "0f", 2) || !strncmp(operand, "0F", 2);
	char *end;
	unsigned long long number = hexadecimal ? strtoull(operand + 2, &end, 16)
						: strtoull(operand, &end, 0);
	if (end == operand || (*end && strcmp(end, "U")))
		return NULL;
	return LLVMConstInt(int_type(text, bits ? bits : 32), number, false);
}

bool asm_operands(struct asm_text *text, const struct ptx_statement *statement, unsigned bits,
	LLVMValueRef of[2])
{
	of[0] = asm_value(text, statement->operand[1], bits);
	of[1] = asm_value(text, statement->operand[2], bits);
	return of[0] && of[1];
}

bool asm_assign(struct asm_text *text, const char *name, LLVMValueRef value, bool is_signed)
{
	if (!value || *name == '[' || *name == '{')
		return false;
	if (!strcmp(name, "_"))
		return true;
	if (*name == '$') {
		unsigned long index = strtoul(name + 1, NULL, 10);
		if (index >= text->outputs)
			return false;
		value = as_type(text, value, output_type(text, (unsigned)index), is_signed);
		if (!value)
			return false;
	}
	set(text, name, value);
	return true;
}

LLVMValueRef asm_offset(struct asm_text *text, LLVMValueRef pointer, unsigned bytes)
{
	LLVMValueRef offset = LLVMConstInt(int_type(text, 64), bytes, false);
	return bytes ? LLVMBuildGEP2(text->builder, int_type(text, 8), pointer, &offset, 1, "")
		     : pointer;
}

static LLVMOpcode opcode_of(LLVMValueRef value)
{
	if (LLVMIsAInstruction(value))
		return LLVMGetInstructionOpcode(value);
	return LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value) : 0;
}

/*
 * A pointer that an integer was computed from by adding: the pointer again, with
 * the same sum as its offset. NULL when there is no single one.
 */
static LLVMValueRef pointer_in(struct asm_text *text, LLVMValueRef value, unsigned depth)
{
	LLVMOpcode opcode = opcode_of(value);
	if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
		return value;
	if (depth > 16)
		return NULL;
	if (opcode == LLVMPtrToInt)
		return LLVMGetOperand(value, 0);
	if (opcode == LLVMTrunc || opcode == LLVMZExt || opcode == LLVMBitCast)
		return pointer_in(text, LLVMGetOperand(value, 0), depth + 1);
	if (opcode != LLVMAdd && opcode != LLVMSub)
		return NULL;
	for (unsigned i = 0; i < (opcode == LLVMAdd ? 2u : 1u); i++) {
		LLVMValueRef base = pointer_in(text, LLVMGetOperand(value, i), depth + 1);
		if (!base)
			continue;
		LLVMValueRef offset =
			as_integer(text, LLVMGetOperand(value, 1 - i), 64, true);
		if (opcode == LLVMSub)
			offset = LLVMBuildNSWNeg(text->builder, offset, "");
		return LLVMBuildGEP2(text->builder, int_type(text, 8), base, &offset, 1, "");
	}
	return NULL;
}

LLVMValueRef asm_address(
	struct asm_text *text, const struct ptx_statement *statement, const char *operand)
{
	size_t length = strlen(operand);
	if (length < 3 || *operand != '[' || operand[length - 1] != ']')
		return NULL;
	const char *inside = arena_strndup(text->arena, operand + 1, length - 2);
	size_t name = strcspn(inside, "+- \t");
	long bytes = 0;
	const char *rest = inside + name + strspn(inside + name, " \t");
	if (*rest) {
		char *end;
		const char *digits = rest + 1 + strspn(rest + 1, " \t");
		bytes = strtol(digits, &end, 0) * (*rest == '-' ? -1 : 1);
		if (*rest == '+' && *digits == '-')
			bytes = strtol(digits, &end, 0);
		if (end == digits || *end)
			return NULL;
	}
	LLVMValueRef value = asm_value(text, arena_strndup(text->arena, inside, name), 0);
	if (!value || bits_of(LLVMTypeOf(value)) < 32)
		return NULL;
	LLVMValueRef pointer = pointer_in(text, value, 0);
	if (!pointer) {
		unsigned space = ptx_has(statement, "shared") ? 3 : ptx_has(statement, "global") ? 1 : 0;
		pointer = LLVMBuildIntToPtr(text->builder, value,
			LLVMPointerTypeInContext(context_of(text), space), "");
	}
	LLVMValueRef offset = LLVMConstInt(int_type(text, 64), (unsigned long long)bytes, true);
	return bytes ? LLVMBuildGEP2(text->builder, int_type(text, 8), pointer, &offset, 1, "")
		     : pointer;
}

LLVMValueRef asm_convert_address(struct asm_text *text, const struct ptx_statement *statement)
{
	LLVMValueRef value = asm_value(text, statement->operand[1], 0);
	if (!value)
		return NULL;
	LLVMValueRef pointer = pointer_in(text, value, 0);
	return as_integer(text, pointer ? pointer : value, ptx_has(statement, "u32") ? 32 : 64, false);
}

LLVMValueRef asm_sum(struct asm_text *text, LLVMValueRef a, LLVMValueRef b, bool subtract)
{
	return subtract ? LLVMBuildSub(text->builder, a, b, "")
			: LLVMBuildAdd(text->builder, a, b, "");
}

bool asm_opaque(struct asm_text *text, const struct ptx_statement *statement)
{
	static const char *const without_result[] = { "nanosleep", "prefetch", "prefetchu", "pmevent",
		"setmaxnreg" };
	for (size_t i = 0; i < sizeof(without_result) / sizeof(*without_result); i++)
		if (!strcmp(statement->part[0], without_result[i]))
			return true;
	const char *names[4];
	if (!statement->operands)
		return false;
	unsigned n = asm_names(text, statement->operand[0], names, 4);
	for (unsigned i = 0; i < n; i++) {
		size_t bar = strcspn(names[i], "|");
		const char *name = arena_strndup(text->arena, names[i], bar);
		if (!asm_assign(text, name, asm_unknown(text), false))
			return false;
		if (names[i][bar])
			set(text, names[i] + bar + 1, NULL);
	}
	return n > 0;
}
