#include "hostanalysis/canonical/rewrite.h"
#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/streams/streams.h"
#include "hostanalysis/streams/untold.h"

#include <ctype.h>
#include <string.h>

#include "base/ptrmap.h"

/*
 * Operations whose order is not looked at, which is said: what a thread of the host gives a device beside what others do, and
 * launches in streams of which it is not followed which ones they are.
 */

#define RULE "launch-order"

void order_untold(struct host_pass *pass, const char *rule, const char *text, LLVMValueRef at)
{
	struct host_untold untold = { rule, text, instruction_loc(pass->arena, at) };
	vec_each(known, &pass->host->untold)
		if (!strcmp(known->text, text) && same_loc(&known->loc, &untold.loc))
			return;
	vec_push(pass->arena, &pass->host->untold, untold);
}

/* Functions of the module that are come to from some on. */
struct reach {
	struct host_pass *pass;
	struct ptrmap *seen;
	value_list all;
	bool any; /* those too whose address the module takes; of kernels it does so to register them, and who launches says more */
	bool beyond; /* to functions of the program that are not in sight */
};

static void reach_add(struct reach *reach, LLVMValueRef function)
{
	if (ptrmap_get(reach->seen, function))
		return;
	ptrmap_set(reach->seen, function, function);
	vec_push(reach->pass->arena, &reach->all, function);
}

static void reach_any(struct reach *reach)
{
	if (reach->any)
		return;
	reach->any = true;
	for (LLVMValueRef f = LLVMGetFirstFunction(reach->pass->module->llvm); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && address_taken(f) && !stub_kernel(reach->pass->arena, value_name(f)))
			reach_add(reach, f);
}

static void reach_step(struct reach *reach, LLVMValueRef i)
{
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		if (LLVMIsAFunction(LLVMGetOperand(i, (unsigned)k)))
			reach_add(reach, LLVMGetOperand(i, (unsigned)k));
	reach->beyond |= is_call(i) && call_target(i) && LLVMIsDeclaration(call_target(i)) && call_is_foreign(i);
	if (is_call(i) && !call_target(i) && !LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
		reach_any(reach);
}

/* Is it a function of a runtime that may give a device something to do; those with a body are looked into, whatever their name. */
static bool is_runtime(LLVMValueRef function)
{
	const char *name = value_name(function);
	if (!LLVMIsDeclaration(function))
		return false;
	return !strncmp(name, "cuda", 4) || !strncmp(name, "__cudaPush", 10) ||
	       (!strncmp(name, "cu", 2) && isupper((unsigned char)name[2]));
}

static bool reach_acts(struct reach *reach)
{
	for (size_t at = 0; at < reach->all.n; at++) {
		LLVMValueRef function = reach->all.at[at];
		if (is_runtime(function))
			return true;
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
				reach_step(reach, i);
	}
	return reach->beyond && LLVMGetNamedFunction(reach->pass->module->llvm, "__cudaPushCallConfiguration");
}

/* What begins a thread: the argument that is the function it runs, or -1: all that objects of the library run. */
static const struct beginner {
	const char *name;
	int function;
} beginners[] = {
	{ "pthread_create", 2 },
	{ "thrd_create", 1 },
	{ "__kmpc_fork_call", 2 },
	{ "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE", -1 },
	{ "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFbvE", -1 },
};

/* May a thread that is begun by a call give a device something to do. */
static bool thread_acts(struct host_pass *pass, LLVMValueRef call, int argument)
{
	struct reach reach = { .pass = pass, .seen = ptrmap_new(pass->arena) };
	LLVMValueRef function = argument >= 0 && (unsigned)argument < call_args(call) ? call_arg(call, (unsigned)argument) : NULL;
	if (function && LLVMIsAFunction(function))
		reach_add(&reach, function);
	else
		reach_any(&reach);
	return reach_acts(&reach);
}

/* Says it of the calls in the program's own files through which a call comes about. */
static void begun_say(struct host_pass *pass, struct ptrmap *seen, LLVMValueRef call)
{
	static const char text[] = "a thread of the host begins here: what it launches or copies is not checked against what other threads do";
	ir_stack stack = { 0 };
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
	instruction_stack(pass->arena, call, &stack);
	vec_each(frame, &stack)
		if (!frame->system && frame->loc.line) {
			order_untold(pass, RULE, text, call);
			return;
		}
	if (ptrmap_get(seen, function))
		return;
	ptrmap_set(seen, function, function);
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
		if (is_call(LLVMGetUser(use)))
			begun_say(pass, seen, LLVMGetUser(use));
}

void threads_untold(struct host_pass *pass)
{
	for (size_t i = 0; i < sizeof(beginners) / sizeof(*beginners); i++) {
		LLVMValueRef beginner = LLVMGetNamedFunction(pass->module->llvm, beginners[i].name);
		struct ptrmap *seen = ptrmap_new(pass->arena);
		for (LLVMUseRef use = beginner ? LLVMGetFirstUse(beginner) : NULL; use; use = LLVMGetNextUse(use)) {
			LLVMValueRef call = LLVMGetUser(use);
			if (is_call(call) && call_target(call) == beginner && thread_acts(pass, call, beginners[i].function))
				begun_say(pass, seen, call);
		}
	}
}

/* May callers of the function tell which handle it is, as they give it or the object that has it. */
static bool is_given(struct host_pass *pass, LLVMValueRef handle)
{
	int64_t offset;
	return LLVMIsAArgument(handle) ||
	       (LLVMIsALoadInst(handle) && LLVMIsAArgument(pointer_base(pass, LLVMGetOperand(handle, 0), &offset)));
}

/* Is a launch that of a graph's node, of which it is said elsewhere. */
static bool is_of_node(LLVMValueRef call)
{
	LLVMValueRef next = LLVMGetNextInstruction(call);
	return is_call(next) && !strcmp(call_name(next), "hgrd.node_end");
}

/* Is a launch in a stream that neither calls in sight create nor callers may tell. */
static bool is_lost(struct root *root, const struct launch_call *one)
{
	return stream_is_foreign(root->pass, one->launch.stream) && !is_of_node(one->call) && !is_given(root->pass, call_arg(one->call, LAUNCH_STREAM));
}

/* Is an operation beside another one, or beside itself in another round, that may be in another stream. */
static bool has_other(const launch_call_list *calls, const struct launch_call *one, const struct block *block)
{
	vec_each(other, calls)
		if (other->call != one->call && other->launch.stream != one->launch.stream)
			return true;
	return block && block->loop && !et_is_const(one->launch.stream);
}

void streams_untold(struct root *root, const launch_call_list *calls)
{
	static const char text[] = "which stream this launch is in is not followed: it is not checked against what is done in others",
			  many[] = "so many launches stand in one function, with what it calls, that those in its streams are not checked against each other";
	if (calls->n > MOST_OPERATIONS && operations_have_streams(calls))
		order_untold(root->pass, RULE, many, calls->at[0].call);
	vec_each(one, calls)
		if (is_lost(root, one) && has_other(calls, one, instruction_block(root->func, one->call)))
			order_untold(root->pass, RULE, text, one->call);
}
