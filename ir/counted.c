#include "ir/value_internal.h"

/*
 * Counters that some rounds of a loop move on and others leave as they are: the length of a list that
 * is appended to where a condition holds. Such a phi never falls below what it begins with; where no
 * inner loop moves it, it has grown by no more than every round's increments. Strides that some rounds multiply do not fall
 * either, where they begin with no negative number, but how far they grow is not known.
 */
struct counted {
	struct value_env *env;
	const struct loop *loop;
	LLVMValueRef phi;
	struct ptrmap *seen;
	uint64_t step;  /* that all increments are of; 1 when they differ */
	uint64_t total; /* of all increments, each once */
	unsigned flags;
	bool nested;    /* inner loops go through it too */
	bool multiplied;
	bool fails;
};

static void add_increment(struct counted *counted, LLVMValueRef add)
{
	uint64_t by = LLVMConstIntGetZExtValue(LLVMGetOperand(add, 1));
	counted->step = !counted->step || counted->step == by ? by : 1;
	counted->total += by;
	counted->fails |= !by || by > 1 << 20;
	if (!LLVMGetNSW(add))
		counted->flags &= ~(unsigned)ET_NSW;
	if (!LLVMGetNUW(add))
		counted->flags &= ~(unsigned)ET_NUW;
}

/* Is it never less than its first operand, where that is not negative, as nothing wraps. */
static bool is_multiple(LLVMValueRef value)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	LLVMValueRef by = opcode == LLVMMul || opcode == LLVMShl ? LLVMGetOperand(value, 1) : NULL;
	return by && LLVMGetNSW(value) && LLVMIsAConstantInt(by) && (opcode == LLVMShl || LLVMConstIntGetSExtValue(by) > 0);
}

/* The phi itself, or what joins, selects, inner loops and increments make of it. */
static void collect(struct counted *counted, LLVMValueRef value)
{
	if (value == counted->phi || counted->fails || ptrmap_get(counted->seen, value))
		return;
	ptrmap_set(counted->seen, value, value);
	struct block *block = LLVMIsAInstruction(value)
				      ? instruction_block(counted->env->func, value)
				      : NULL;
	if (!block || !loop_contains(counted->loop, block)) {
		counted->fails = true;
		return;
	}
	counted->nested |= block->loop != counted->loop;
	if (LLVMIsAPHINode(value)) {
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
			collect(counted, LLVMGetIncomingValue(value, i));
	} else if (LLVMIsASelectInst(value)) {
		collect(counted, LLVMGetOperand(value, 1));
		collect(counted, LLVMGetOperand(value, 2));
	} else if (LLVMGetInstructionOpcode(value) == LLVMAdd &&
		   LLVMIsAConstantInt(LLVMGetOperand(value, 1))) {
		add_increment(counted, value);
		collect(counted, LLVMGetOperand(value, 0));
	} else if (is_multiple(value)) {
		counted->multiplied = true;
		if (!LLVMGetNUW(value))
			counted->flags &= ~(unsigned)ET_NUW;
		collect(counted, LLVMGetOperand(value, 0));
	} else {
		counted->fails = true;
	}
}

/* Do all increments fit what is said of multiples: nothing is negative, and nothing wraps as a signed number. */
static bool fits_multiples(const struct counted *counted, const struct et *init)
{
	return (counted->flags & ET_NSW) && et_is_const(init) && et_signed(init) >= 0;
}

const struct et *counted_phi(
	struct value_env *env, const struct loop *loop, LLVMValueRef phi, const struct et *init)
{
	struct ets *ets = env->ets;
	unsigned width = init->width;
	struct counted counted = { .env = env, .loop = loop, .phi = phi,
		.seen = ptrmap_new(env->arena), .flags = ET_NSW | ET_NUW };
	if (width > 64 || width < 16)
		return NULL;
	collect(&counted, phi_incoming(phi, loop->latch));
	if (counted.fails || (counted.multiplied ? !fits_multiples(&counted, init) : !counted.total))
		return NULL;
	const struct et *zero = et_const(ets, width, 0), *k = loop_counter(env, loop);
	enum sym_kind kind = !counted.multiplied && loop_reads_input(env, loop) ? SYM_HOST : SYM_HAVOC;
	const struct et *grown = value_opaque_number(env, phi, kind);
	bool unbounded = counted.nested || counted.multiplied;
	uint64_t step = unbounded ? 1 : counted.step;
	if (unbounded) {
		const struct et *first = et_binary(ets, ET_EQ, 0, k, et_const(ets, 64, 0));
		grown = et_ite(ets, et_binary(ets, ET_SLT, 0, grown, zero), zero, grown);
		grown = et_ite(ets, first, zero, grown);
	} else {
		const struct et *most = et_binary(ets, ET_MUL, ET_NSW | ET_NUW,
			width < 64 ? et_cast(ets, ET_TRUNC, width, k) : k,
			et_const(ets, width, counted.total / step));
		grown = et_ite(ets, et_binary(ets, ET_ULT, 0, grown, most), grown, most);
		grown = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, grown, et_const(ets, width, step));
	}
	return et_binary(ets, ET_ADD, counted.flags, init, grown);
}
