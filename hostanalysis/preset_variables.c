#include "hostanalysis/contents.h"
#include "hostanalysis/leftovers.h"

#include <string.h>

/* What device variables hold that a launch waits at: what they begin with, or what the host has copied to them. */

/* Has nobody else of the host changed it before the root began: that is the program, or nobody does. */
static bool is_untouched(const struct finding *finding)
{
	return !strcmp(value_name(finding->root->llvm), "main") ||
	       !LLVMGetNamedGlobal(finding->root->pass->module->llvm, finding->variable);
}

static void begins_add(const struct finding *finding)
{
	struct host_pass *pass = finding->root->pass;
	const struct host_options *options = pass->options;
	put_list puts = { 0 };
	if (!options->begins || !is_untouched(finding) || is_changed(finding, NULL))
		return;
	options->begins(options->settled_data, pass->arena, finding->variable, &puts);
	vec_each(put, &puts)
		preset_words(finding, NULL, put->width, et_const(pass->ets, 64, (uint64_t)put->offset),
			et_const(pass->ets, 64, (uint64_t)put->end),
			et_const(pass->ets, put->width, put->value), true);
}

static bool copies_to_symbol(const struct finding *finding, LLVMValueRef i)
{
	enum { OFFSET = 3, KIND = 4, HOST_TO_DEVICE = 1 };
	struct root *root = finding->root;
	const struct et *offset;
	if (!is_call(i) || api_find(call_name(i)) < 0 ||
		strcmp(api_row(api_find(call_name(i)))->name, "cudaMemcpyToSymbol") ||
		call_args(i) <= KIND)
		return false;
	LLVMValueRef place = call_arg(i, OFFSET), kind = call_arg(i, KIND);
	return LLVMIsAConstantInt(place) && !LLVMConstIntGetZExtValue(place) &&
	       LLVMIsAConstantInt(kind) && LLVMConstIntGetZExtValue(kind) == HOST_TO_DEVICE &&
	       host_pointee(root->pass->ets, host_term(root, call_arg(i, 0)), &offset) ==
		       finding->memory.alloc &&
	       instruction_dominates(root->func, i, finding->call->call) && !is_changed(finding, i);
}

/* Words of the source that are the same everywhere, or one. */
static void copied_add(const struct finding *finding, LLVMValueRef copy)
{
	struct root *root = finding->root;
	struct ets *ets = root->pass->ets;
	const struct et *bytes = host_term(root, call_arg(copy, 2));
	held_list list = { 0 };
	copied_contents(root, call_arg(copy, 1), copy, &list);
	vec_each(held, &list) {
		const struct host_contents *words = &held->contents;
		uint64_t size = words->width / 8;
		const struct et *first = et_const(ets, 64, (uint64_t)held->first * size);
		const struct et *end = et_binary(
			ets, ET_MUL, ET_NSW, held->end, et_const(ets, 64, size));
		if (!words->value || words->stride != size || words->offset)
			continue;
		end = et_ite(ets, et_binary(ets, ET_SLT, 0, bytes, end), bytes, end);
		preset_words(finding, copy, words->width, first, end, words->value, true);
	}
}

void presets_of_variable(const struct finding *finding)
{
	begins_add(finding);
	vec_each(block, &finding->root->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i))
			if (copies_to_symbol(finding, i))
				copied_add(finding, i);
	}
}
