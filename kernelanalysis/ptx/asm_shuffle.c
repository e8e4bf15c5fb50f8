#include "kernelanalysis/ptx/asm_build.h"

#include <string.h>

/* shfl.sync of inline PTX (PTX ISA, shfl.sync), whose second result says whether the lane that is
 * read was in range. */

struct shuffle {
	LLVMValueRef value, by, clamp, mask; /* operands 1 to 4 */
	LLVMBuilderRef builder;
	LLVMTypeRef word;
};

static LLVMValueRef number(const struct shuffle *s, unsigned value)
{
	return LLVMConstInt(s->word, value, false);
}

static LLVMValueRef low(const struct shuffle *s, LLVMValueRef value)
{
	return LLVMBuildAnd(s->builder, value, number(s, 31), "");
}

/* Is the lane that is read within the segment, up to the clamp. */
static LLVMValueRef in_range(const struct shuffle *s, const char *mode, LLVMValueRef lane)
{
	LLVMBuilderRef b = s->builder;
	LLVMValueRef segment = low(s, LLVMBuildLShr(b, s->clamp, number(s, 8), ""));
	LLVMValueRef rest = LLVMBuildNot(b, segment, ""), by = low(s, s->by);
	LLVMValueRef first = LLVMBuildAnd(b, lane, segment, "");
	LLVMValueRef last = LLVMBuildOr(b, first, LLVMBuildAnd(b, low(s, s->clamp), rest, ""), "");
	LLVMValueRef from;
	if (!strcmp(mode, "up"))
		return LLVMBuildICmp(b, LLVMIntSGE, LLVMBuildSub(b, lane, by, ""), last, "");
	if (!strcmp(mode, "down"))
		from = LLVMBuildAdd(b, lane, by, "");
	else if (!strcmp(mode, "bfly"))
		from = LLVMBuildXor(b, lane, by, "");
	else
		from = LLVMBuildOr(b, first, LLVMBuildAnd(b, by, rest, ""), "");
	return LLVMBuildICmp(b, LLVMIntSLE, from, last, "");
}

static bool is_mode(const char *mode)
{
	return !strcmp(mode, "up") || !strcmp(mode, "down") || !strcmp(mode, "bfly") ||
	       !strcmp(mode, "idx");
}

/* Reads the four operands behind the results; false when one is not understood. */
static bool shuffle_read(
	struct shuffle *s, struct asm_text *text, const struct ptx_statement *statement)
{
	if (statement->guarded || statement->operands != 5 || statement->parts != 4 ||
		strcmp(statement->part[1], "sync") != 0 || !is_mode(statement->part[2]) ||
		strcmp(statement->part[3], "b32") != 0)
		return false;
	s->builder = text->builder;
	s->word = LLVMInt32TypeInContext(text->module->context);
	s->value = asm_value(text, statement->operand[1], 32);
	s->by = asm_value(text, statement->operand[2], 32);
	s->clamp = asm_value(text, statement->operand[3], 32);
	s->mask = asm_value(text, statement->operand[4], 32);
	return s->value && s->by && s->clamp && s->mask;
}

bool asm_lower_shuffle(struct asm_text *text, const struct ptx_statement *statement)
{
	struct shuffle s;
	LLVMValueRef lane = asm_value(text, "%laneid", 32);
	if (!lane || !shuffle_read(&s, text, statement))
		return asm_opaque(text, statement);
	const char *mode = statement->part[2], *names = statement->operand[0],
		   *bar = strchr(names, '|');
	const char *result = bar ? arena_strndup(text->arena, names, (size_t)(bar - names)) : names;
	LLVMValueRef args[] = { s.mask, s.value, s.by, s.clamp };
	LLVMValueRef read = asm_call(text,
		arena_printf(text->arena, "llvm.nvvm.shfl.sync.%s.i32", mode), s.word, args, 4);
	return asm_assign(text, result, read, false) &&
	       (!bar || asm_assign(text, bar + 1, in_range(&s, mode, lane), false));
}
