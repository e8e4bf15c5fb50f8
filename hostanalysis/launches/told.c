#include "hostanalysis/pass.h"

#include <ctype.h>
#include <string.h>

#include "hostanalysis/program/program.h"

/*
 * Functions that are told the line of their call for what they print (checkCudaErrors, a logger's constructor). A parameter that
 * does nothing but go on as an argument decides nothing where its way is followed to its end: functions that are not seen do
 * what they do, whatever they are given, unless hgrd or LLVM know them.
 */

enum { PASSES = 16 };

struct passes {
	struct arena *arena;
	struct index_function *entry;
	unsigned param;
	bool fails;
};

static void value_passes(struct passes *passes, LLVMValueRef value);

static void call_passes(struct passes *passes, LLVMValueRef call, LLVMValueRef value)
{
	const char *name = call_name(call);
	LLVMValueRef callee = *name ? LLVMGetNamedFunction(
		LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))), name)
				    : NULL;
	passes->fails |= !callee || !strncmp(name, "llvm.", 5) ||
			 LLVMGetLinkage(callee) == LLVMAvailableExternallyLinkage;
	for (unsigned i = 0; i < call_args(call) && !passes->fails; i++) {
		struct index_pass pass = { arena_strdup(passes->arena, name), passes->param, i };
		if (call_arg(call, i) == value)
			vec_push(passes->arena, &passes->entry->passes, pass);
		passes->fails |= passes->entry->passes.n > PASSES;
	}
}

static bool is_lifetime(LLVMValueRef user)
{
	return is_call(user) && !strncmp(call_name(user), "llvm.lifetime.", 14);
}

/* The parameter's own variable, which is set to it once. */
static void variable_passes(struct passes *passes, LLVMValueRef variable, LLVMValueRef store)
{
	passes->fails |= !LLVMIsAAllocaInst(variable);
	for (LLVMUseRef use = passes->fails ? NULL : LLVMGetFirstUse(variable); use;
		use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsALoadInst(user) && LLVMTypeOf(user) == LLVMGetAllocatedType(variable))
			value_passes(passes, user);
		else
			passes->fails |= user != store && !is_lifetime(user);
	}
}

static void value_passes(struct passes *passes, LLVMValueRef value)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use && !passes->fails;
		use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (is_call(user))
			call_passes(passes, user, value);
		else if (LLVMIsAStoreInst(user) && LLVMIsAArgument(value))
			variable_passes(passes, LLVMGetOperand(user, 1), user);
		else
			passes->fails = true;
	}
}

static bool is_number(LLVMValueRef param)
{
	LLVMTypeRef type = LLVMTypeOf(param);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 32;
}

void passes_fill(struct arena *arena, LLVMValueRef function, struct index_function *entry)
{
	unsigned pointers = 0;
	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		pointers += LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, i))) == LLVMPointerTypeKind;
	for (unsigned i = 0; pointers && i < LLVMCountParams(function); i++) {
		struct passes passes = { .arena = arena, .entry = entry, .param = i };
		struct index_pass none = { "-", i, 0 };
		size_t n = entry->passes.n;
		if (!is_number(LLVMGetParam(function, i)))
			continue;
		value_passes(&passes, LLVMGetParam(function, i));
		if (passes.fails)
			entry->passes.n = n;
		else if (entry->passes.n == n)
			vec_push(arena, &entry->passes, none);
	}
}

/* Of the standard library only printing; nothing that hgrd or LLVM know; a project's own is as unknown with one number as with another. */
static bool is_unknown(const char *name)
{
	static const char *const printing[] = { "printf", "fprintf", "dprintf", "syslog" };
	for (size_t i = 0; i < sizeof(printing) / sizeof(*printing); i++)
		if (!strcmp(name, printing[i]))
			return true;
	if (strncmp(name, "_Z", 2) || strstr(name, "__device_stub__") || strstr(name, "thrust") ||
		strstr(name, "cub") || api_find(name) >= 0 || effect_known(name))
		return false;
	return isdigit((unsigned char)name[2]) || !strncmp(name, "_ZNSolsE", 8) ||
	       (!strncmp(name, "_ZN", 3) && isdigit((unsigned char)name[3]));
}

struct way {
	const char *name;
	unsigned arg;
};
typedef VEC(struct way) way_list;

static bool passes_on(const struct program *program, struct arena *arena, way_list *seen,
	struct way way);

static bool definition_passes_on(const struct program *program, struct arena *arena,
	way_list *seen, const struct program_function *function, unsigned arg)
{
	bool any = false, all = true;
	vec_each(pass, &function->passes) {
		struct way next = { pass->callee, pass->arg };
		if (pass->param != arg)
			continue;
		any = true;
		all = all && (!strcmp(pass->callee, "-") ||
				     passes_on(program, arena, seen, next));
	}
	return any && all;
}

static bool passes_on(const struct program *program, struct arena *arena, way_list *seen,
	struct way way)
{
	bool defined = false, all = true;
	vec_each(known, seen)
		if (known->arg == way.arg && !strcmp(known->name, way.name))
			return true;
	vec_push(arena, seen, way);
	vec_each(function, &program->functions) {
		if (strcmp((*function)->name, way.name))
			continue;
		defined = true;
		all = all && definition_passes_on(program, arena, seen, *function, way.arg);
	}
	return defined ? all : is_unknown(way.name);
}

bool program_passes_on(const struct program *program, const char *name, unsigned arg)
{
	struct arena *arena = arena_new();
	way_list seen = { 0 };
	struct way way = { name, arg };
	bool passes = passes_on(program, arena, &seen, way);
	arena_free(arena);
	return passes;
}
