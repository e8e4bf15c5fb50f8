#include "kernelanalysis/pairs/order.h"
#include "kernelanalysis/draws/swapped_draws.h"
#include "kernelanalysis/signals/signal.h"

/* What atomics do to the counters that they change, and what writes put into words. */

enum { MOST_CHOICES = 3 };

static bool is_operation(LLVMValueRef value, LLVMOpcode opcode)
{
	return LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == opcode;
}

static bool is_choice_negative(LLVMValueRef value, unsigned depth)
{
	unsigned first = LLVMIsASelectInst(value) ? 1 : 0;
	if (LLVMIsAConstantInt(value))
		return LLVMConstIntGetSExtValue(value) < 0;
	if (!depth)
		return false;
	if (is_operation(value, LLVMSub))
		return LLVMIsAConstantInt(LLVMGetOperand(value, 0)) && LLVMIsNull(LLVMGetOperand(value, 0));
	if (is_operation(value, LLVMAdd))
		return is_operation(LLVMGetOperand(value, 0), LLVMAnd) && is_choice_negative(LLVMGetOperand(value, 1), 0);
	if (!LLVMIsASelectInst(value) && !LLVMIsAPHINode(value) && !LLVMIsACastInst(value))
		return false;
	for (unsigned i = first; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (is_choice_negative(LLVMGetOperand(value, i), depth - 1))
			return true;
	return false;
}

bool amount_falls(LLVMValueRef amount)
{
	return is_choice_negative(amount, MOST_CHOICES);
}

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

enum neutral { NEUTRAL_NONE, NEUTRAL_ZERO, NEUTRAL_ONES };

/* The number with which an operation leaves every word as it is. */
static enum neutral neutral_number(LLVMAtomicRMWBinOp op)
{
	switch (op) {
	case LLVMAtomicRMWBinOpAnd:
	case LLVMAtomicRMWBinOpUMin:
		return NEUTRAL_ONES;
	case LLVMAtomicRMWBinOpAdd:
	case LLVMAtomicRMWBinOpSub:
	case LLVMAtomicRMWBinOpOr:
	case LLVMAtomicRMWBinOpXor:
	case LLVMAtomicRMWBinOpUMax:
		return NEUTRAL_ZERO;
	default:
		return NEUTRAL_NONE;
	}
}

static bool is_neutral(LLVMValueRef number, enum neutral neutral)
{
	if (neutral == NEUTRAL_NONE || !number || !LLVMIsAConstantInt(number))
		return false;
	return neutral == NEUTRAL_ONES ? number == LLVMConstAllOnes(LLVMTypeOf(number)) : LLVMIsNull(number);
}

bool atomic_keeps_value(LLVMValueRef i)
{
	if (LLVMIsAAtomicCmpXchgInst(i))
		return LLVMGetOperand(i, 1) == LLVMGetOperand(i, 2);
	return LLVMIsAAtomicRMWInst(i) &&
	       is_neutral(LLVMGetOperand(i, 1), neutral_number(LLVMGetAtomicRMWBinOp(i)));
}

bool keeps_value(const struct access *op)
{
	if (op->rmw == RMW_CAS)
		return op->expected == op->operand;
	if (op->rmw == RMW_ADD || op->rmw == RMW_OR)
		return is_neutral(op->operand, NEUTRAL_ZERO);
	return op->rmw == RMW_OTHER && atomic_keeps_value(op->instruction);
}

bool counter_shrinks(const struct access *access)
{
	if (access->rmw == RMW_ADD)
		return amount_falls(access->operand);
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

LLVMValueRef counter_subtracts(const struct access *counter)
{
	LLVMValueRef amount = counter->operand;
	if (!amount || !LLVMIsAAtomicRMWInst(counter->instruction))
		return NULL;
	if (counter->rmw == RMW_ADD && LLVMIsABinaryOperator(amount) && LLVMGetInstructionOpcode(amount) == LLVMSub &&
		LLVMIsNull(LLVMGetOperand(amount, 0)))
		amount = LLVMGetOperand(amount, 1);
	else if (counter->rmw != RMW_OTHER || LLVMGetAtomicRMWBinOp(counter->instruction) != LLVMAtomicRMWBinOpSub)
		return NULL;
	return !LLVMIsAConstantInt(amount) && !amount_falls(amount) ? amount : NULL;
}

static bool goes_down(const struct access *counter)
{
	return counter_draw(counter) < 0 || counter_subtracts(counter) || swapped_way(counter) == SWAPPED_DOWN;
}

/* Does an atomic put some number into the word, whatever lies there. */
static bool sets(const struct access *other, bool down)
{
	if (other->rmw == RMW_CAS)
		return !keeps_value(other) && swapped_way(other) != (down ? SWAPPED_DOWN : SWAPPED_UP);
	return other->rmw == RMW_EXCHANGE || other->rmw == RMW_STORE || other->rmw == RMW_NONE;
}

bool counter_set_by(
	const struct kernel *kernel, const struct access *other, const struct access *counter)
{
	return other->object == counter->object && strong_write(other) &&
	       sets(other, goes_down(counter)) && accesses_may_meet(other, counter) &&
	       !et_is_false(same_address(kernel, other->address, counter->address));
}

static bool goes_up(const struct access *other)
{
	return counter_draw(other) >= 0 && !counter_subtracts(other) && !keeps_value(other) && other->rmw != RMW_CAS && !sets(other, true);
}

bool counter_turns_back(
	const struct kernel *kernel, const struct access *other, const struct access *counter)
{
	return other->type == ACCESS_ATOMIC && other->object == counter->object && other->writes &&
	       (goes_down(counter) ? goes_up(other) : counter_shrinks(other)) &&
	       !et_is_false(same_address(kernel, other->address, counter->address));
}

const struct et *value_written(struct kernel *kernel, const struct access *write)
{
	LLVMValueRef value = write->type == ACCESS_ATOMIC ? write->operand : write->stored;
	switch (write->rmw) {
	case RMW_NONE:
	case RMW_STORE:
	case RMW_CAS:
	case RMW_EXCHANGE:
	case RMW_OR:
		break;
	case RMW_LOAD:
	case RMW_ADD:
	case RMW_INC:
	case RMW_DEC:
	case RMW_OTHER:
		return NULL;
	}
	if (!value)
		return NULL;
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
	if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind)
		return NULL;
	return value_et(kernel->env, value);
}
