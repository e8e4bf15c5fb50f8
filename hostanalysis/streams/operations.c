#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/streams/streams.h"

/* What is looked at for its order: launches, copies and fills, launches of a graph, and what the
 * host itself does. */

/* The host waits for no copy of a graph that it launches, whatever memory that is of. */
bool operation_is_awaited(struct root *root, const struct launch_call *call)
{
	if (!call->launch.transfer || call->launch.by_host)
		return call->launch.by_host;
	return !(is_call(call->call) && is_graph_launch(call->call)) &&
	       (stream_op_of(call->call).action != STREAM_ENQUEUE || transfer_is_awaited(root, call->call));
}

bool operations_have_streams(const launch_call_list *calls)
{
	vec_each(call, calls)
		if (!et_is_const(call->launch.stream))
			return true;
	return false;
}

static launch_call_list copy_of(struct root *root, const launch_call_list *calls)
{
	launch_call_list copy = { 0 };
	vec_each(call, calls)
		vec_push(root->pass->arena, &copy, *call);
	return copy;
}

launch_call_list operations_of(
	struct root *root, const launch_call_list *calls, bool graphs)
{
	launch_call_list all = copy_of(root, calls);
	if (operations_have_streams(calls) || transfers_have_streams(root))
		transfers_add(root, &all);
	if (graphs)
		graph_launches_add(root, &all);
	if (all.n > MOST_OPERATIONS)
		all = copy_of(root, calls);
	host_accesses_add(root, &all, MOST_OPERATIONS);
	return all;
}
