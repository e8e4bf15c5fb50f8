#include "kernelanalysis/order.h"

/* What atomics do to the counters that they change. */

uint64_t counter_step(const struct access *counter)
{
	if (counter->rmw == RMW_INC)
		return 1;
	if (counter->rmw != RMW_ADD || !LLVMIsAConstantInt(counter->operand))
		return 0;
	int64_t step = LLVMConstIntGetSExtValue(counter->operand);
	return step > 0 ? (uint64_t)step : 0;
}

uint64_t counter_fall(const struct access *counter)
{
	int64_t draw = counter_draw(counter);
	return draw < 0 ? (uint64_t)-draw : 0;
}

int64_t counter_change(const struct access *counter)
{
	if (counter->rmw == RMW_INC)
		return 1;
	if (!counter->operand || !LLVMIsAConstantInt(counter->operand))
		return 0;
	int64_t operand = LLVMConstIntGetSExtValue(counter->operand);
	if (counter->rmw == RMW_ADD)
		return operand;
	bool subtracts = LLVMIsAAtomicRMWInst(counter->instruction) &&
			 LLVMGetAtomicRMWBinOp(counter->instruction) == LLVMAtomicRMWBinOpSub;
	return subtracts ? -operand : 0;
}

bool keeps_value(const struct access *op)
{
	if (op->rmw == RMW_CAS)
		return op->expected == op->operand;
	return op->rmw == RMW_ADD && LLVMIsAConstantInt(op->operand) &&
	       LLVMConstIntGetZExtValue(op->operand) == 0;
}

bool counter_shrinks(const struct access *access)
{
	if (access->rmw == RMW_ADD && LLVMIsAConstantInt(access->operand))
		return LLVMConstIntGetSExtValue(access->operand) < 0;
	if (access->rmw == RMW_DEC)
		return true;
	if (access->rmw != RMW_OTHER || !LLVMIsAAtomicRMWInst(access->instruction))
		return access->rmw == RMW_OTHER && access->writes;
	switch (LLVMGetAtomicRMWBinOp(access->instruction)) {
	case LLVMAtomicRMWBinOpMax:
	case LLVMAtomicRMWBinOpUMax:
	case LLVMAtomicRMWBinOpFAdd:
		return false;
	default:
		return true;
	}
}

int64_t counter_draw(const struct access *counter)
{
	return counter->rmw == RMW_DEC ? -1 : counter_change(counter);
}

bool counter_turns_back(
	const struct kernel *kernel, const struct access *other, const struct access *counter)
{
	bool down = counter_draw(counter) < 0;
	return other->type == ACCESS_ATOMIC && other->object == counter->object && other->writes &&
	       (down ? counter_draw(other) >= 0 && !keeps_value(other) : counter_shrinks(other)) &&
	       !et_is_false(same_address(kernel, other->address, counter->address));
}
