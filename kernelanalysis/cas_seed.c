#include "kernelanalysis/passes.h"

/*
 * Plain loads with which a compare-and-swap loop begins, as in the programming guide: a wrong guess
 * costs one more round. A value that is stored, or says where something lies, is more than a guess.
 */

/* Is the value, chosen by phis or as another type, what is `expected`. */
static bool becomes(LLVMValueRef value, LLVMValueRef expected, unsigned depth)
{
	if (value == expected)
		return true;
	for (LLVMUseRef use = LLVMGetFirstUse(value); use && depth; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool same = LLVMIsAPHINode(user) || LLVMIsAPtrToIntInst(user) ||
			    LLVMIsAIntToPtrInst(user) || LLVMIsABitCastInst(user);
		if (same && becomes(user, expected, depth - 1))
			return true;
	}
	return false;
}

/* A guess and the compare-and-swap that it is for. */
struct guess {
	const struct kernel *kernel;
	const struct access *swap;
	LLVMValueRef phi; /* of the swap's loop, which takes the guess into its first round; NULL:
			     not yet come to */
};

/* Behind the loop of the swap its phi is what the swap has found. */
static bool is_found(const struct guess *guess, LLVMValueRef user)
{
	const struct loop *loop = guess->swap->block->loop;
	return guess->phi && !loop_contains(loop, instruction_block(guess->kernel->func, user));
}

static bool takes_in(const struct guess *guess, LLVMValueRef user)
{
	const struct block *block =
		LLVMIsAPHINode(user) ? instruction_block(guess->kernel->func, user) : NULL;
	return block && guess->swap->block->loop && block == guess->swap->block->loop->header;
}

/* Is the value itself stored, or part of an address. */
static bool is_kept(const struct guess *guess, LLVMValueRef value, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use && depth; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		struct guess inside = { guess->kernel, guess->swap, user };
		bool stored = LLVMIsAStoreInst(user) || LLVMIsAGetElementPtrInst(user);
		if (stored && !is_found(guess, user))
			return true;
		if (LLVMIsACastInst(user) && is_kept(guess, user, depth - 1))
			return true;
		if (!guess->phi && takes_in(guess, user) && is_kept(&inside, user, depth - 1))
			return true;
	}
	return false;
}

bool access_seeds_cas(const struct kernel *kernel, const struct access *load)
{
	enum { DEPTH = 4 };
	vec_each(each, &kernel->accesses)
		if ((*each)->rmw == RMW_CAS && (*each)->object == load->object &&
			becomes(load->instruction, (*each)->expected, DEPTH))
			return (*each)->address == load->address &&
			       !is_kept(&(struct guess){ kernel, *each, NULL }, load->instruction,
				       DEPTH);
	return false;
}
