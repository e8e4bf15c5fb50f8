#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/streams/streams.h"

/*
 * Launches that may begin before the kernel before them in their stream is over (programmatic dependent launches). Which kernel
 * that is is known where one of the same function always comes before, in the same stream, and nothing between that is not
 * followed: then all that may be it are launches of the root. Memory behind an argument that none of these changes may be read
 * before the launch waits for it.
 */

static bool stands_before(LLVMValueRef first, LLVMValueRef then)
{
	while (first && first != then) first = LLVMGetNextInstruction(first);
	return first;
}

/* Does one launch always come before the other one, in one stream. */
static bool comes_before(struct root *root, LLVMValueRef first, const struct launch_call *then)
{
	const struct block *from = instruction_block(root->func, first);
	const struct block *to = instruction_block(root->func, then->call);
	if (first == then->call || !from || !to)
		return false;
	const struct et *stream = host_term(root, call_arg(first, LAUNCH_STREAM));
	bool dominates = from == to ? stands_before(first, then->call) : block_dominates(from, to);
	return dominates && handles_are_same(root->pass, stream, then->launch.stream);
}

/* May a function that is not followed launch something between the two. */
static bool is_followed(struct root *root, LLVMValueRef first, LLVMValueRef then)
{
	vec_each(block, &root->func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i))
			if (is_call(i) && call_is_foreign(i) && may_follow(root, first, i) && may_follow(root, i, then))
				return false;
	return true;
}

static bool predecessor_known(struct root *root, const struct launch_call *launch)
{
	vec_each(first, &root->launches)
		if (comes_before(root, *first, launch) && is_followed(root, *first, launch->call))
			return true;
	return false;
}

static bool is_calm(struct root *root, const struct memory *memory, LLVMValueRef call)
{
	vec_each(other, &root->launches)
		if (may_follow(root, *other, call) && launch_touches(root, memory, *other))
			return false;
	return true;
}

void dependents_fill(struct root *root, launch_call_list *calls)
{
	vec_each(call, calls) {
		const struct et *early = call->launch.early, *offset;
		if (!early || (et_is_const(early) && !early->value) || root->func->irreducible ||
			!predecessor_known(root, call))
			continue;
		for (unsigned i = LAUNCH_ARGS; i < call_args(call->call); i++) {
			LLVMValueRef value = call_arg(call->call, i);
			if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind)
				continue;
			struct memory memory = { host_term(root, value), NULL };
			memory.alloc = host_pointee(root->pass->ets, memory.pointer, &offset);
			if (memory.alloc && memory.alloc->memory != HOST_GLOBAL && is_calm(root, &memory, call->call))
				vec_push(root->pass->arena, &call->launch.calm, memory.pointer);
		}
	}
}

bool dependents_equal(const struct host_launch *a, const struct host_launch *b)
{
	for (size_t i = 0; i < a->calm.n && a->calm.n == b->calm.n; i++)
		if (a->calm.at[i] != b->calm.at[i])
			return false;
	return a->calm.n == b->calm.n;
}
