#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/streams/streams.h"

#include <string.h>

/*
 * Which of several graphs an operation is held by, and which one a launch launches. That is told
 * where captures come one behind the other, so that what stands between a begin and its end is of
 * the graph of that end; where nodes get the graph that they are added to as their stream
 * (graph_nodes.c); and where each graph that is launched was made by one call of its own, in no
 * loop.
 */

typedef VEC(LLVMValueRef) call_list;

static bool is_row(LLVMValueRef call, const char *name)
{
	return !strcmp(call_name(call), "hgrd.out.ptr") && !strcmp(runtime_name(call), name);
}

static bool is_capture_begin(LLVMValueRef call)
{
	return !strncmp(call_name(call), "cudaStreamBeginCapture", 22);
}

static bool is_capture_end(LLVMValueRef call)
{
	return is_row(call, "cudaStreamEndCapture");
}

static bool is_instantiated(LLVMValueRef call)
{
	return !strcmp(call_name(call), "hgrd.instantiated");
}

static call_list calls_such(struct root *root, bool (*is_such)(LLVMValueRef))
{
	call_list found = { 0 };
	vec_each(block, &root->func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i))
			if (is_call(i) && is_such(i))
				vec_push(root->pass->arena, &found, i);
	return found;
}

/* Is a capture that begins there open where a call stands, which may be its end. */
static bool is_open(struct root *root, LLVMValueRef begin, LLVMValueRef call)
{
	const call_list ends = calls_such(root, is_capture_end);
	if (!instruction_dominates(root->func, begin, call))
		return false;
	vec_each(end, &ends)
		if (*end != call && instruction_dominates(root->func, begin, *end) &&
			instruction_dominates(root->func, *end, call))
			return false;
	return true;
}

/* The one capture that is open there; NULL: none is, or several are. */
static LLVMValueRef open_capture(struct root *root, LLVMValueRef call)
{
	const call_list begins = calls_such(root, is_capture_begin);
	LLVMValueRef open = NULL;
	vec_each(begin, &begins) {
		if (!is_open(root, *begin, call))
			continue;
		if (open)
			return NULL;
		open = *begin;
	}
	return open;
}

static bool is_in_loop(struct root *root, LLVMValueRef call)
{
	const struct block *block = instruction_block(root->func, call);
	return !block || block->loop;
}

/* What made a graph: a call of cudaGraphCreate in no loop, or the end of a capture; NULL: it is not known. */
static LLVMValueRef graph_behind(struct root *root, LLVMValueRef graph)
{
	while (LLVMIsAPHINode(graph) && LLVMCountIncoming(graph) == 1)
		graph = LLVMGetIncomingValue(graph, 0);
	if (!is_call(graph))
		return NULL;
	if (is_row(graph, "cudaGraphCreate"))
		return is_in_loop(root, graph) ? NULL : graph;
	return is_capture_end(graph) ? graph : NULL;
}

/* The graph that a node's launch is given as its stream. */
static LLVMValueRef graph_of_node(struct root *root, LLVMValueRef call)
{
	if (!is_call(call) || strcmp(call_name(call), "hgrd.launch"))
		return NULL;
	LLVMValueRef graph = graph_behind(root, call_arg(call, LAUNCH_STREAM));
	return graph && !is_capture_end(graph) ? graph : NULL;
}

/* Whatever is captured runs in rounds of a loop behind the begin (captures.c); that is in none. */
static LLVMValueRef graph_captured(struct root *root, LLVMValueRef call)
{
	const LLVMValueRef begin = open_capture(root, call);
	const call_list ends = calls_such(root, is_capture_end);
	LLVMValueRef graph = NULL;
	if (!begin || is_in_loop(root, begin))
		return NULL;
	vec_each(end, &ends) {
		if (open_capture(root, *end) != begin)
			continue;
		if (graph)
			return NULL;
		graph = *end;
	}
	return graph;
}

/* What is launched, where it may be null before it is made; NULL: it is not one that is known. */
static const struct et *made_one(const struct et *handle)
{
	if (handle && handle->op == ET_ITE) {
		bool null = et_is_const(handle->arg[1]);
		return null || et_is_const(handle->arg[2]) ? made_one(handle->arg[null ? 2 : 1]) : NULL;
	}
	if (!handle || handle->op != ET_SYM || handle->sym->kind != SYM_BASE)
		return NULL;
	const struct host_alloc *origin = handle->sym->origin;
	return origin && origin->function && !strcmp(origin->function, "cudaGraphInstantiate") ? handle : NULL;
}

LLVMValueRef graph_instantiation(struct root *root, LLVMValueRef launch)
{
	const call_list all = calls_such(root, is_instantiated);
	const struct et *made = made_one(host_term(root, call_arg(launch, 0)));
	LLVMValueRef found = NULL;
	vec_each(call, &all) {
		if (!made || host_term(root, call_arg(*call, 0)) != made)
			continue;
		if (found || !graph_behind(root, call_arg(*call, 1)))
			return NULL;
		found = *call;
	}
	return found;
}

bool graph_holds(struct root *root, LLVMValueRef instantiation, LLVMValueRef call)
{
	LLVMValueRef node = graph_of_node(root, call), graph = node ? node : graph_captured(root, call);
	return graph == graph_behind(root, call_arg(instantiation, 1)) && may_follow(root, call, instantiation);
}

bool graph_members_told(struct root *root, const launch_call_list *launches, unsigned nodes)
{
	const call_list begins = calls_such(root, is_capture_begin), ends = calls_such(root, is_capture_end);
	vec_each(end, &ends)
		if (!open_capture(root, *end))
			return false;
	for (size_t i = 0; i < launches->n; i++) {
		LLVMValueRef call = launches->at[i].call;
		bool again = i && launches->at[i - 1].call == call;
		nodes -= !again && graph_of_node(root, call);
	}
	return begins.n == ends.n && !nodes;
}
