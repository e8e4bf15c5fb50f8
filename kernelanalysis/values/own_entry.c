#include "kernelanalysis/pairs/order.h"

/* Is the address one that has a place of its own, of so many bytes at least, for each number of a thread. */
static bool has_places(struct kernel *kernel, const struct et *address, uint64_t bytes)
{
	if (address->op == ET_ADD) {
		bool first = term_is_common(address->arg[0], LEVEL_BLOCK);
		return (first || term_is_common(address->arg[1], LEVEL_BLOCK)) && has_places(kernel, address->arg[first], bytes);
	}
	bool apart = address->op == ET_MUL && et_is_const(address->arg[1]) && address->arg[1]->value >= bytes &&
		     address->arg[1]->value <= UINT32_MAX;
	const struct et *number = apart ? address->arg[0] : address;
	bool extends = number->op == ET_ZEXT || number->op == ET_SEXT;
	return (apart || bytes == 1) && extends && number->arg[0] == et_sym(kernel->ets, kernel->tid[0]);
}

const struct et *own_entry(struct kernel *kernel, const struct access *store, LLVMValueRef load)
{
	struct ets *ets = kernel->ets;
	const struct et *alone = et_bool(ets, true), *address = value_et(kernel->env, LLVMGetOperand(load, 0));
	if (value_et(kernel->env, store->pointer) != address || !has_places(kernel, address, store->size) ||
		!instruction_dominates(kernel->func, store->instruction, load))
		return NULL;
	for (unsigned i = 1; i < 3; i++)
		alone = et_and(ets, alone, et_binary(ets, ET_EQ, 0, et_sym(ets, kernel->ntid[i]), et_const(ets, 32, 1)));
	return et_ite(ets, alone, value_et(kernel->env, store->stored), value_opaque(kernel->env, load, SYM_DATA));
}
