#include "hostanalysis/canonical/rewrite.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * What ends a scope, a destructor or a file that is closed, between the choice of an answer and the branch on it:
 *	%answer = phi i1 [ false, %bad ], [ true, %good ]
 *	call void @_ZNSt14basic_ifstream...D1Ev(ptr %file)
 *	br i1 %answer, ...
 * It is done behind the branch instead, on both ways, so that the block does nothing but ask (ways.c). Calls that
 * analyses look for are none of these.
 */

enum { MOST_ENDS = 16 };

static bool has_end(const char *name, const char *end)
{
	size_t n = strlen(name), m = strlen(end);
	return n >= m && !strcmp(name + n - m, end);
}

static bool ends_scope(LLVMValueRef i)
{
	static const char *const ends[] = { "D0Ev", "D1Ev", "D2Ev", "_M_disposeEv", NULL };
	static const char *const names[] = { "fclose", "pclose", "close", "free", "_ZdlPv", "_ZdlPvm", "_ZdaPv",
		"_ZdaPvm", NULL };
	if (!LLVMIsACallInst(i))
		return false;
	const char *name = call_name(i);
	bool found = !strncmp(name, "llvm.lifetime.end", 17);
	for (unsigned k = 0; ends[k] && !strncmp(name, "_ZN", 3); k++)
		found |= has_end(name, ends[k]);
	for (unsigned k = 0; names[k]; k++)
		found |= !strcmp(name, names[k]);
	return found;
}

static bool used_only_in(LLVMValueRef i, LLVMBasicBlockRef block)
{
	for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use))
		if (LLVMIsAPHINode(LLVMGetUser(use)) ||
			LLVMGetInstructionParent(LLVMGetUser(use)) != block)
			return false;
	return true;
}

static bool is_address(LLVMValueRef i)
{
	return LLVMIsAGetElementPtrInst(i) || LLVMIsALoadInst(i);
}

/* The phi that a condition asks for, in the same block; NULL: none. */
static LLVMValueRef asked_phi(LLVMValueRef cond, LLVMBasicBlockRef block)
{
	bool asks = LLVMIsAICmpInst(cond) ||
		    (LLVMIsAInstruction(cond) && LLVMGetInstructionOpcode(cond) == LLVMXor);
	LLVMValueRef phi = asks ? LLVMGetOperand(cond, 0) : cond;
	bool here = LLVMIsAPHINode(phi) && LLVMGetInstructionParent(phi) == block;
	return here && (!asks || LLVMIsAConstant(LLVMGetOperand(cond, 1))) ? phi : NULL;
}

static bool has_known_way(LLVMValueRef phi)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (LLVMIsAConstantInt(LLVMGetIncomingValue(phi, i)))
			return true;
	return false;
}

/* Lists what can be done behind the branch; false: there is none, or other things as well. */
static bool list_ends(struct arena *arena, LLVMBasicBlockRef block, value_list *ends)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
	if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
		LLVMGetSuccessor(branch, 0) == LLVMGetSuccessor(branch, 1))
		return false;
	LLVMValueRef cond = LLVMGetCondition(branch), phi = asked_phi(cond, block);
	if (!phi || !has_known_way(phi))
		return false;
	bool calls = false;
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != branch; i = LLVMGetNextInstruction(i)) {
		if (LLVMIsAPHINode(i) || i == cond)
			continue;
		bool end = ends_scope(i);
		if ((!end && !is_address(i)) || !used_only_in(i, block) || ends->n == MOST_ENDS)
			return false;
		calls |= end && strncmp(call_name(i), "llvm.", 5);
		vec_push(arena, ends, i);
	}
	return calls;
}

static void phi_moved(LLVMBuilderRef b, LLVMValueRef phi, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	LLVMPositionBuilderBefore(b, phi);
	LLVMValueRef made = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef value = LLVMGetIncomingValue(phi, i);
		LLVMBasicBlockRef way = LLVMGetIncomingBlock(phi, i);
		LLVMAddIncoming(made, &value, way == from ? &to : &way, 1);
	}
	LLVMReplaceAllUsesWith(phi, made);
	LLVMInstructionEraseFromParent(phi);
}

static LLVMBasicBlockRef edge_block(LLVMBuilderRef b, LLVMValueRef branch, unsigned way)
{
	LLVMBasicBlockRef from = LLVMGetInstructionParent(branch), to = LLVMGetSuccessor(branch, way);
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(branch));
	LLVMBasicBlockRef made = LLVMInsertBasicBlockInContext(context, to, "");
	LLVMPositionBuilderAtEnd(b, made);
	LLVMBuildBr(b, to);
	LLVMSetSuccessor(branch, way, made);
	LLVMValueRef next;
	for (LLVMValueRef i = LLVMGetFirstInstruction(to); LLVMIsAPHINode(i); i = next) {
		next = LLVMGetNextInstruction(i);
		phi_moved(b, i, from, made);
	}
	return made;
}

static void copy_to(LLVMBuilderRef b, struct arena *arena, const value_list *ends, LLVMBasicBlockRef block)
{
	struct ptrmap *copies = ptrmap_new(arena);
	LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(block));
	vec_each(end, ends) {
		LLVMValueRef copy = LLVMInstructionClone(*end);
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(copy); i++) {
			LLVMValueRef known = ptrmap_get(copies, LLVMGetOperand(copy, i));
			if (known)
				LLVMSetOperand(copy, i, known);
		}
		LLVMInsertIntoBuilder(b, copy);
		ptrmap_set(copies, *end, copy);
	}
}

void scope_ends_move(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef function)
{
	LLVMBasicBlockRef next;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = next) {
		value_list ends = { 0 };
		next = LLVMGetNextBasicBlock(block);
		if (!list_ends(pass->arena, block, &ends))
			continue;
		LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
		for (unsigned way = 0; way < 2; way++)
			copy_to(b, pass->arena, &ends, edge_block(b, branch, way));
		while (ends.n)
			LLVMInstructionEraseFromParent(ends.at[--ends.n]);
	}
}
