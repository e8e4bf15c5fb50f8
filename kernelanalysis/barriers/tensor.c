#include "kernelanalysis/barriers/async.h"

#include <string.h>

#include <llvm-c/Target.h>

/*
 * How many bytes a bulk copy of a tensor's box brings is in its descriptor, which the host makes. But
 * the barrier is told how many to expect: of the copies that follow in the same straight code
 * (or come before it), one brings them all, or each its share of the variable that it fills, where
 * all variables together hold a whole number of such rounds.
 */

enum { MOST_COPIES = 8 };

struct round {
	LLVMValueRef copies[MOST_COPIES];
	unsigned n;
	uint64_t bytes; /* of the tensors' copies together */
};

static bool is_tensor(LLVMValueRef i)
{
	return LLVMIsACallInst(i) && !strcmp(call_name(i), "__hgrd_bulk_tensor");
}

static LLVMValueRef barrier_of(LLVMValueRef i)
{
	if (!LLVMIsACallInst(i))
		return NULL;
	if (!strcmp(call_name(i), "__hgrd_barrier_expect"))
		return call_arg(i, 0);
	bool copies = is_tensor(i) || !strcmp(call_name(i), "__hgrd_bulk_load");
	return copies ? call_arg(i, 3) : NULL;
}

static bool expects(struct kernel *kernel, LLVMValueRef i, const struct object *barrier)
{
	return LLVMIsACallInst(i) && !strcmp(call_name(i), "__hgrd_barrier_expect") &&
	       object_of(kernel, call_arg(i, 0)) == barrier;
}

/* The operation in the copy's straight code that expects its bytes; NULL: there is none. */
static LLVMValueRef expecting(struct kernel *kernel, LLVMValueRef copy)
{
	const struct object *barrier = object_of(kernel, barrier_of(copy));
	for (LLVMValueRef i = copy; i; i = LLVMGetPreviousInstruction(i))
		if (expects(kernel, i, barrier))
			return i;
	for (LLVMValueRef i = copy; i; i = LLVMGetNextInstruction(i))
		if (expects(kernel, i, barrier))
			return i;
	return NULL;
}

/* Adds a copy, whose bytes are counted or left to be shared out. */
static bool round_add(struct round *round, LLVMValueRef copy)
{
	LLVMValueRef size = call_arg(copy, 1);
	if (is_tensor(copy)) {
		if (round->n == MOST_COPIES)
			return false;
		round->copies[round->n++] = copy;
		return true;
	}
	if (!LLVMIsAConstantInt(size) || LLVMConstIntGetZExtValue(size) >= round->bytes)
		return false;
	round->bytes -= LLVMConstIntGetZExtValue(size);
	return true;
}

static bool round_fill(struct kernel *kernel, LLVMValueRef expect, struct round *round)
{
	LLVMValueRef bytes = call_arg(expect, 1);
	const struct object *barrier = object_of(kernel, call_arg(expect, 0));
	if (!LLVMIsAConstantInt(bytes))
		return false;
	*round = (struct round){ .bytes = LLVMConstIntGetZExtValue(bytes) };
	LLVMBasicBlockRef block = LLVMGetInstructionParent(expect);
	LLVMValueRef i = LLVMGetFirstInstruction(block);
	for (; i; i = LLVMGetNextInstruction(i)) {
		LLVMValueRef of = i == expect ? NULL : barrier_of(i);
		if (of && object_of(kernel, of) == barrier && expecting(kernel, i) == expect &&
			!expects(kernel, i, barrier) && !round_add(round, i))
			return false;
	}
	return true;
}

/* The bytes of the shared variable that the copy fills, and fills alone in its round; 0: not known. */
static uint64_t room(struct kernel *kernel, const struct round *round, unsigned index)
{
	const struct object *to = object_of(kernel, call_arg(round->copies[index], 0));
	for (unsigned i = 0; i < round->n; i++)
		if (i != index && object_of(kernel, call_arg(round->copies[i], 0)) == to)
			return 0;
	if (to->kind != OBJECT_SHARED || !LLVMIsAGlobalVariable(to->value))
		return 0;
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel->llvm));
	return LLVMStoreSizeOfType(data, LLVMGlobalGetValueType(to->value));
}

static unsigned share(struct kernel *kernel, const struct round *round, LLVMValueRef copy)
{
	uint64_t all = 0, own = 0;
	for (unsigned i = 0; i < round->n; i++) {
		uint64_t bytes = room(kernel, round, i);
		if (!bytes)
			return 0;
		all += bytes;
		if (round->copies[i] == copy)
			own = bytes;
	}
	if (!round->bytes || all % round->bytes || own % (all / round->bytes))
		return 0;
	return (unsigned)(own / (all / round->bytes));
}

unsigned tensor_bytes(struct kernel *kernel, LLVMValueRef copy)
{
	struct round round;
	LLVMValueRef expect = expecting(kernel, copy);
	if (!expect || !round_fill(kernel, expect, &round) || round.bytes > UINT32_MAX)
		return 0;
	return round.n == 1 ? (unsigned)round.bytes : share(kernel, &round, copy);
}
