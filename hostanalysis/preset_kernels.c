#include "hostanalysis/leftovers.h"

#include <string.h>

/* What other kernels, launched before, have put into memory that a launch waits at. */

struct launched {
	const struct finding *finding;
	LLVMValueRef call;
	const struct stub *stub;
	bool always; /* before the launch, with nothing between that changes the memory */
};

/* The value that the kernel is given for a parameter; NULL: not known. */
static const struct et *given(const struct launched *launched, int param)
{
	struct root *root = launched->finding->root;
	for (unsigned i = LAUNCH_ARGS; param >= 0 && i < call_args(launched->call); i++)
		if (launch_param_of(root, launched->call, i) == param)
			return host_term(root, call_arg(launched->call, i));
	return NULL;
}

static void put_add(const struct launched *launched, const struct put_words *put, const struct et *start)
{
	struct ets *ets = launched->finding->root->pass->ets;
	const struct et *value = put->known ? et_const(ets, put->width, put->value)
					    : given(launched, put->param);
	const struct et *first = NULL, *end = NULL;
	if (value && value->width != put->width)
		value = NULL;
	if (put->placed && start) {
		first = et_binary(ets, ET_ADD, ET_NSW, start, et_const(ets, 64, (uint64_t)put->offset));
		end = et_binary(ets, ET_ADD, ET_NSW, start, et_const(ets, 64, (uint64_t)put->end));
	}
	preset_words(launched->finding, launched->call, put->width, first, end, value,
		put->surely && first && value && launched->always);
}

/* `start`: where the parameter points to, behind the memory's base; NULL: not known. */
static void puts_add(const struct launched *launched, int param, const struct et *start)
{
	const struct finding *finding = launched->finding;
	const struct host_options *options = finding->root->pass->options;
	put_list puts = { 0 };
	options->puts(options->settled_data, finding->root->pass->arena, launched->stub->kernel,
		param, finding->variable, &puts);
	vec_each(put, &puts) put_add(launched, put, start);
}

static void unknown_add(const struct launched *launched)
{
	preset_words(launched->finding, launched->call, 8, NULL, NULL, NULL, false);
}

static void argument_add(const struct launched *launched, unsigned arg)
{
	const struct finding *finding = launched->finding;
	struct root *root = finding->root;
	const struct et *start, *pointer = host_term(root, call_arg(launched->call, arg));
	int param = launch_param_of(root, launched->call, arg);
	bool same = host_pointee(root->pass->ets, pointer, &start) == finding->memory.alloc;
	if (param < 0)
		unknown_add(launched);
	else
		puts_add(launched, param, same ? start : NULL);
}

static void launched_add(const struct finding *finding, LLVMValueRef call)
{
	struct root *root = finding->root;
	LLVMValueRef callee = call_arg(call, LAUNCH_CALLEE);
	struct launched launched = { finding, call,
		LLVMIsAFunction(callee) ? stub_find(root->pass, callee) : NULL, false };
	bool again = launched.stub && !strcmp(launched.stub->kernel, finding->call->launch.kernel);
	if (again || !may_follow(root, call, finding->call->call) || is_changed(finding, call))
		return;
	launched.always = instruction_dominates(root->func, call, finding->call->call);
	if (!launched.stub && launch_touches(root, &finding->memory, call)) {
		unknown_add(&launched);
		return;
	}
	if (!launched.stub)
		return;
	if (finding->variable) {
		puts_add(&launched, -1, et_const(root->pass->ets, 64, 0));
		return;
	}
	for (unsigned i = LAUNCH_ARGS; i < call_args(call); i++)
		if (value_may_point(root, &finding->memory, call_arg(call, i)))
			argument_add(&launched, i);
}

void presets_of_kernels(const struct finding *finding)
{
	const struct host_options *options = finding->root->pass->options;
	if (!options->puts)
		return;
	vec_each(block, &finding->root->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i))
			if (is_call(i) && !strcmp(call_name(i), "hgrd.launch") &&
				i != finding->call->call)
				launched_add(finding, i);
	}
}
