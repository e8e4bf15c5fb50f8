#include "hostanalysis/canonical/rewrite.h"

#include <string.h>

#include "base/mangled.h"

/*
 * Functions of the standard library's headers that other such functions alone call become part of those, which are then made simple: what a
 * program calls, the functions of a container say, is copied into each caller that follows it (roots.c), and as clang makes it, it is
 * many times as long as what it comes to.
 */

enum { MANY = 8 }; /* calls of a function for this to be worth while */

static bool is_library(LLVMValueRef function)
{
	struct mangled read;
	const char *name = value_name(function);
	return mangled_is_standard(name) && !(mangled_read(name, &read) && mangled_argument_is_handle(&read));
}

/* Do functions of the library alone use it, each by calls. */
static bool is_part(LLVMValueRef function)
{
	LLVMUseRef use = LLVMGetFirstUse(function);
	if (LLVMIsDeclaration(function) || !use || !is_library(function) || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
		return false;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use);
		LLVMValueRef caller = is_call(call) && call_target(call) == function && call_fits(call)
					      ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) : NULL;
		if (!caller || caller == function || !is_library(caller))
			return false;
	}
	return true;
}

static unsigned uses_of(LLVMValueRef function)
{
	unsigned n = 0;
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
		n++;
	return n;
}

/* Fills what is a part, and what of the library is called so often. */
static void parts_list(struct host_pass *pass, value_list *parts, value_list *called)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f) || !is_library(f))
			continue;
		if (is_part(f))
			vec_push(pass->arena, parts, f);
		else if (uses_of(f) >= MANY)
			vec_push(pass->arena, called, f);
	}
}

bool library_parts_join(struct host_pass *pass, const char *passes, const char **error)
{
	value_list parts = { 0 }, called = { 0 };
	parts_list(pass, &parts, &called);
	if (!called.n)
		return true;
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f))
		function_remove_attribute(f, "alwaysinline");
	vec_each(part, &parts) {
		function_remove_attribute(*part, "noinline");
		function_add_attribute(*part, "alwaysinline");
	}
	if (!module_run(pass->arena, pass->module, "always-inline", error))
		return false;
	vec_each(function, &called)
		if (!function_run(pass->arena, *function, passes, error))
			return false;
	return true;
}
