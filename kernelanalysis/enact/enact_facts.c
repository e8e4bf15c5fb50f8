#include "kernelanalysis/enact/enact.h"
#include "kernelanalysis/passes.h"

/* What a run in numbers has to know of the kernel before. */

bool enact_may_run(const struct kernel *kernel)
{
	vec_each(access, &kernel->accesses)
		if ((*access)->handed != SCOPE_NONE || (*access)->owned != SCOPE_NONE ||
			(*access)->acquired.n || (*access)->found_by.n || (*access)->waited_for.n || (*access)->locks.n ||
			(*access)->of_queue || (*access)->of_barrier || (*access)->async ||
			(*access)->bulk)
			return false;
	return !kernel->lockstep && !kernel->grid_barriers.n && !kernel->rehearsed.n && !kernel->maps_shared;
}

static bool is_stride(LLVMValueRef user)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(user);
	return opcode == LLVMMul || opcode == LLVMUDiv || opcode == LLVMSDiv;
}

static bool is_size(LLVMValueRef value, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAICmpInst(user) || is_stride(user) || (depth && LLVMIsACastInst(user) && is_size(user, depth - 1)))
			return true;
	}
	return false;
}

bool enact_is_size(const struct kernel *kernel, unsigned param)
{
	return param < LLVMCountParams(kernel->llvm) && is_size(LLVMGetParam(kernel->llvm, param), 2);
}

bool enact_is_counter(const struct kernel *kernel, const struct symbol *base, struct et_map *map)
{
	vec_each(access, &kernel->accesses) {
		const struct object *object = (*access)->object;
		if ((*access)->type != ACCESS_ATOMIC || !(*access)->writes || !object->base)
			continue;
		if (object->base == base ||
			et_mentions(kernel->arena, et_map_apply(map, et_sym(kernel->ets, object->base)), et_sym(kernel->ets, base)))
			return true;
	}
	return false;
}

bool enact_spares(const struct kernel *kernel, const char *other, unsigned param, unsigned offset)
{
	LLVMModuleRef llvm = LLVMGetGlobalParent(kernel->llvm);
	struct module module = { LLVMGetModuleContext(llvm), llvm };
	return device_spares(&module, other, param, offset);
}
