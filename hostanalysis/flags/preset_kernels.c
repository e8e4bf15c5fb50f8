#include "hostanalysis/flags/leftovers.h"

#include <string.h>

/* What other kernels, launched before, have put into memory that a launch waits at. */

struct launched {
	const struct finding *finding;
	LLVMValueRef call;
	const struct stub *stub;
	prior_list *priors;
};

/* The value that the kernel is given for a parameter; NULL: not known. */
static const struct et *given(struct root *root, LLVMValueRef call, int param)
{
	LLVMValueRef value = launch_value_of(root, call, param);
	return value ? host_term(root, value) : NULL;
}

static bool guard_holds(struct root *root, LLVMValueRef call, const struct put_guard *guard)
{
	static const enum et_op ops[] = { [PUT_EQ] = ET_EQ, [PUT_ULT] = ET_ULT, [PUT_SLT] = ET_SLT };
	struct ets *ets = root->pass->ets;
	const struct et *number = given(root, call, guard->param);
	if (!number)
		return false;
	const struct et *value = et_const(ets, number->width, guard->value);
	const struct et *left = guard->param_first ? number : value, *right = guard->param_first ? value : number;
	const struct et *cond = et_binary(ets, ops[guard->op], 0, left, right);
	return guard->holds ? et_is_true(cond) : et_is_false(cond);
}

/* Does the launch put it there for sure, being given what it is. */
static bool put_surely(struct root *root, LLVMValueRef call, const struct put_words *put)
{
	bool surely = put->surely;
	for (unsigned i = 0; surely && i < put->guards.n; i++)
		surely = guard_holds(root, call, &put->guards.at[i]);
	return surely;
}

static void put_add(const struct launched *launched, const struct put_words *put, const struct et *start)
{
	struct root *root = launched->finding->root;
	struct ets *ets = root->pass->ets;
	struct prior prior = { .by = launched->call, .width = put->width, .surely = put_surely(root, launched->call, put) };
	prior.surely &= !runs_aside(launched->finding, launched->call);
	prior.value = put->known ? et_const(ets, put->width, put->value) : given(root, launched->call, put->param);
	if (prior.value && put->widened && prior.value->width < put->width)
		prior.value = et_cast(ets, put->by_sign ? ET_SEXT : ET_ZEXT, put->width, prior.value);
	if (prior.value && prior.value->width != put->width)
		prior.value = NULL;
	prior.below = put->below && !prior.value;
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

/* Does one of the kernel's threads surely put something over the byte so far behind where it is given the memory. */
static bool puts_over(struct root *root, LLVMValueRef call, int param, const char *variable, int64_t byte)
{
	const struct host_options *options = root->pass->options;
	const struct stub *stub = launched_stub(root, call);
	put_list puts = { 0 };
	options->puts(options->settled_data, root->pass->arena, stub->kernel, param, variable, &puts);
	vec_each(put, &puts)
		if (put->placed && put_surely(root, call, put) && put->offset <= byte && byte < put->end)
			return true;
	return false;
}

/* ... over that of the pointer, by what an argument of the launch points to. */
static bool argument_covers(struct root *root, const struct memory *memory, LLVMValueRef call, unsigned arg)
{
	struct host_pass *pass = root->pass;
	const struct et *pointer = host_term(root, call_arg(call, arg));
	struct host_aliasing aliasing = host_alias(pass->arena, pass->ets, memory->pointer, pointer);
	int param = launch_param_of(root, call, arg);
	return param >= 0 && aliasing.alias == HOST_ALIAS_SAME && aliasing.delta && et_is_const(aliasing.delta) &&
	       puts_over(root, call, param, NULL, -(int64_t)aliasing.delta->value);
}

bool launch_covers(struct root *root, const struct memory *memory, const char *variable, LLVMValueRef call)
{
	const struct stub *stub = launched_stub(root, call);
	if (!stub || !root->pass->options->puts)
		return false;
	if (variable && puts_over(root, call, -1, variable, 0))
		return true;
	for (unsigned i = LAUNCH_ARGS; i < call_args(call); i++)
		if (value_may_point(root, memory, call_arg(call, i)) && argument_covers(root, memory, call, i))
			return true;
	return false;
}

bool kernel_only_stores(struct root *root, const char *kernel, unsigned param, const char *variable)
{
	const struct host_options *options = root->pass->options;
	put_list puts = { 0 };
	if (!options->puts)
		return false;
	options->puts(options->settled_data, root->pass->arena, kernel, variable ? -1 : (int)param, variable, &puts);
	vec_each(put, &puts)
		if (!put->placed && put->width == 8)
			return false;
	return puts.n;
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
	vec_each(launch, &finding->root->launches)
		if (*launch != finding->at)
			launched_add(finding, *launch, priors);
}
