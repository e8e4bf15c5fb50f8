#include "hostanalysis/leftovers.h"
#include "hostanalysis/streams.h"

#include <string.h>

/* Fills, copies and launches in another stream than a launch's, which may run when that is under way, or later. */

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

/* Is the stream surely another one than the launch's, with nothing between that orders them. */
static bool runs_beside(const struct finding *finding, LLVMValueRef call, const struct et *own)
{
	struct root *root = finding->root;
	const struct et *stream = finding->call ? finding->call->launch.stream : NULL;
	return own && stream && et_is_true(streams_apart(root->pass, own, stream)) &&
	       goes_on_unordered(root, call, finding->at);
}

bool runs_late(const struct finding *finding, LLVMValueRef call)
{
	struct root *root = finding->root;
	if (!strcmp(call_name(call), "hgrd.launch"))
		return runs_beside(finding, call, host_term(root, call_arg(call, LAUNCH_STREAM)));
	struct stream_op op = stream_op_of(call);
	return op.action == STREAM_ENQUEUE && op.stream >= 0 && (unsigned)op.stream < call_args(call) &&
	       runs_beside(finding, call, host_term(root, call_arg(call, (unsigned)op.stream)));
}
