#include "kernelanalysis/pairs/order.h"

#include <string.h>

/* What lanes tell each other of what an atomic operation has found: who of a warp has won tells the others. */

enum { MOST_STEPS = 8 };

static bool is_election(LLVMValueRef value)
{
	return LLVMIsAAtomicCmpXchgInst(value) ||
	       (LLVMIsAAtomicRMWInst(value) &&
		       LLVMGetAtomicRMWBinOp(value) == LLVMAtomicRMWBinOpXchg);
}

/* Has a step of a counter found the value: who finds a certain number is one. */
static bool is_drawn(const struct kernel *kernel, LLVMValueRef value)
{
	const struct access *counter = access_at(kernel, value);
	return counter && counter_draw(counter);
}

/* Is the value made of such a result, of an election or, unless the kernel is NULL, of a counter, in so many steps. */
static bool made_in_steps(const struct kernel *kernel, LLVMValueRef value, unsigned steps)
{
	if (is_election(value) || (kernel && is_drawn(kernel, value)))
		return true;
	if (!steps || !LLVMIsAInstruction(value) || LLVMIsALoadInst(value) || is_call(value))
		return false;
	unsigned n = LLVMIsAPHINode(value) ? LLVMCountIncoming(value) : (unsigned)LLVMGetNumOperands(value);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef part = LLVMIsAPHINode(value) ? LLVMGetIncomingValue(value, i)
							  : LLVMGetOperand(value, i);
		if (made_in_steps(kernel, part, steps - 1))
			return true;
	}
	return false;
}

bool made_of_election(LLVMValueRef value)
{
	return made_in_steps(NULL, value, MOST_STEPS);
}

/* Is the shuffle one of warp-aggregated increments, of which it is known what each lane finds. */
static bool is_aggregated(const struct kernel *kernel, LLVMValueRef shuffle)
{
	vec_each(each, &kernel->aggregated)
		if (each->shuffle == shuffle || each->upper == shuffle)
			return true;
	return false;
}

/* Is it read from a place of shared memory that not the whole block reads, where some thread has stored such a result. */
static bool is_left_for_warp(struct kernel *kernel, LLVMValueRef load)
{
	const struct access *read = access_at(kernel, load);
	if (!read || read->object->space != SPACE_SHARED || value_level(kernel, read->pointer) <= LEVEL_BLOCK)
		return false;
	vec_each(each, &kernel->accesses)
		if ((*each)->object == read->object && (*each)->stored && made_of_election((*each)->stored))
			return true;
	return false;
}

bool symbol_told(struct kernel *kernel, const struct symbol *sym)
{
	const struct symbol *first = sym->original ? sym->original : sym;
	LLVMValueRef call = (LLVMValueRef)(uintptr_t)first->origin;
	if (first->kind != SYM_DATA || !call)
		return false;
	if (!LLVMIsACallInst(call))
		return LLVMIsALoadInst(call) && is_left_for_warp(kernel, call);
	const char *name = call_name(call);
	bool exchanges = !strncmp(name, "llvm.nvvm.shfl.sync.", 20) || !strncmp(name, "llvm.nvvm.vote.", 15);
	if (!exchanges || call_args(call) < 2)
		return false;
	return made_in_steps(is_aggregated(kernel, call) ? NULL : kernel, call_arg(call, 1), MOST_STEPS);
}
