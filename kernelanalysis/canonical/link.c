#include "kernelanalysis/canonical/link.h"

#include "ir/link.h"
#include "kernelanalysis/passes.h"

static bool is_visible(LLVMValueRef global)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);
	return linkage == LLVMExternalLinkage || linkage == LLVMWeakODRLinkage ||
	       linkage == LLVMWeakAnyLinkage;
}

void device_index(struct arena *arena, const struct module *module, text_list *kernels,
	text_list *defined)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f))
			continue;
		if (device_is_kernel(f))
			vec_push(arena, kernels, device_host_name(arena, value_name(f)));
		else if (is_visible(f))
			vec_push(arena, defined, arena_strdup(arena, value_name(f)));
	}
	for (LLVMValueRef v = LLVMGetFirstGlobal(module->llvm); v; v = LLVMGetNextGlobal(v)) {
		if (LLVMIsDeclaration(v) || !is_visible(v) ||
			!strncmp(value_name(v), "llvm.", 5))
			continue;
		vec_push(arena, defined, arena_strdup(arena, value_name(v)));
	}
}

void device_undefined(struct arena *arena, const struct module *module, text_list *names)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		if (LLVMIsDeclaration(f) && !LLVMGetIntrinsicID(f) && LLVMGetFirstUse(f))
			vec_push(arena, names, arena_strdup(arena, value_name(f)));
	for (LLVMValueRef v = LLVMGetFirstGlobal(module->llvm); v; v = LLVMGetNextGlobal(v))
		if (LLVMIsDeclaration(v) && LLVMGetFirstUse(v))
			vec_push(arena, names, arena_strdup(arena, value_name(v)));
}

static bool is_named(const text_list *names, const char *name)
{
	vec_each(each, names) {
		if (!strcmp(*each, name))
			return true;
	}
	return false;
}

/*
 * What nobody asked for is the unit's own business, so that what stays unused
 * can go; variables keep their names in the kernels' reports.
 */
static void hide_others(const text_list *names, LLVMModuleRef llvm)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(llvm); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && !is_named(names, value_name(f)))
			LLVMSetLinkage(f, LLVMInternalLinkage);
	for (LLVMValueRef v = LLVMGetFirstGlobal(llvm); v; v = LLVMGetNextGlobal(v))
		if (!LLVMIsDeclaration(v) && !is_named(names, value_name(v)) &&
			LLVMGetLinkage(v) != LLVMAppendingLinkage)
			LLVMSetLinkage(v, LLVMInternalLinkage);
}

static void drop_others(struct arena *arena, LLVMModuleRef llvm)
{
	static const char *const lists[] = { "llvm.used", "llvm.compiler.used" };
	LLVMValueRef next;
	for (size_t i = 0; i < 2; i++) {
		LLVMValueRef list = LLVMGetNamedGlobal(llvm, lists[i]);
		if (list)
			LLVMDeleteGlobal(list);
	}
	for (LLVMValueRef f = LLVMGetFirstFunction(llvm); f; f = next) {
		next = LLVMGetNextFunction(f);
		if (!LLVMIsDeclaration(f) && device_is_kernel(f))
			function_drop_body(arena, f, NULL);
	}
}

bool device_link(struct arena *arena, struct module *module, const char *path,
	const text_list *names, const char **error)
{
	struct module other = { .context = module->context };
	other.llvm = module_read_beside(arena, module, path, error);
	if (!other.llvm)
		return false;
	drop_others(arena, other.llvm);
	hide_others(names, other.llvm);
	if (!module_run(arena, &other, "globaldce", error))
		return false;
	return module_link(arena, module, other.llvm, error);
}
