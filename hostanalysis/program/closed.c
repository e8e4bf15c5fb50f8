#include "hostanalysis/pass.h"

#include <string.h>

/*
 * Whether a program is all here, so that nobody else writes its variables: it has a main, and names no function or variable of
 * its own that is defined in another file, such as a pointer to what is called, and loads no code while it runs.
 */

bool is_of_program(struct host_pass *pass, LLVMValueRef function)
{
	struct loc loc = function_loc(pass->arena, function);
	return loc.file && !path_is_system(loc.file) && strncmp(loc.file, "/usr/", 5);
}

/* Is a declared function one of the program's own, defined in another of its files. */
static bool defined_elsewhere(struct host_pass *pass, LLVMValueRef function)
{
	return LLVMIsDeclaration(function) && !LLVMGetIntrinsicID(function) && LLVMGetFirstUse(function) &&
	       !stub_find(pass, function) && is_of_program(pass, function);
}

static bool is_listed_name(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

static bool loads_code(LLVMValueRef function)
{
	static const char *const names[] = { "dlopen", "dlmopen", "dlsym", "dlvsym" };
	return LLVMGetFirstUse(function) &&
	       is_listed_name(value_name(function), names, sizeof(names) / sizeof(*names));
}

/* A variable of the C library, of the standard library of C++ or of the language's own. */
static bool is_of_system(const char *name)
{
	static const char *const prefixes[] = { "__", "_ZT", "_ZSt", "_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx", "llvm." };
	static const char *const names[] = { "stdin", "stdout", "stderr", "optarg", "optind", "opterr",
		"optopt", "environ", "timezone", "daylight", "tzname", "signgam", "h_errno", "sys_nerr", "sys_errlist",
		"program_invocation_name", "program_invocation_short_name", "in6addr_any", "in6addr_loopback" };
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return true;
	return is_listed_name(name, names, sizeof(names) / sizeof(*names));
}

/* Host code that reads or writes a variable of the device has a declaration of it. */
static bool is_shadow(const struct host_pass *pass, LLVMValueRef global)
{
	vec_each(variable, &pass->variables)
		if (!strcmp(variable->shadow, value_name(global)))
			return true;
	return false;
}

static bool held_elsewhere(const struct host_pass *pass, LLVMValueRef global)
{
	return LLVMIsDeclaration(global) && LLVMGetFirstUse(global) && !is_shadow(pass, global) &&
	       !is_of_system(value_name(global));
}

bool program_is_closed(struct host_pass *pass)
{
	if (!pass->has_main || pass->options->open)
		return false;
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f))
		if (defined_elsewhere(pass, f) || loads_code(f))
			return false;
	for (LLVMValueRef g = LLVMGetFirstGlobal(pass->module->llvm); g; g = LLVMGetNextGlobal(g))
		if (held_elsewhere(pass, g))
			return false;
	return true;
}
