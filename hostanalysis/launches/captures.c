#include "hostanalysis/memory/contents.h"
#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/canonical/rewrite.h"

#include <string.h>

#include "ir/func.h"

/*
 * What a stream captures runs whenever the graph is launched, one time behind the other: the host code from the begin of
 * the capture to its end becomes a loop of any number of rounds, unless one launch of a graph is in sight that is made once.
 * So does what is done for a kernel node that is added (graph_nodes.c), of which it is not known what other nodes do meanwhile.
 */

struct ends {
	LLVMValueRef begin, end; /* calls: of cudaStreamBeginCapture, and what cudaStreamEndCapture became */
};

static bool is_begin(LLVMValueRef call)
{
	return !strncmp(call_name(call), "cudaStreamBeginCapture", 22) || !strcmp(call_name(call), "hgrd.node_begin");
}

static bool is_node_end(LLVMValueRef call)
{
	return !strcmp(call_name(call), "hgrd.node_end");
}

static bool is_end(LLVMValueRef call)
{
	LLVMValueRef row = !strcmp(call_name(call), "hgrd.out.ptr") ? call_arg(call, 0) : NULL;
	if (is_node_end(call))
		return true;
	return row && !strcmp(api_row((int)LLVMConstIntGetZExtValue(row))->name, "cudaStreamEndCapture");
}

bool is_graph_launch(LLVMValueRef call)
{
	return !strncmp(call_name(call), "cudaGraphLaunch", 15) || !strncmp(call_name(call), "cuGraphLaunch", 13);
}

/* Is there one launch of a graph in the module, in the function and in no loop. */
static bool launches_once(struct host_pass *pass, const struct func *func)
{
	unsigned launches = 0;
	bool once = true;
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f)) {
		value_list calls = { 0 };
		calls_list(pass, f, &calls);
		vec_each(call, &calls) {
			if (!is_graph_launch(*call))
				continue;
			const struct block *block = f == func->llvm ? instruction_block(func, *call) : NULL;
			launches++;
			once &= block && !block->loop;
		}
	}
	return once && launches == 1;
}

static bool is_among(const value_list *values, LLVMValueRef value)
{
	vec_each(known, values)
		if (*known == value)
			return true;
	return false;
}

/* The first capture whose begin is on every way to its end, with no other begin between, and which is not `done`. */
static bool capture_find(struct host_pass *pass, const struct func *func, const value_list *done, struct ends *ends)
{
	value_list calls = { 0 };
	calls_list(pass, func->llvm, &calls);
	vec_each(end, &calls) {
		LLVMValueRef begin = NULL;
		if (!is_end(*end) || is_among(done, *end))
			continue;
		vec_each(call, &calls)
			if (is_begin(*call) && instruction_dominates(func, *call, *end) &&
				(!begin || instruction_dominates(func, begin, *call)))
				begin = *call;
		*ends = (struct ends){ begin, *end };
		if (begin)
			return true;
	}
	return false;
}

/* Where captures begin and end in a root's function, and where graphs are launched. */
struct capture_calls {
	value_list begins, ends, launches; /* launches: of graphs */
};

static const struct capture_calls *capture_calls(struct root *root)
{
	value_list calls = { 0 };
	if (root->captures)
		return root->captures;
	struct capture_calls *captures = arena_alloc(root->pass->arena, sizeof(*captures));
	calls_list(root->pass, root->func->llvm, &calls);
	vec_each(call, &calls) {
		if (is_begin(*call))
			vec_push(root->pass->arena, &captures->begins, *call);
		if (is_end(*call))
			vec_push(root->pass->arena, &captures->ends, *call);
		if (is_graph_launch(*call))
			vec_push(root->pass->arena, &captures->launches, *call);
	}
	return root->captures = captures;
}

bool is_captured(struct root *root, LLVMValueRef call)
{
	const struct capture_calls *captures = capture_calls(root);
	vec_each(begin, &captures->begins) {
		bool open = instruction_dominates(root->func, *begin, call);
		vec_each(end, &captures->ends)
			open &= !open || !instruction_dominates(root->func, *begin, *end) ||
				!instruction_dominates(root->func, *end, call);
		if (open)
			return true;
	}
	return false;
}

bool runs_in_graph(struct root *root, LLVMValueRef i)
{
	const char *name = is_call(i) ? call_name(i) : "";
	return (!strncmp(name, "cu", 2) || !strncmp(name, "hgrd.", 5)) && is_captured(root, i);
}

bool runs_before_graph(struct root *root, LLVMValueRef launch, LLVMValueRef by)
{
	const struct filling filling = { .write = launch };
	const struct capture_calls *captures = capture_calls(root);
	if (!runs_in_graph(root, launch) || runs_in_graph(root, by) || !may_follow(root, launch, by))
		return false;
	vec_each(graph, &captures->launches)
		if (comes_between(root, &filling, by, *graph))
			return true;
	return !captures->launches.n;
}

static void successors_set(LLVMValueRef function, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
		for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
			if (LLVMGetSuccessor(end, i) == from)
				LLVMSetSuccessor(end, i, to);
	}
}

LLVMBasicBlockRef block_part(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef at)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(at);
	LLVMBasicBlockRef first = LLVMInsertBasicBlockInContext(pass->module->context, block, "");
	successors_set(LLVMGetBasicBlockParent(block), block, first);
	LLVMPositionBuilderAtEnd(b, first);
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != at; i = LLVMGetFirstInstruction(block)) {
		LLVMInstructionRemoveFromParent(i);
		LLVMInsertIntoBuilder(b, i);
	}
	return first;
}

static void loop_make(struct host_pass *pass, LLVMBuilderRef b, const struct ends *ends)
{
	LLVMValueRef first = LLVMGetNextInstruction(ends->begin);
	block_part(pass, b, first);
	LLVMBuildBr(b, LLVMGetInstructionParent(first));
	LLVMBasicBlockRef rest = LLVMGetInstructionParent(ends->end);
	block_part(pass, b, LLVMGetNextInstruction(ends->end));
	const char *name = is_node_end(ends->end) ? "hgrd.again_somehow" : "hgrd.again";
	LLVMValueRef again = own_call(
		b, own_function(pass, name, LLVMInt1TypeInContext(pass->module->context), 0, NULL, false), NULL, 0, "");
	LLVMBuildCondBr(b, again, LLVMGetInstructionParent(first), rest);
}

void captures_repeat(struct host_pass *pass)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	vec_each(root, &pass->roots) {
		value_list done = { 0 };
		struct ends ends;
		for (;;) {
			struct func *func = func_new(pass->arena, *root);
			if (!capture_find(pass, func, &done, &ends) || launches_once(pass, func))
				break;
			vec_push(pass->arena, &done, ends.end);
			loop_make(pass, b, &ends);
		}
	}
	LLVMDisposeBuilder(b);
}
