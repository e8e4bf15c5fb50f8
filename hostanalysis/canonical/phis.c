#include "hostanalysis/canonical/rewrite.h"

/*
 * Numbers that stay as they are round after round: each of a circle of phis is one of the others or
 * one value from outside, and so that value (Braun et al., Simple and Efficient Construction of
 * Static Single Assignment Form, section 3.2). LLVM leaves such circles where a member is read
 * again in one branch of a loop alone.
 */

enum { MOST_PHIS = 16 };

/* Phis each of which is one of these or `value`. */
struct circle {
	LLVMValueRef phi[MOST_PHIS], value;
	unsigned n;
	bool closed; /* the first one is brought to one of them */
};

static bool has(const struct circle *circle, LLVMValueRef value)
{
	for (unsigned i = 0; i < circle->n; i++)
		if (circle->phi[i] == value)
			return true;
	return false;
}

static bool circle_fill(struct circle *circle)
{
	for (unsigned at = 0; at < circle->n; at++) {
		for (unsigned i = 0; i < LLVMCountIncoming(circle->phi[at]); i++) {
			LLVMValueRef value = LLVMGetIncomingValue(circle->phi[at], i);
			circle->closed |= value == circle->phi[0];
			if (value == circle->value || has(circle, value))
				continue;
			if (!LLVMIsAPHINode(value) || circle->n == MOST_PHIS)
				return false;
			circle->phi[circle->n++] = value;
		}
	}
	return circle->closed;
}

static bool phi_settle(LLVMValueRef phi)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		struct circle circle = {
			.phi = { phi }, .value = LLVMGetIncomingValue(phi, i), .n = 1
		};
		if (circle.value == phi || LLVMIsUndef(circle.value) || !circle_fill(&circle))
			continue;
		LLVMReplaceAllUsesWith(phi, circle.value);
		LLVMInstructionEraseFromParent(phi);
		return true;
	}
	return false;
}

void phis_settle(LLVMValueRef function)
{
	LLVMValueRef next;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && LLVMIsAPHINode(i);
			i = next) {
			next = LLVMGetNextInstruction(i);
			phi_settle(i);
		}
}
