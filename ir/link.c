#include "ir/link.h"

#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Linker.h>

static LLVMMemoryBufferRef file_read(struct arena *arena, const char *path, const char **error)
{
	LLVMMemoryBufferRef buffer;
	char *message = NULL;
	if (!LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message))
		return buffer;
	*error = arena_printf(arena, "cannot read %s: %s", path, message);
	LLVMDisposeMessage(message);
	return NULL;
}

static LLVMModuleRef parse(
	struct arena *arena, LLVMContextRef context, const char *path, const char **error)
{
	LLVMMemoryBufferRef buffer = file_read(arena, path, error);
	LLVMModuleRef module = NULL;
	if (!buffer)
		return NULL;
	bool failed = LLVMParseBitcodeInContext2(context, buffer, &module);
	LLVMDisposeMemoryBuffer(buffer);
	if (!failed)
		return module;
	*error = arena_printf(arena, "%s is not LLVM bitcode that this version reads", path);
	return NULL;
}

LLVMModuleRef module_read_beside(
	struct arena *arena, struct module *module, const char *path, const char **error)
{
	return parse(arena, module->context, path, error);
}

LLVMModuleRef module_parse_beside(
	struct module *module, const void *bytes, size_t size, const char **error)
{
	LLVMModuleRef parsed = NULL;
	LLVMMemoryBufferRef buffer =
		LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, size, "bitcode");
	bool failed = LLVMParseBitcodeInContext2(module->context, buffer, &parsed);
	LLVMDisposeMemoryBuffer(buffer);
	if (failed)
		*error = "bitcode cannot be read again";
	return failed ? NULL : parsed;
}

/* The module owns the buffer. */
static LLVMModuleRef open(struct module *module, LLVMMemoryBufferRef buffer, const char **error)
{
	LLVMModuleRef opened = NULL;
	if (!LLVMGetBitcodeModuleInContext2(module->context, buffer, &opened))
		return opened;
	LLVMDisposeMemoryBuffer(buffer);
	*error = "bitcode cannot be read again";
	return NULL;
}

LLVMModuleRef module_open_beside(
	struct arena *arena, struct module *module, const char *path, const char **error)
{
	LLVMMemoryBufferRef buffer = file_read(arena, path, error);
	return buffer ? open(module, buffer, error) : NULL;
}

LLVMModuleRef module_open_bytes_beside(
	struct module *module, const void *bytes, size_t size, const char **error)
{
	return open(module, LLVMCreateMemoryBufferWithMemoryRange(bytes, size, "bitcode", false), error);
}

struct module *module_read_file(struct arena *arena, const char *path, const char **error)
{
	struct module *module = module_new(arena);
	module->llvm = parse(arena, module->context, path, error);
	if (module->llvm)
		return module;
	module_free(module);
	return NULL;
}

bool module_link(
	struct arena *arena, struct module *module, LLVMModuleRef other, const char **error)
{
	if (!module->llvm) {
		module->llvm = other;
		return true;
	}
	size_t length;
	const char *name = arena_strdup(arena, LLVMGetModuleIdentifier(other, &length));
	if (!LLVMLinkModules2(module->llvm, other))
		return true;
	*error = arena_printf(arena, "%s: cannot be linked with the others", name);
	return false;
}

const void *module_write(struct arena *arena, LLVMModuleRef module, size_t *size)
{
	LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
	*size = LLVMGetBufferSize(buffer);
	char *bytes = arena_alloc(arena, *size);
	memcpy(bytes, LLVMGetBufferStart(buffer), *size);
	LLVMDisposeMemoryBuffer(buffer);
	return bytes;
}

static void attributes_copy(struct arena *arena, LLVMValueRef from, LLVMValueRef to)
{
	for (unsigned index = 0; index <= LLVMCountParams(from) + 1; index++) {
		/* the function itself has the largest index */
		unsigned at = index ? index - 1 : (unsigned)LLVMAttributeFunctionIndex;
		unsigned n = LLVMGetAttributeCountAtIndex(from, at);
		LLVMAttributeRef *list = arena_alloc(arena, n * sizeof(*list));
		LLVMGetAttributesAtIndex(from, at, list);
		for (unsigned i = 0; i < n; i++)
			LLVMAddAttributeAtIndex(to, at, list[i]);
	}
}

LLVMValueRef function_drop_body(
	struct arena *arena, LLVMValueRef function, const char *fresh)
{
	LLVMModuleRef module = LLVMGetGlobalParent(function);
	LLVMLinkage linkage = LLVMGetLinkage(function);
	bool internal = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
	const char *name = internal && fresh ? fresh : arena_strdup(arena, value_name(function));
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	LLVMValueRef declared = LLVMAddFunction(module, "", type);
	LLVMSetFunctionCallConv(declared, LLVMGetFunctionCallConv(function));
	attributes_copy(arena, function, declared);
	LLVMReplaceAllUsesWith(function, declared);
	LLVMDeleteFunction(function);
	LLVMSetValueName2(declared, name, strlen(name));
	function_remove_attribute(declared, "alwaysinline");
	return declared;
}

void aliases_resolve(LLVMModuleRef module)
{
	LLVMValueRef next;
	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a; a = next) {
		next = LLVMGetNextGlobalAlias(a);
		LLVMReplaceAllUsesWith(a, LLVMAliasGetAliasee(a));
	}
}
