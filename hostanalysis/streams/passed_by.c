#include "hostanalysis/streams/streams.h"

#include <string.h>

/*
 * Operations that order streams under conditions: where one is not made, it orders nothing. That is
 * said only of conditions which follow from arguments, counters and what is asked once: what is
 * read twice from memory may be known to be the same.
 */

bool are_in_one_loop(struct root *root, LLVMValueRef a, LLVMValueRef b)
{
	return instruction_block(root->func, a)->loop == instruction_block(root->func, b)->loop;
}

static bool is_always_behind(const struct block *block, const struct block *first)
{
	for (const struct block *b = first; b; b = b->ipdom)
		if (b == block)
			return true;
	return false;
}

bool may_pass_by(struct root *root, LLVMValueRef launch, LLVMValueRef call)
{
	enum stream_action action = stream_op_of(call).action;
	bool orders = action == STREAM_RECORD || action == STREAM_AWAIT || action == STREAM_JOIN ||
		      action == EVENT_JOIN;
	return orders && are_in_one_loop(root, launch, call) &&
	       !is_always_behind(
		       instruction_block(root->func, call), instruction_block(root->func, launch));
}

struct origins {
	struct root *root;
	bool unsure;
};

/* Is it the only call of its function, and none that tells how an operation of a stream went. */
static bool is_asked_once(struct root *root, LLVMValueRef call)
{
	if (!strncmp(call_name(call), "hgrd.", 5) || !strncmp(call_name(call), "cu", 2))
		return false;
	vec_each(block, &root->func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i))
			if (is_call(i) && i != call && call_target(i) == call_target(call))
				return false;
	return call_target(call);
}

static void origin_visit(void *data, const struct et *et)
{
	struct origins *origins = data;
	if ((et->op != ET_SYM && et->op != ET_APP) || et->sym->kind == SYM_LOOP)
		return;
	LLVMValueRef value =
		et->sym->kind == SYM_HOST ? (LLVMValueRef)(uintptr_t)et->sym->origin : NULL;
	origins->unsure |=
		!value || !(LLVMIsAArgument(value) ||
				  (is_call(value) && is_asked_once(origins->root, value)));
}

const struct et *passed_by(struct root *root, const block_list *blocks)
{
	struct ets *ets = root->pass->ets;
	const struct et *none = et_bool(ets, true);
	struct origins origins = { root, false };
	vec_each(block, blocks)
		none = et_and(ets, none, et_not(ets, value_reach(root->env, *block)));
	et_once(root->pass->arena, none, origin_visit, &origins);
	return origins.unsure ? et_bool(ets, false) : none;
}
