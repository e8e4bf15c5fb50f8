#include "hostanalysis/program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hostanalysis/pass.h"
#include "ir/link.h"

/*
 * Modules of several units made one for a plan. Of every unit only the
 * functions that the plan keeps come with their bodies. LLVM must not take what
 * is left for all there is: a variable of the unit that a dropped function may
 * change gets external linkage.
 */

static const char mark[] = "hgrd-root";

static void root_mark(LLVMValueRef function, size_t number)
{
	char text[24];
	int length = snprintf(text, sizeof(text), "%zu", number);
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateStringAttribute(
			context, mark, sizeof(mark) - 1, text, (unsigned)length));
}

int root_number(LLVMValueRef function)
{
	unsigned length = 0;
	LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(function,
		(LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark, sizeof(mark) - 1);
	if (!attribute)
		return -1;
	return (int)strtoul(LLVMGetStringAttributeValue(attribute, &length), NULL, 10);
}

struct slice {
	struct arena *arena;
	const struct program *program;
	const struct plan *plan;
	size_t unit;
	size_t place; /* in the plan: names must not depend on the units outside it */
	bool first;   /* the unit whose kernels are analysed */
	LLVMModuleRef llvm;
};

static bool is_internal(LLVMValueRef global)
{
	return LLVMGetLinkage(global) == LLVMInternalLinkage ||
	       LLVMGetLinkage(global) == LLVMPrivateLinkage;
}

static bool is_strong(LLVMValueRef global)
{
	return LLVMGetLinkage(global) == LLVMExternalLinkage && !LLVMIsDeclaration(global);
}

/* Keeps every function of the unit. */
static bool is_whole(const struct slice *slice)
{
	return slice->plan->complete || (slice->first && slice->plan->whole);
}

/* Code generation for different processors is no reason not to inline. */
static void attributes_trim(LLVMValueRef function)
{
	static const char *const names[] = { "target-cpu", "target-features", "tune-cpu" };
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		LLVMRemoveStringAttributeAtIndex(function,
			(LLVMAttributeIndex)LLVMAttributeFunctionIndex, names[i],
			(unsigned)strlen(names[i]));
}

/* The linker leaves inline functions behind that nobody calls. */
static void linkage_keep(LLVMValueRef function)
{
	if (LLVMGetLinkage(function) == LLVMLinkOnceODRLinkage)
		LLVMSetLinkage(function, LLVMWeakODRLinkage);
}

static void mark_if_root(const struct slice *slice, const struct program_function *function,
	LLVMValueRef llvm)
{
	for (size_t i = 0; i < slice->plan->roots.n; i++)
		if (slice->plan->roots.at[i] == function) {
			root_mark(llvm, i);
			linkage_keep(llvm);
		}
}

/* What clang adds to register the kernels at the start of the program. */
static bool is_registration(const char *name)
{
	return !strncmp(name, "__cuda_", 7);
}

/* An alias needs the definition it stands for. */
static bool is_aliased(const struct slice *slice, LLVMValueRef function)
{
	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(slice->llvm); a;
		a = LLVMGetNextGlobalAlias(a))
		if (LLVMAliasGetAliasee(a) == function)
			return true;
	return false;
}

static struct program_function *function_known(const struct slice *slice, LLVMValueRef function)
{
	return strmap_get(
		slice->program->units.at[slice->unit].functions, value_name(function));
}

static bool is_kept(const struct slice *slice, LLVMValueRef function)
{
	const struct program_function *known = function_known(slice, function);
	return known && (is_whole(slice) || known->kept == slice->plan->number);
}

/* Do all functions that name an internal variable keep their bodies, but for those that register it. */
static bool is_kept_whole(const struct slice *slice, LLVMValueRef variable)
{
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (is_listed(user))
			continue;
		if (!LLVMIsAInstruction(user))
			return false;
		LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
		if (!is_kept(slice, function) && !is_registration(value_name(function)))
			return false;
	}
	return true;
}

static void function_slice(struct slice *slice, LLVMValueRef function)
{
	const char *name = value_name(function);
	mark_if_root(slice, function_known(slice, function), function);
	attributes_trim(function);
	if (!is_kept(slice, function) && !stub_kernel(slice->arena, name) && !is_aliased(slice, function) &&
		(!is_registration(name) || !slice->first))
		function_drop_body(slice->arena, function,
			arena_printf(slice->arena, "%s" LINKED_UNIT "%zu", name, slice->place));
}

static void functions_slice(struct slice *slice)
{
	LLVMValueRef next;
	for (LLVMValueRef f = LLVMGetFirstFunction(slice->llvm); f; f = next) {
		next = LLVMGetNextFunction(f);
		if (!LLVMIsDeclaration(f))
			function_slice(slice, f);
	}
}

/* No other unit's function of the name is meant where the unit calls its own. */
static void own_keep(LLVMValueRef global, LLVMValueRef other)
{
	if (!other || !is_strong(global) || !is_strong(other))
		return;
	LLVMSetLinkage(global, LLVMInternalLinkage);
}

/*
 * Of programs that share units each has a main of its own, which no other is to clash with. The linker, and LLVM, leave internal functions
 * behind that nobody calls: where paths begin in it, a second one gets another name, and that of the analysed unit stays as it
 * is, for what it does to the unit's variables before functions are called that paths begin in.
 */
static void main_keep(struct slice *slice, LLVMValueRef function, LLVMModuleRef into)
{
	LLVMValueRef other = into ? LLVMGetNamedFunction(into, "main") : NULL;
	if (slice->first)
		return;
	if (root_number(function) < 0) {
		LLVMSetLinkage(function, LLVMInternalLinkage);
		return;
	}
	if (!other || LLVMIsDeclaration(other))
		return;
	const char *fresh = arena_printf(slice->arena, "main" LINKED_UNIT "%zu", slice->place);
	LLVMSetValueName2(function, fresh, strlen(fresh));
}

static void clashes_resolve(struct slice *slice, LLVMModuleRef into)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(slice->llvm); f; f = LLVMGetNextFunction(f)) {
		if (!strcmp(value_name(f), "main") && !LLVMIsDeclaration(f) &&
			!slice->plan->complete)
			main_keep(slice, f, into);
		own_keep(f, into ? LLVMGetNamedFunction(into, value_name(f)) : NULL);
	}
}

static void list_drop(LLVMModuleRef module, const char *name)
{
	LLVMValueRef list = LLVMGetNamedGlobal(module, name);
	if (list)
		LLVMDeleteGlobal(list);
}

static bool never_changed(const struct slice *slice, LLVMValueRef variable)
{
	return !is_internal(variable) &&
	       program_never_changed(slice->program, value_name(variable));
}

static void variable_slice(struct slice *slice, LLVMValueRef variable, LLVMModuleRef into)
{
	const char *name = value_name(variable);
	if (!strncmp(name, "llvm.", 5) || LLVMIsDeclaration(variable) ||
		LLVMIsGlobalConstant(variable))
		return;
	if (never_changed(slice, variable)) {
		LLVMSetGlobalConstant(variable, true);
		return;
	}
	if (slice->first && is_internal(variable) && is_kept_whole(slice, variable))
		return;
	LLVMValueRef other = into ? LLVMGetNamedGlobal(into, name) : NULL;
	bool clash = other && is_strong(other) && is_strong(variable);
	if (is_internal(variable) ? is_whole(slice) : !clash)
		return;
	const char *fresh = arena_printf(slice->arena, "%s" LINKED_UNIT "%zu", name, slice->place);
	LLVMSetValueName2(variable, fresh, strlen(fresh));
	LLVMSetLinkage(variable, LLVMExternalLinkage);
}

static void variables_slice(struct slice *slice, LLVMModuleRef into)
{
	static const char *const lists[] = { "llvm.global_ctors", "llvm.global_dtors", "llvm.used",
		"llvm.compiler.used" };
	for (size_t i = 0; !is_whole(slice) && i < sizeof(lists) / sizeof(lists[0]); i++)
		list_drop(slice->llvm, lists[i]);
	for (LLVMValueRef v = LLVMGetFirstGlobal(slice->llvm); v; v = LLVMGetNextGlobal(v))
		variable_slice(slice, v, into);
}

/* The first module of all becomes what the others are linked into: it has to be there as a whole. */
static LLVMModuleRef unit_parse(const struct slice *slice, struct module *module, const char **error)
{
	const struct program_unit *unit = &slice->program->units.at[slice->unit];
	if (unit->bitcode)
		return module_parse_beside(module, unit->bitcode, unit->bitcode_size, error);
	return module_read_beside(slice->arena, module, unit->host, error);
}

static LLVMModuleRef unit_open(const struct slice *slice, struct module *module, const char **error)
{
	const struct program_unit *unit = &slice->program->units.at[slice->unit];
	if (unit->bitcode)
		return module_open_bytes_beside(module, unit->bitcode, unit->bitcode_size, error);
	return module_open_beside(slice->arena, module, unit->host, error);
}

/* Puts what classes keep and owe into the unit, once for all plans. */
static const struct class_unit *unit_put(
	const struct slice *slice, struct module *module, const char **error)
{
	struct invariants *invariants = slice->plan->invariants;
	struct class_unit put = { .unit = slice->unit, .owed = slice->plan->owed };
	vec_each(known, &invariants->units)
		if (known->unit == put.unit && known->owed == put.owed)
			return known;
	LLVMModuleRef llvm = unit_parse(slice, module, error);
	if (!llvm)
		return NULL;
	aliases_resolve(llvm);
	invariants_put(slice->arena, llvm, invariants, put.owed);
	put.bytes = module_write(invariants->arena, llvm, &put.size);
	LLVMDisposeModule(llvm);
	vec_push(invariants->arena, &invariants->units, put);
	return &invariants->units.at[invariants->units.n - 1];
}

static LLVMModuleRef unit_read(const struct slice *slice, struct module *module, const char **error)
{
	const struct class_unit *put = NULL;
	if (slice->plan->invariants && !(put = unit_put(slice, module, error)))
		return NULL;
	if (put && slice->first)
		return module_parse_beside(module, put->bytes, put->size, error);
	if (put)
		return module_open_bytes_beside(module, put->bytes, put->size, error);
	return slice->first ? unit_parse(slice, module, error) : unit_open(slice, module, error);
}

static bool unit_link(struct slice *slice, struct module *module, const char **error)
{
	slice->llvm = unit_read(slice, module, error);
	if (!slice->llvm)
		return false;
	aliases_resolve(slice->llvm);
	variables_slice(slice, module->llvm);
	functions_slice(slice);
	clashes_resolve(slice, module->llvm);
	return module_link(slice->arena, module, slice->llvm, error);
}

struct module *plan_link(struct arena *arena, const struct program *program,
	const struct plan *plan, const char **error)
{
	struct module *module = module_new(arena);
	for (size_t i = 0; i < plan->units.n; i++) {
		struct slice slice = { .arena = arena, .program = program, .plan = plan,
			.unit = plan->units.at[i], .place = i, .first = i == 0 };
		if (!unit_link(&slice, module, error)) {
			module_free(module);
			return NULL;
		}
	}
	return module;
}
