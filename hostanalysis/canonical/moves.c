#include "hostanalysis/pass.h"

/*
 * Copies of a few bytes, as a vector makes of its elements when it grows, become loads and stores of
 * words: what is read from the new place is then known to be what was stored to the old one.
 */

enum { MOST_WORDS = 32 };

static uint64_t param_align(LLVMValueRef call, unsigned param)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
	LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, param + 1, kind);
	return align ? LLVMGetEnumAttributeValue(align) : 1;
}

/* The largest word that both places are aligned to and that the bytes are a multiple of. */
static uint64_t word_of(LLVMValueRef move, uint64_t bytes)
{
	uint64_t to = param_align(move, 0), from = param_align(move, 1), size = 8;
	while (size > 1 && (to < size || from < size || bytes % size))
		size /= 2;
	return size;
}

static void move_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef i)
{
	if (!LLVMIsAMemMoveInst(i) || !LLVMIsAConstantInt(LLVMGetOperand(i, 2)))
		return;
	uint64_t bytes = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2)), size = word_of(i, bytes);
	LLVMValueRef words[MOST_WORDS], to = LLVMGetOperand(i, 0), from = LLVMGetOperand(i, 1);
	LLVMTypeRef word = LLVMIntTypeInContext(pass->module->context, (unsigned)(8 * size));
	if (bytes / size > MOST_WORDS)
		return;
	LLVMPositionBuilderBefore(b, i);
	for (uint64_t at = 0; at < bytes / size; at++) {
		LLVMValueRef index = LLVMConstInt(
			LLVMInt64TypeInContext(pass->module->context), at, false);
		LLVMValueRef place = LLVMBuildInBoundsGEP2(b, word, from, &index, 1, "");
		words[at] = LLVMBuildLoad2(b, word, place, "");
		LLVMSetAlignment(words[at], (unsigned)size);
	}
	for (uint64_t at = 0; at < bytes / size; at++) {
		LLVMValueRef index = LLVMConstInt(
			LLVMInt64TypeInContext(pass->module->context), at, false);
		LLVMValueRef place = LLVMBuildInBoundsGEP2(b, word, to, &index, 1, "");
		LLVMSetAlignment(LLVMBuildStore(b, words[at], place), (unsigned)size);
	}
	LLVMInstructionEraseFromParent(i);
}

void moves_split(struct host_pass *pass)
{
	roots_rewrite(pass, move_rewrite);
}
