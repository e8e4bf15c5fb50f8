#include "kernelanalysis/passes.h"

/*
 * Plain loads with which a compare-and-swap loop begins, as in the programming guide: a wrong guess costs one more round. A value that
 * is stored, or says where something lies, is more than a guess.
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

/* Is the value itself stored, or part of an address. */
static bool is_kept(LLVMValueRef value, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use && depth; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool stored = LLVMIsAStoreInst(user) || LLVMIsAGetElementPtrInst(user);
		if (stored || (LLVMIsACastInst(user) && is_kept(user, depth - 1)))
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
			return (*each)->address == load->address && !is_kept(load->instruction, DEPTH);
	return false;
}
