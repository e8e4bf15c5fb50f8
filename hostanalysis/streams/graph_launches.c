#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/streams/streams.h"

#include <string.h>

/*
 * Launches of graphs beside what other streams do, and beside each other: all that a graph holds is
 * an operation of the stream that it is launched in. That is told where one graph, captured or made
 * of kernel nodes, and one that is instantiated are in sight, or it is known of several who holds
 * what (graph_members.c), nothing changes them afterwards, and all launches of each are in one
 * stream: two launches of one graph wait for each other.
 */

struct graph_calls {
	unsigned captures, nodes, recorded, made;
};

static const char *row_name(LLVMValueRef call)
{
	return strcmp(call_name(call), "hgrd.out.ptr") ? "" : runtime_name(call);
}

static struct graph_calls graph_calls_of(struct root *root)
{
	struct graph_calls calls = { 0 };
	vec_each(block, &root->func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i)) {
			if (!is_call(i))
				continue;
			calls.captures += !strcmp(row_name(i), "cudaStreamEndCapture");
			calls.made += !strcmp(row_name(i), "cudaGraphInstantiate");
			calls.nodes += !strcmp(call_name(i), "hgrd.node_begin");
			calls.recorded += !strcmp(call_name(i), "hgrd.node_record");
		}
	return calls;
}

/* Does the program call something that adds to graphs, or changes them, in ways that are not looked
 * at. */
static bool are_changed(const struct host_pass *pass)
{
	static const char *const names[] = { "cudaGraphExecUpdate", "cudaGraphClone",
		"cudaGraphAddNode", "cudaGraphAddChildGraphNode", "cudaGraphAddHostNode",
		"cudaGraphAddEventWaitNode", "cudaGraphAddEventRecordNode",
		"cudaGraphNodeSetEnabled", "cudaGraphDestroyNode", "cudaGraphAddMemAllocNode",
		"cudaGraphAddExternalSemaphoresWaitNode", "cudaEventRecordWithFlags",
		"cudaStreamBeginCaptureToGraph", "cudaGraphConditionalHandleCreate",
		"cudaGraphInstantiateWithFlags", "cudaGraphInstantiateWithParams" };
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, names[i]);
		if (function && LLVMGetFirstUse(function))
			return true;
	}
	return false;
}

/* Is a handle a graph that was instantiated, or null. */
static bool is_made(const struct et *handle)
{
	if (handle->op == ET_ITE)
		return is_made(handle->arg[1]) && is_made(handle->arg[2]);
	if (et_is_const(handle))
		return true;
	const struct host_alloc *origin =
		handle->op == ET_SYM && handle->sym->kind == SYM_BASE ? handle->sym->origin : NULL;
	return origin && origin->function && !strcmp(origin->function, "cudaGraphInstantiate");
}

/* Is one graph in sight, which is instantiated once. */
static bool is_alone(struct root *root, const struct graph_calls *calls)
{
	return calls->made == 1 && calls->captures + root->pass->graphs == 1 && !(calls->captures && calls->nodes) &&
	       calls->nodes == calls->recorded;
}

/* A launch of a graph; from: the call that notes what it was made from, NULL: the graph is alone. */
struct launched {
	LLVMValueRef from;
	const struct et *stream;
};

static bool launched_fill(struct root *root, LLVMValueRef call, bool alone, struct launched *launched)
{
	launched->from = alone ? NULL : graph_instantiation(root, call);
	launched->stream = stream_handle(root, call, 1);
	return (alone ? is_made(host_term(root, call_arg(call, 0))) : launched->from != NULL) && launched->stream &&
	       is_steady(root, launched->stream);
}

bool graphs_told(struct root *root, const launch_call_list *launches)
{
	const struct graph_calls calls = graph_calls_of(root);
	const bool alone = is_alone(root, &calls);
	VEC(struct launched) all = { 0 };
	struct launched one;
	if (are_changed(root->pass) || !calls.made ||
		(!alone && !graph_members_told(root, launches, calls.nodes)))
		return false;
	vec_each(block, &root->func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i)) {
			if (!is_call(i) || !is_graph_launch(i))
				continue;
			if (!launched_fill(root, i, alone, &one))
				return false;
			vec_each(other, &all)
				if (other->from == one.from && other->stream != one.stream)
					return false;
			vec_push(root->pass->arena, &all, one);
		}
	return all.n;
}

/* Is an operation held by the graph that a call launches. */
static bool is_held(struct root *root, const struct launch_call *held, LLVMValueRef by)
{
	const struct graph_calls calls = graph_calls_of(root);
	if (held->launch.by_host || !is_captured(root, held->call) || !may_follow(root, held->call, by))
		return false;
	return is_alone(root, &calls) || graph_holds(root, graph_instantiation(root, by), held->call);
}

static bool are_in_a_loop(struct root *root, LLVMValueRef a, LLVMValueRef b)
{
	const struct block *there = instruction_block(root->func, b);
	for (const struct loop *loop = instruction_block(root->func, a)->loop; loop;
		loop = loop->parent)
		if (loop_contains(loop, there))
			return true;
	return false;
}

/* Are all terms of an operation the same in each round of loops. */
static bool has_steady_terms(struct root *root, const struct host_launch *launch)
{
	bool steady = true;
	for (unsigned i = 0; i < 3; i++)
		steady &= is_steady(root, launch->grid[i]) && is_steady(root, launch->block[i]);
	vec_each(arg, &launch->args)
		vec_each(piece, &arg->pieces)
			steady &= is_steady(root, piece->value);
	return steady;
}

void graph_launches_add(struct root *root, launch_call_list *calls)
{
	const size_t known = calls->n;
	vec_each(block, &root->func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i)) {
			if (!is_call(i) || !is_graph_launch(i))
				continue;
			for (size_t k = 0; k < known; k++) {
				struct launch_call one = calls->at[k];
				if (!is_held(root, &one, i) || (are_in_a_loop(root, one.call, i) &&
						     !has_steady_terms(root, &one.launch)))
					continue;
				one.call = i;
				one.launch.stream = stream_handle(root, i, 1);
				one.launch.loc = instruction_loc(root->pass->arena, i);
				vec_push(root->pass->arena, calls, one);
			}
		}
}
