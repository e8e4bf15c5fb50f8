#include "hostanalysis/leftovers.h"

#include <string.h>

/*
 * Memory that cudaMemset fills with a byte that is not 0, and that a launch then finds so: nothing between may change it.
 * Launches in loops find it in the first round, if the filling is before the loop.
 */

/* A call of cudaMemset or cudaMemsetAsync that fills with one byte; false: it is none. */
static bool fills(struct root *root, LLVMValueRef i, const struct et **pointer, unsigned *byte)
{
	if (!is_call(i) || (strcmp(call_name(i), "cudaMemset") && strcmp(call_name(i), "cudaMemsetAsync")))
		return false;
	LLVMValueRef value = call_arg(i, 1);
	if (!LLVMIsAConstantInt(value))
		return false;
	*byte = LLVMConstIntGetZExtValue(value) & 0xff;
	*pointer = host_term(root, call_arg(i, 0));
	return *byte;
}

/* Can `to` be run after `from`, by one edge or more. */
static bool leads(struct root *root, const struct block *from, const struct block *to)
{
	bool *seen = arena_alloc(root->pass->arena, root->func->blocks.n * sizeof(*seen));
	VEC(const struct block *) work = { 0 };
	vec_push(root->pass->arena, &work, from);
	while (work.n) {
		const struct block *block = work.at[--work.n];
		vec_each(succ, &block->succs) {
			if (seen[(*succ)->index])
				continue;
			seen[(*succ)->index] = true;
			vec_push(root->pass->arena, &work, *succ);
		}
	}
	return seen[to->index];
}

static bool comes_after(LLVMValueRef a, LLVMValueRef b)
{
	for (LLVMValueRef i = LLVMGetNextInstruction(a); i; i = LLVMGetNextInstruction(i))
		if (i == b)
			return true;
	return false;
}

static bool may_follow(struct root *root, LLVMValueRef first, LLVMValueRef then)
{
	const struct block *from = instruction_block(root->func, first);
	const struct block *to = instruction_block(root->func, then);
	return from && to && ((from == to && comes_after(first, then)) || leads(root, from, to));
}

/* Does anything else that may change the memory come between the filling and the launch. */
static bool is_changed(struct root *root, const struct memory *memory, LLVMValueRef filling,
	LLVMValueRef launch)
{
	vec_each(block, &root->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			bool launches = is_call(i) && !strcmp(call_name(i), "hgrd.launch");
			if (i == filling || i == launch || !may_follow(root, filling, i) ||
				!may_follow(root, i, launch))
				continue;
			if (launches ? launch_touches(root, memory, i)
				     : instruction_touches(root, memory, i))
				return true;
		}
	}
	return false;
}

/* The launch is the first one since the filling: in the first rounds of loops around it alone. */
static const struct et *first_time(
	struct root *root, const struct block *filling, const struct block *launch)
{
	struct ets *ets = root->pass->ets;
	const struct et *first = et_bool(ets, true);
	for (const struct loop *loop = launch->loop; loop && !loop_contains(loop, filling);
		loop = loop->parent) {
		const struct et *k = et_sym(ets, root->env->loops[loop->index].counter);
		first = et_and(ets, first,
			et_binary(ets, ET_EQ, 0, k, et_const(ets, k->width, 0)));
	}
	return first;
}

static void preset_add(struct root *root, struct launch_call *call, LLVMValueRef filling,
	const struct et *pointer, unsigned byte)
{
	struct host_launch *launch = &call->launch;
	const struct et *offset;
	struct memory memory = { pointer, host_pointee(root->pass->ets, pointer, &offset) };
	const struct block *from = instruction_block(root->func, filling);
	const struct block *to = instruction_block(root->func, call->call);
	if (!memory.alloc || !to || !instruction_dominates(root->func, filling, call->call))
		return;
	for (unsigned arg = 0; launch->args_known && arg < launch->args.n; arg++) {
		vec_each(piece, &launch->args.at[arg].pieces) {
			const struct et *size = host_term(root, call_arg(filling, 2));
			if (piece->value != pointer || size != memory.alloc->size ||
				is_changed(root, &memory, filling, call->call))
				continue;
			struct host_preset preset = { arg, piece->offset, byte,
				first_time(root, from, to), instruction_loc(root->pass->arena, filling) };
			vec_push(root->pass->arena, &launch->presets, preset);
		}
	}
}

void presets_fill(struct root *root, launch_call_list *calls)
{
	const struct et *pointer;
	unsigned byte;
	if (root->func->irreducible)
		return;
	vec_each(block, &root->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			if (!fills(root, i, &pointer, &byte))
				continue;
			vec_each(call, calls)
				if (call->launch.kernel)
					preset_add(root, call, i, pointer, byte);
		}
	}
}
