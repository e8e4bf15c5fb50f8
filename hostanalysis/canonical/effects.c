#include "hostanalysis/pass.h"

#include <string.h>

/*
 * Attributes of functions the module only calls, or whose bodies are dropped:
 * with them LLVM's alias analysis sees that a print or a copy leaves the other
 * variables of the program alone. MemoryEffects is encoded as in LLVM's
 * ModRef.h: two bits (1 reads, 2 writes) per kind of memory.
 */

enum { MEMORY_ARGUMENTS = 3 << 0, MEMORY_INACCESSIBLE = 3 << 2, MEMORY_ERRNO = 3 << 4 };

static void add_attribute(LLVMValueRef function, unsigned index, const char *name, uint64_t value)
{
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	assert(kind);
	LLVMAddAttributeAtIndex(
		function, index, LLVMCreateEnumAttribute(context, kind, value));
}

void effects_set(LLVMValueRef function, bool arguments, bool throws)
{
	const unsigned self = (unsigned)LLVMAttributeFunctionIndex;
	add_attribute(function, self, "memory",
		MEMORY_INACCESSIBLE | (arguments ? MEMORY_ARGUMENTS : 0));
	add_attribute(function, self, "nocallback", 0);
	add_attribute(function, self, "nosync", 0);
	if (!throws)
		add_attribute(function, self, "nounwind", 0);
}

static void keeps_no_pointer(LLVMValueRef function)
{
	for (unsigned i = 0; i < LLVMCountParams(function); i++) {
		LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, i));
		if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
			add_attribute(function, i + 1, "captures", 0);
	}
	if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
		return;
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	LLVMAttributeRef none = LLVMCreateEnumAttribute(
		context, LLVMGetEnumAttributeKindForName("captures", 8), 0);
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use);
		if (!is_call(call) || call_target(call) != function)
			continue;
		for (unsigned i = LLVMCountParams(function); i < call_args(call); i++) {
			LLVMTypeRef type = LLVMTypeOf(call_arg(call, i));
			if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
				LLVMAddCallSiteAttribute(call, i + 1, none);
		}
	}
}

/* The library's new and delete, where the program has none of its own. */
static bool is_heap(LLVMValueRef function)
{
	static const char *const names[] = { "_Znwm", "_Znam", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZnwmSt11align_val_t",
		"_ZnamSt11align_val_t", "_ZdlPvSt11align_val_t", "_ZdaPvSt11align_val_t", "_ZdlPvmSt11align_val_t",
		"_ZdaPvmSt11align_val_t" };
	for (size_t i = 0; LLVMIsDeclaration(function) && i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(value_name(function), names[i]))
			return true;
	return false;
}

void effects_fill(struct host_pass *pass)
{
	LLVMValueRef next;
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = next) {
		next = LLVMGetNextFunction(f);
		if (LLVMGetIntrinsicID(f) || stub_find(pass, f))
			continue;
		bool api = api_find(value_name(f)) >= 0;
		bool known = api || effect_known(value_name(f)) || permuted_size(f);
		if (!LLVMIsDeclaration(f) &&
			(known || LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage))
			f = body_drop(pass, f);
		if (!known && !is_heap(f))
			continue;
		effects_set(f, !effect_none(value_name(f)), !api && !strncmp(value_name(f), "_Z", 2));
		keeps_no_pointer(f);
	}
}

static void call_keeps_errno(LLVMValueRef call, unsigned kind)
{
	const unsigned self = (unsigned)LLVMAttributeFunctionIndex;
	LLVMAttributeRef memory = LLVMGetCallSiteEnumAttribute(call, self, kind);
	uint64_t value = memory ? LLVMGetEnumAttributeValue(memory) : 0;
	if (!(value & MEMORY_ERRNO))
		return;
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
	LLVMRemoveCallSiteEnumAttribute(call, self, kind);
	LLVMAddCallSiteAttribute(call, self, LLVMCreateEnumAttribute(context, kind, value & ~(uint64_t)MEMORY_ERRNO));
}

/* LLVM takes errno for any number of the program's. */
void errno_forget(struct host_pass *pass)
{
	const unsigned self = (unsigned)LLVMAttributeFunctionIndex;
	unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
	if (LLVMGetNamedFunction(pass->module->llvm, "__errno_location"))
		return;
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f)) {
		LLVMAttributeRef memory = LLVMIsDeclaration(f) ? LLVMGetEnumAttributeAtIndex(f, self, kind) : NULL;
		uint64_t value = memory ? LLVMGetEnumAttributeValue(memory) : 0;
		if (value & MEMORY_ERRNO) {
			LLVMRemoveEnumAttributeAtIndex(f, self, kind);
			add_attribute(f, self, "memory", value & ~(uint64_t)MEMORY_ERRNO);
		}
		for (LLVMUseRef use = memory ? LLVMGetFirstUse(f) : NULL; use; use = LLVMGetNextUse(use))
			if (is_call(LLVMGetUser(use)) && call_target(LLVMGetUser(use)) == f)
				call_keeps_errno(LLVMGetUser(use), kind);
	}
}
