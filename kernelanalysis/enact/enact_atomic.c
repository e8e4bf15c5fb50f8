#include "kernelanalysis/enact/enact_internal.h"

/* What atomic operations leave in memory. */

static const struct enact_value unknown;

static bool applied(const struct enact_insn *insn, uint64_t old, uint64_t by, uint64_t *result)
{
	unsigned width = insn->size * 8;
	int64_t x = sign_extend(old, width), y = sign_extend(by, width);
	switch (insn->access->rmw) {
	case RMW_EXCHANGE:
	case RMW_STORE:
		*result = by;
		return true;
	case RMW_ADD:
		*result = old + by;
		return true;
	case RMW_OR:
		*result = old | by;
		return true;
	case RMW_INC:
		*result = old >= by ? 0 : old + 1;
		return true;
	case RMW_DEC:
		*result = !old || old > by ? by : old - 1;
		return true;
	default:
		break;
	}
	if (!LLVMIsAAtomicRMWInst(insn->llvm))
		return false;
	switch (LLVMGetAtomicRMWBinOp(insn->llvm)) {
	case LLVMAtomicRMWBinOpSub:
		*result = old - by;
		return true;
	case LLVMAtomicRMWBinOpAnd:
		*result = old & by;
		return true;
	case LLVMAtomicRMWBinOpMax:
		*result = x > y ? old : by;
		return true;
	case LLVMAtomicRMWBinOpMin:
		*result = x < y ? old : by;
		return true;
	case LLVMAtomicRMWBinOpUMax:
		*result = old > by ? old : by;
		return true;
	case LLVMAtomicRMWBinOpUMin:
		*result = old < by ? old : by;
		return true;
	default:
		return false;
	}
}

struct enact_value enact_applied(const struct enact_player *player, const struct enact_insn *insn,
	struct enact_value old, struct enact_value *swapped)
{
	struct enact_value by = enact_operand(player, &insn->operands.at[1]), result = unknown;
	if (insn->access->rmw == RMW_CAS) {
		struct enact_value expected = enact_operand(player, &insn->operands.at[2]);
		*swapped = unknown;
		if (!old.known || !expected.known)
			return unknown;
		*swapped = enact_known(old.bits == expected.bits);
		return swapped->bits ? by : old;
	}
	if (insn->access->rmw == RMW_EXCHANGE || insn->access->rmw == RMW_STORE)
		return by;
	result.known = old.known && by.known && applied(insn, old.bits, by.bits, &result.bits);
	return result;
}
