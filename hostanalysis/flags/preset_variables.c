#include "hostanalysis/memory/contents.h"
#include "hostanalysis/flags/leftovers.h"

#include <string.h>

/* What device variables hold that a launch waits at: what they begin with, or what the host has copied to them. */

/* Has nobody else of the host changed it before the root began: that is the program, or nobody does. */
static bool is_untouched(const struct finding *finding)
{
	return !strcmp(value_name(finding->root->llvm), "main") ||
	       !LLVMGetNamedGlobal(finding->root->pass->module->llvm, finding->variable->shadow);
}

static void begins_add(const struct finding *finding, prior_list *priors)
{
	struct host_pass *pass = finding->root->pass;
	const struct host_options *options = pass->options;
	put_list puts = { 0 };
	if (!options->begins || !is_untouched(finding))
		return;
	options->begins(options->settled_data, pass->arena, finding->variable->name, &puts);
	vec_each(put, &puts) {
		struct prior prior = { .width = put->width, .surely = true,
			.first = et_const(pass->ets, 64, (uint64_t)put->offset),
			.end = et_const(pass->ets, 64, (uint64_t)put->end),
			.value = et_const(pass->ets, put->width, put->value) };
		vec_push(pass->arena, priors, prior);
	}
}

/* Is it a copy from host memory to the variable's start. */
static bool copies_to_start(LLVMValueRef copy)
{
	enum { OFFSET = 3, KIND = 4, HOST_TO_DEVICE = 1 };
	if (call_args(copy) <= KIND)
		return false;
	LLVMValueRef place = call_arg(copy, OFFSET), kind = call_arg(copy, KIND);
	return LLVMIsAConstantInt(place) && !LLVMConstIntGetZExtValue(place) &&
	       LLVMIsAConstantInt(kind) && LLVMConstIntGetZExtValue(kind) == HOST_TO_DEVICE;
}

static bool is_to_variable(const struct finding *finding, LLVMValueRef i)
{
	const struct et *offset;
	return is_call(i) && api_find(call_name(i)) >= 0 &&
	       !strncmp(api_row(api_find(call_name(i)))->name, "cudaMemcpyToSymbol", 18) &&
	       host_pointee(finding->root->pass->ets, host_term(finding->root, call_arg(i, 0)), &offset) ==
		       finding->memory.alloc;
}

/* Bytes of a source that was filled, or any that may lie anywhere. */
static void bytes_add(const struct finding *finding, LLVMValueRef copy, const struct et *bytes, prior_list *priors)
{
	struct root *root = finding->root;
	struct prior prior = { .by = copy, .width = 8 };
	if (copies_to_start(copy))
		prior.value = filled_value(root, call_arg(copy, 1), copy, bytes);
	if (prior.value) {
		prior.surely = !runs_aside(finding, copy);
		prior.first = et_const(root->pass->ets, 64, 0);
		prior.end = bytes;
	}
	vec_push(root->pass->arena, priors, prior);
}

/* Words of the source that are the same everywhere, or one. */
static void copied_add(const struct finding *finding, LLVMValueRef copy, prior_list *priors)
{
	struct root *root = finding->root;
	struct ets *ets = root->pass->ets;
	const struct et *bytes = host_term(root, call_arg(copy, 2));
	held_list list = { 0 };
	bool surely = !runs_aside(finding, copy), whole = false;
	if (copies_to_start(copy))
		copied_contents(root, call_arg(copy, 1), copy, &list);
	vec_each(held, &list) {
		const struct host_contents *words = &held->contents;
		uint64_t size = words->width / 8;
		struct prior prior = { .by = copy, .width = words->width,
			.value = words->value, .surely = surely,
			.first = et_const(ets, 64, (uint64_t)held->first * size) };
		prior.end = et_binary(ets, ET_MUL, ET_NSW, held->end, et_const(ets, 64, size));
		prior.end = et_ite(ets, et_binary(ets, ET_SLT, 0, bytes, prior.end), bytes, prior.end);
		if (!words->value || words->stride != size || words->offset)
			continue;
		whole |= !held->first && prior.end == bytes;
		vec_push(root->pass->arena, priors, prior);
	}
	if (!whole)
		bytes_add(finding, copy, bytes, priors);
}

void priors_of_variable(const struct finding *finding, prior_list *priors)
{
	begins_add(finding, priors);
	vec_each(block, &finding->root->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i))
			if (is_to_variable(finding, i))
				copied_add(finding, i, priors);
	}
}
