#include "hostanalysis/leftovers.h"
#include "hostanalysis/streams.h"

/* Fills and copies in another stream than the launch's, which may run when that is under way, or later. */

/* May the call order what is in one stream before what comes later in another. */
static bool may_order(struct root *root, LLVMValueRef call)
{
	struct stream_op op = stream_op_of(call);
	if (op.action == STREAM_QUIET || op.action == STREAM_QUERY || op.action == STREAM_RECORD)
		return false;
	return op.action != STREAM_ENQUEUE || op.stream < 0 || (unsigned)op.stream >= call_args(call) ||
	       stream_may_be_default(root->pass->arena, host_term(root, call_arg(call, (unsigned)op.stream)));
}

/* Does nothing between the two order streams, or seem to. */
static bool goes_on_unordered(struct root *root, LLVMValueRef fill, LLVMValueRef at)
{
	vec_each(block, &root->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i))
			if (is_call(i) && i != fill && i != at && may_order(root, i) &&
				may_follow(root, fill, i) && may_follow(root, i, at))
				return false;
	}
	return true;
}

bool fill_runs_beside(const struct finding *finding, LLVMValueRef fill)
{
	struct root *root = finding->root;
	struct stream_op op = stream_op_of(fill);
	const struct et *stream = finding->call ? finding->call->launch.stream : NULL;
	if (!stream || op.action != STREAM_ENQUEUE || op.stream < 0 || (unsigned)op.stream >= call_args(fill))
		return false;
	const struct et *own = host_term(root, call_arg(fill, (unsigned)op.stream));
	return et_is_true(streams_apart(root->pass, own, stream)) && goes_on_unordered(root, fill, finding->at);
}
