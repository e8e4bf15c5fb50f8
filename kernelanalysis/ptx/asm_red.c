#include "kernelanalysis/ptx/asm_build.h"

#include <string.h>

/* bar.sync, bar.arrive and bar.red of PTX, under both of their names; setp, which makes the votes of bar.red. */

static LLVMTypeRef int_type(const struct asm_text *text, unsigned bits)
{
	return LLVMIntTypeInContext(text->module->context, bits);
}

/* The value of "p" or "!p" as one bit. */
static LLVMValueRef predicate(struct asm_text *text, const char *operand)
{
	bool negated = *operand == '!';
	LLVMValueRef value = asm_value(text, operand + negated + strspn(operand + negated, " "), 0);
	if (!value || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
		return NULL;
	if (LLVMTypeOf(value) != int_type(text, 1))
		value = LLVMBuildTrunc(text->builder, value, int_type(text, 1), "");
	return negated ? LLVMBuildNot(text->builder, value, "") : value;
}

/* Number and count of a barrier, from operand `first` on, up to `end`; how many there are, 0: not known. */
static unsigned numbers(struct asm_text *text, const struct ptx_statement *statement,
	unsigned first, unsigned end, LLVMValueRef args[3])
{
	if (end <= first || end - first > 2)
		return 0;
	for (unsigned i = first; i < end; i++) {
		args[i - first] = asm_value(text, statement->operand[i], 32);
		if (!args[i - first])
			return 0;
	}
	return end - first;
}

static LLVMValueRef call_barrier(struct asm_text *text, const char *operation, bool counts,
	LLVMTypeRef result, LLVMValueRef *args, unsigned n)
{
	const char *name = arena_printf(text->arena, "llvm.nvvm.barrier.cta.%s.aligned.%s", operation,
		counts ? "count" : "all");
	return asm_call(text, name, result, args, n);
}

static bool lower_vote(struct asm_text *text, const struct ptx_statement *statement)
{
	const char *operation = ptx_has(statement, "popc") ? "red.popc"
				: ptx_has(statement, "and") ? "red.and" : "red.or";
	bool counts = ptx_has(statement, "popc");
	LLVMValueRef args[3];
	unsigned last = statement->operands - 1;
	unsigned n = statement->operands > 2 ? numbers(text, statement, 1, last, args) : 0;
	LLVMValueRef vote = n ? predicate(text, statement->operand[last]) : NULL;
	if (!vote)
		return false;
	args[n] = vote;
	LLVMValueRef result = call_barrier(
		text, operation, n == 2, int_type(text, counts ? 32 : 1), args, n + 1);
	return asm_assign(text, statement->operand[0], result, false);
}

bool asm_lower_named(struct asm_text *text, const struct ptx_statement *statement)
{
	LLVMValueRef args[3];
	bool arrives = ptx_has(statement, "arrive");
	if (statement->guarded || ptx_has(statement, "warp") || ptx_has(statement, "cluster"))
		return false;
	if (ptx_has(statement, "red"))
		return lower_vote(text, statement);
	unsigned n = numbers(text, statement, 0, statement->operands, args);
	if (!n || (!arrives && !ptx_has(statement, "sync")) || (arrives && n < 2))
		return false;
	return call_barrier(text, arrives ? "arrive" : "sync", n == 2,
		       LLVMVoidTypeInContext(text->module->context), args, n) != NULL;
}

struct comparison {
	const char *name;
	LLVMIntPredicate is_unsigned, is_signed;
};

static const struct comparison comparisons[] = {
	{ "eq", LLVMIntEQ, LLVMIntEQ },
	{ "ne", LLVMIntNE, LLVMIntNE },
	{ "lt", LLVMIntULT, LLVMIntSLT },
	{ "le", LLVMIntULE, LLVMIntSLE },
	{ "gt", LLVMIntUGT, LLVMIntSGT },
	{ "ge", LLVMIntUGE, LLVMIntSGE },
};

bool asm_lower_compare(struct asm_text *text, const struct ptx_statement *statement)
{
	unsigned bits = 0;
	char letter = 'f';
	LLVMValueRef of[2];
	if (statement->guarded || statement->operands != 3 || statement->parts != 3 ||
		strchr(statement->operand[0], '|') || !ptx_type(statement, &bits, &letter) ||
		letter == 'f' || !asm_operands(text, statement, bits, of))
		return asm_opaque(text, statement);
	for (size_t i = 0; i < sizeof(comparisons) / sizeof(*comparisons); i++) {
		const struct comparison *c = &comparisons[i];
		if (strcmp(c->name, statement->part[1]))
			continue;
		LLVMIntPredicate kind = letter == 's' ? c->is_signed : c->is_unsigned;
		return asm_assign(text, statement->operand[0],
			LLVMBuildICmp(text->builder, kind, of[0], of[1], ""), false);
	}
	return asm_opaque(text, statement);
}

bool asm_lower_elect(struct asm_text *text, const struct ptx_statement *statement)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(text->module->context);
	LLVMValueRef mask = statement->operands == 2 ? asm_value(text, statement->operand[1], 32) : NULL;
	const char *bar = strchr(statement->operand[0], '|');
	if (statement->guarded || !bar || !mask || !LLVMIsAConstantInt(mask) ||
		LLVMConstIntGetZExtValue(mask) != UINT32_MAX)
		return asm_opaque(text, statement);
	const char *name =
		arena_strndup(text->arena, statement->operand[0], (size_t)(bar - statement->operand[0]));
	LLVMValueRef elected = asm_pure_call(text, "__hgrd_elected_lane", word, NULL, 0);
	elected = LLVMBuildAnd(text->builder, elected, LLVMConstInt(word, 31, false), "");
	LLVMValueRef own = asm_value(text, "%laneid", 32);
	LLVMValueRef is = LLVMBuildICmp(text->builder, LLVMIntEQ, own, elected, "");
	return asm_assign(text, name, elected, false) && asm_assign(text, bar + 1, is, false);
}
