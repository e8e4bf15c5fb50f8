#include "hostanalysis/leftovers.h"

#include <string.h>

/* What other kernels, launched before, have put into memory that a launch waits at. */

struct launched {
	const struct finding *finding;
	LLVMValueRef call;
	const struct stub *stub;
	prior_list *priors;
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
	struct root *root = launched->finding->root;
	struct ets *ets = root->pass->ets;
	struct prior prior = { .by = launched->call, .width = put->width, .surely = put->surely };
	prior.surely &= !runs_late(launched->finding, launched->call);
	prior.value = put->known ? et_const(ets, put->width, put->value) : given(launched, put->param);
	if (prior.value && put->widened && prior.value->width < put->width)
		prior.value = et_cast(ets, put->by_sign ? ET_SEXT : ET_ZEXT, put->width, prior.value);
	if (prior.value && prior.value->width != put->width)
		prior.value = NULL;
	if (put->placed && start) {
		prior.first = et_binary(ets, ET_ADD, ET_NSW, start, et_const(ets, 64, (uint64_t)put->offset));
		prior.end = et_binary(ets, ET_ADD, ET_NSW, start, et_const(ets, 64, (uint64_t)put->end));
	}
	vec_push(root->pass->arena, launched->priors, prior);
}

/* `start`: where the parameter points to, behind the memory's base; NULL: not known. */
static void puts_add(const struct launched *launched, int param, const struct et *start)
{
	const struct finding *finding = launched->finding;
	const struct host_options *options = finding->root->pass->options;
	put_list puts = { 0 };
	options->puts(options->settled_data, finding->root->pass->arena, launched->stub->kernel,
		param, param < 0 ? finding->variable->name : NULL, &puts);
	vec_each(put, &puts) put_add(launched, put, start);
}

/* Something anywhere; of no width: nothing is said of it. */
static void unknown_add(const struct launched *launched, unsigned width)
{
	struct prior prior = { .by = launched->call, .width = width };
	vec_push(launched->finding->root->pass->arena, launched->priors, prior);
}

static void argument_add(const struct launched *launched, unsigned arg)
{
	const struct finding *finding = launched->finding;
	struct root *root = finding->root;
	const struct et *start, *pointer = host_term(root, call_arg(launched->call, arg));
	int param = launch_param_of(root, launched->call, arg);
	bool same = host_pointee(root->pass->ets, pointer, &start) == finding->memory.alloc;
	if (param < 0)
		unknown_add(launched, 8);
	else
		puts_add(launched, param, same ? start : NULL);
}

/* Is a value of a launch a pointer into the memory, or may it be; into a variable the host's pointers are known. */
static bool is_given(const struct finding *finding, LLVMValueRef value)
{
	struct root *root = finding->root;
	const struct et *offset;
	if (!value_may_point(root, &finding->memory, value))
		return false;
	return !finding->variable ||
	       host_pointee(root->pass->ets, host_term(root, value), &offset) == finding->memory.alloc;
}

const struct stub *launched_stub(struct root *root, LLVMValueRef call)
{
	LLVMValueRef callee = call_arg(call, LAUNCH_CALLEE);
	return LLVMIsAFunction(callee) ? stub_find(root->pass, callee) : NULL;
}

bool launch_puts_beside(struct root *root, const struct memory *memory, LLVMValueRef call)
{
	const struct host_options *options = root->pass->options;
	const struct stub *stub = launched_stub(root, call);
	const struct et *start;
	bool beside = false;
	for (unsigned i = LAUNCH_ARGS; stub && options->puts && i < call_args(call); i++) {
		if (!value_may_point(root, memory, call_arg(call, i)))
			continue;
		put_list puts = { 0 };
		int param = launch_param_of(root, call, i);
		const struct et *pointer = host_term(root, call_arg(call, i));
		if (param < 0 || host_pointee(root->pass->ets, pointer, &start) != memory->alloc)
			return false;
		options->puts(options->settled_data, root->pass->arena, stub->kernel, param, NULL, &puts);
		beside |= puts.n > 0;
		vec_each(put, &puts)
			if (!put->placed || !put->surely || (pointer == memory->pointer && put->offset <= 0 && put->end > 0))
				return false;
	}
	return beside;
}

/* Launches of the same kernel are looked at elsewhere (leftovers.c). */
static void launched_add(const struct finding *finding, LLVMValueRef call, prior_list *priors)
{
	struct root *root = finding->root;
	struct launched launched = { finding, call, launched_stub(root, call), priors };
	bool touches = launch_touches(root, &finding->memory, call);
	if (!launched.stub || !strcmp(launched.stub->kernel, finding->call->launch.kernel)) {
		if (touches)
			unknown_add(&launched, launched.stub ? 0 : 8);
	} else {
		if (finding->variable)
			puts_add(&launched, -1, et_const(root->pass->ets, 64, 0));
		for (unsigned i = LAUNCH_ARGS; i < call_args(call); i++)
			if (is_given(finding, call_arg(call, i)))
				argument_add(&launched, i);
	}
}

void priors_of_kernels(const struct finding *finding, prior_list *priors)
{
	const struct host_options *options = finding->root->pass->options;
	if (!options->puts)
		return;
	vec_each(block, &finding->root->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i))
			if (is_call(i) && !strcmp(call_name(i), "hgrd.launch") && i != finding->at)
				launched_add(finding, i, priors);
	}
}
