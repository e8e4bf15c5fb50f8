#include "hostanalysis/canonical/rewrite.h"
#include "hostanalysis/streams/untold.h"

#include <string.h>

/*
 * Kernel nodes that are added to graphs one by one become launches, and what gives nodes other parameters too; those that copy or fill
 * become copies and fills:
 *
 *     hgrd.node_begin                       as where a capture begins, and what the memory holds is not known
 *     hgrd.node_await(node, dependency)...
 *     hgrd.node(function, grid, block, shared, parameters, node)
 *     hgrd.node_record(node, node, graph)
 *     hgrd.node_end                         what is between runs again whenever the graph is launched (captures.c)
 *
 * A node is a stream of its own, and the event that it has run, where one graph is in sight and all its dependencies
 * are given with its nodes; else its stream is one that is not known, and copies stay what they are.
 */

enum { MOST_DEPENDENCIES = 8, GRID = 8, SHARED = 32, PARAMETERS = 40 };
enum node_kind { NODE_KERNEL, NODE_COPY, NODE_FILL, NODE_EMPTY };

static const struct node_row {
	const char *name;
	unsigned args;
	int slot, stream, after, parameters; /* arguments; -1: there is none */
	enum node_kind kind;
} rows[] = {
	{ "cudaGraphAddKernelNode", 5, 0, 1, 2, 4, NODE_KERNEL },
	{ "cudaGraphKernelNodeSetParams", 2, -1, 0, -1, 1, NODE_KERNEL },
	{ "cudaGraphExecKernelNodeSetParams", 3, -1, 0, -1, 2, NODE_KERNEL },
	{ "cudaGraphAddMemcpyNode1D", 8, 0, 1, 2, -1, NODE_COPY },
	{ "cudaGraphAddMemsetNode", 5, 0, 1, 2, 4, NODE_FILL },
	{ "cudaGraphAddEmptyNode", 4, 0, 1, 2, -1, NODE_EMPTY },
};

static const struct node_row *row_of(LLVMValueRef call)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].name, call_name(call)) && call_args(call) == rows[i].args)
			return &rows[i];
	return NULL;
}

static unsigned uses_of(const struct host_pass *pass, const char *name)
{
	unsigned uses = 0;
	LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, name);
	for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use; use = LLVMGetNextUse(use))
		uses++;
	return uses;
}

/* The first place that calls a function; NULL: there is none. */
static LLVMValueRef use_of(const struct host_pass *pass, const char *name)
{
	LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, name), found = NULL;
	for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use; use = LLVMGetNextUse(use))
		if (is_call(LLVMGetUser(use)))
			found = LLVMGetUser(use);
	return found;
}

static void untold_add(struct host_pass *pass, const char *reason, LLVMValueRef at)
{
	order_untold(pass, "graph-order",
		arena_printf(pass->arena, "kernels of graphs that are made node by node are not checked against each other: %s", reason), at);
}

/* Are all edges of the program's one graph told where its nodes are added. */
static bool edges_are_told(struct host_pass *pass, LLVMValueRef node)
{
	static const char *const others[] = { "cudaGraphAddDependencies", "cudaGraphAddDependencies_v2",
		"cudaGraphRemoveDependencies", "cudaGraphRemoveDependencies_v2", "cudaGraphAddChildGraphNode",
		"cudaGraphAddNode", "cudaGraphAddNode_v2", "cudaGraphClone", "cudaGraphChildGraphNodeGetGraph",
		"cudaStreamBeginCaptureToGraph", "cudaStreamUpdateCaptureDependencies" };
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		LLVMValueRef use = use_of(pass, others[i]);
		if (use)
			untold_add(pass, arena_printf(pass->arena, "what '%s' does is not followed", others[i]), use);
		if (use || uses_of(pass, others[i]))
			return false;
	}
	LLVMValueRef made = use_of(pass, "cudaGraphCreate");
	if (pass->graphs != 1)
		untold_add(pass, made ? "several graphs are in sight" : "it is not seen how the graph is made", made ? made : node);
	return pass->graphs == 1;
}

static void own_act(struct host_pass *pass, LLVMBuilderRef b, const char *name, LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef params[] = { type_ptr(pass), type_ptr(pass), type_ptr(pass) };
	own_call(b, own_function(pass, name, LLVMVoidTypeInContext(pass->module->context), n, params, false), args, n, "");
}

/* A new handle. */
static LLVMValueRef node_new(struct host_pass *pass, LLVMBuilderRef b)
{
	LLVMTypeRef params[] = { type_i32(pass), type_i32(pass), type_i64(pass) };
	LLVMValueRef args[] = { const_i32(pass, api_find("cudaStreamCreateWithFlags")), const_i32(pass, 0),
		LLVMConstInt(type_i64(pass), GRAPH_NODE, false) };
	return own_call(b, own_function(pass, "hgrd.out.ptr", type_ptr(pass), 3, params, false), args, 3, "");
}

static void await_all(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct node_row *row, LLVMValueRef node)
{
	LLVMValueRef count = call_arg(call, (unsigned)row->after + 1);
	uint64_t n = LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : MOST_DEPENDENCIES + 1;
	if (n > MOST_DEPENDENCIES) {
		own_act(pass, b, "hgrd.node_behind", NULL, 0);
		untold_add(pass, "how many dependencies this node has is no small constant", call);
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef at = address_build(pass, b, call_arg(call, (unsigned)row->after), 8 * i);
		LLVMValueRef args[] = { node, LLVMBuildLoad2(b, type_ptr(pass), at, "") };
		own_act(pass, b, "hgrd.node_await", args, 2);
	}
}

static void launch_add(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef from, LLVMValueRef stream)
{
	LLVMTypeRef word = type_i32(pass), pointer = type_ptr(pass);
	LLVMTypeRef params[] = { pointer, word, word, word, word, word, word, type_i64(pass), pointer, pointer };
	LLVMValueRef args[10];
	args[0] = LLVMBuildLoad2(b, pointer, from, "");
	for (unsigned i = 0; i < 6; i++)
		args[1 + i] = LLVMBuildLoad2(b, word, address_build(pass, b, from, GRID + 4 * i), "");
	args[7] = size_value(pass, b, LLVMBuildLoad2(b, word, address_build(pass, b, from, SHARED), ""));
	args[8] = LLVMBuildLoad2(b, pointer, address_build(pass, b, from, PARAMETERS), "");
	args[9] = stream;
	own_call(b, own_function(pass, "hgrd.node", word, 10, params, false), args, 10, "");
}

/* A function of the runtime, which the program need not call itself. */
static LLVMValueRef runtime_function(struct host_pass *pass, const char *name, unsigned n, LLVMTypeRef *params)
{
	LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, name);
	return function ? function
			: LLVMAddFunction(pass->module->llvm, name, LLVMFunctionType(type_i32(pass), params, n, false));
}

static void copy_add(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef node)
{
	enum { ARGUMENTS = 4 };
	LLVMTypeRef params[] = { type_ptr(pass), type_ptr(pass), type_i64(pass), type_i32(pass), type_ptr(pass) };
	LLVMValueRef args[] = { call_arg(call, ARGUMENTS), call_arg(call, ARGUMENTS + 1), call_arg(call, ARGUMENTS + 2),
		call_arg(call, ARGUMENTS + 3), node };
	own_call(b, runtime_function(pass, "cudaMemcpyAsync", 5, params), args, 5, "");
}

/* Parameters of a node that fills; numbers of more than one byte are not told, but for 0. */
static void fill_add(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef from, LLVMValueRef node)
{
	enum { PITCH = 8, VALUE = 16, SIZE = 20, WIDTH = 24, HEIGHT = 32 };
	LLVMTypeRef number = type_i32(pass), word = type_i64(pass), pointer = type_ptr(pass);
	LLVMTypeRef params[] = { pointer, word, number, word, word, pointer };
	LLVMValueRef value = LLVMBuildLoad2(b, number, address_build(pass, b, from, VALUE), "");
	LLVMValueRef size = LLVMBuildLoad2(b, number, address_build(pass, b, from, SIZE), "");
	LLVMValueRef width = LLVMBuildLoad2(b, word, address_build(pass, b, from, WIDTH), "");
	LLVMValueRef bytes = LLVMBuildICmp(b, LLVMIntEQ, size, const_i32(pass, 1), "");
	LLVMValueRef zeros = LLVMBuildICmp(b, LLVMIntEQ, value, const_i32(pass, 0), "");
	LLVMValueRef any = LLVMBuildLoad2(b, number, address_build(pass, b, from, VALUE), "");
	LLVMSetVolatile(any, true);
	LLVMValueRef args[] = { LLVMBuildLoad2(b, pointer, from, ""), LLVMBuildLoad2(b, word, address_build(pass, b, from, PITCH), ""),
		LLVMBuildSelect(b, LLVMBuildOr(b, bytes, zeros, ""), value, any, ""),
		LLVMBuildNSWMul(b, width, LLVMBuildZExt(b, size, word, ""), ""),
		LLVMBuildLoad2(b, word, address_build(pass, b, from, HEIGHT), ""), node };
	own_call(b, runtime_function(pass, "cudaMemset2DAsync", 6, params), args, 6, "");
}

/* What the node does, in the stream. */
static void work_add(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct node_row *row, LLVMValueRef stream)
{
	switch (row->kind) {
	case NODE_KERNEL:
		launch_add(pass, b, call_arg(call, (unsigned)row->parameters), stream);
		break;
	case NODE_COPY:
		copy_add(pass, b, call, stream);
		break;
	case NODE_FILL:
		fill_add(pass, b, call_arg(call, (unsigned)row->parameters), stream);
		break;
	case NODE_EMPTY:
		break;
	}
}

bool node_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call)
{
	const struct node_row *row = row_of(call);
	if (!row || LLVMIsAInvokeInst(call) || (row->kind != NODE_KERNEL && pass->graphs != 1))
		return false;
	LLVMValueRef stream = call_arg(call, (unsigned)row->stream);
	bool told = row->slot >= 0 && edges_are_told(pass, call);
	if (!told && row->kind != NODE_KERNEL)
		return false;
	LLVMPositionBuilderBefore(b, call);
	LLVMValueRef node = row->slot >= 0 ? node_new(pass, b) : NULL, done[] = { node, node, stream };
	own_act(pass, b, "hgrd.node_begin", NULL, 0);
	if (told)
		await_all(pass, b, call, row, node);
	work_add(pass, b, call, row, told ? node : stream);
	if (told)
		own_act(pass, b, "hgrd.node_record", done, 3);
	own_act(pass, b, "hgrd.node_end", NULL, 0);
	if (node)
		LLVMBuildStore(b, node, call_arg(call, (unsigned)row->slot));
	LLVMReplaceAllUsesWith(call, LLVMConstInt(LLVMTypeOf(call), 0, false));
	LLVMInstructionEraseFromParent(call);
	return true;
}

void graphs_count(struct host_pass *pass)
{
	pass->graphs = uses_of(pass, "cudaGraphCreate");
}
