#include "ir/module.h"

#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "ir/switches.h"

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *data)
{
	(void)info;
	(void)data;
}

struct module *module_new(struct arena *arena)
{
	struct module *module = arena_alloc(arena, sizeof(*module));
	module->context = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(module->context, ignore_diagnostic, NULL);
	return module;
}

struct module *module_read(struct arena *arena, const void *bytes, size_t size, const char **error)
{
	struct module *module = module_new(arena);
	LLVMMemoryBufferRef buffer =
		LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, size, "bitcode");
	bool failed = LLVMParseBitcodeInContext2(module->context, buffer, &module->llvm);
	LLVMDisposeMemoryBuffer(buffer);
	if (failed) {
		*error = "clang's output is not LLVM bitcode that this version reads";
		LLVMContextDispose(module->context);
		return NULL;
	}
	return module;
}

void module_free(struct module *module)
{
	if (!module)
		return;
	if (module->llvm)
		LLVMDisposeModule(module->llvm);
	LLVMContextDispose(module->context);
}

#ifndef NDEBUG
static bool well_formed(const struct module *module)
{
	char *message = NULL;
	bool bad = LLVMVerifyModule(module->llvm, LLVMReturnStatusAction, &message);
	if (bad)
		complain("%s", message);
	LLVMDisposeMessage(message);
	return !bad;
}
#endif

/* Did passes succeed; else *error says why not. */
static bool is_done(struct arena *arena, LLVMErrorRef failure, const char **error)
{
	if (!failure)
		return true;
	char *message = LLVMGetErrorMessage(failure);
	*error = arena_strdup(arena, message);
	LLVMDisposeErrorMessage(message);
	return false;
}

bool module_run(struct arena *arena, struct module *module, const char *passes, const char **error)
{
	assert(well_formed(module));
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef failure = LLVMRunPasses(module->llvm, passes, NULL, options);
	LLVMDisposePassBuilderOptions(options);
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f && !failure; f = LLVMGetNextFunction(f))
		switches_restore(f);
	return is_done(arena, failure, error);
}

bool function_run(struct arena *arena, LLVMValueRef function, const char *passes, const char **error)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef failure = LLVMRunPassesOnFunction(function, passes, NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (!failure)
		switches_restore(function);
	return is_done(arena, failure, error);
}

const char *module_show(struct arena *arena, const struct module *module)
{
	char *text = LLVMPrintModuleToString(module->llvm);
	const char *copy = arena_strdup(arena, text);
	LLVMDisposeMessage(text);
	return copy;
}

LLVMValueRef phi_value_from(LLVMValueRef phi, LLVMBasicBlockRef way)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (LLVMGetIncomingBlock(phi, i) == way)
			return LLVMGetIncomingValue(phi, i);
	return NULL;
}

LLVMValueRef block_behind_phis(LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block);
	while (LLVMIsAPHINode(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

LLVMValueRef phi_without(LLVMBuilderRef b, LLVMValueRef phi, LLVMBasicBlockRef way)
{
	LLVMPositionBuilderBefore(b, phi);
	LLVMValueRef less = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef value = LLVMGetIncomingValue(phi, i);
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		if (from != way)
			LLVMAddIncoming(less, &value, &from, 1);
	}
	LLVMReplaceAllUsesWith(phi, less);
	LLVMInstructionEraseFromParent(phi);
	return less;
}

void function_add_attribute(LLVMValueRef function, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	assert(kind);
	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(context, kind, 0));
}

void function_remove_attribute(LLVMValueRef function, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMRemoveEnumAttributeAtIndex(
		function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
}

bool function_has_attribute(LLVMValueRef function, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	return LLVMGetEnumAttributeAtIndex(
		       function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) != NULL;
}

void function_make_pure(LLVMValueRef function)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(context, kind, 0));
	function_add_attribute(function, "willreturn");
	function_add_attribute(function, "nounwind");
}

const char *value_name(LLVMValueRef value)
{
	size_t length = 0;
	return LLVMGetValueName2(value, &length);
}

LLVMValueRef call_target(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	return callee && LLVMIsAFunction(callee) ? callee : NULL;
}

const char *call_name(LLVMValueRef call)
{
	LLVMValueRef callee = call_target(call);
	return callee ? value_name(callee) : "";
}

unsigned call_args(LLVMValueRef call)
{
	return LLVMGetNumArgOperands(call);
}

LLVMValueRef call_arg(LLVMValueRef call, unsigned index)
{
	assert(index < call_args(call));
	return LLVMGetOperand(call, index);
}

bool is_call(LLVMValueRef value)
{
	return LLVMIsACallInst(value) || LLVMIsAInvokeInst(value);
}

bool call_has_no_effect(LLVMValueRef call)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
	LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, index, kind);
	LLVMValueRef callee = call_target(call);
	if (!attribute && callee)
		attribute = LLVMGetEnumAttributeAtIndex(callee, index, kind);
	return attribute && LLVMGetEnumAttributeValue(attribute) == 0;
}

bool address_taken(LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!is_call(user) || call_target(user) != function)
			return true;
		for (unsigned i = 0; i < call_args(user); i++)
			if (call_arg(user, i) == function)
				return true;
	}
	return false;
}

static const char *full_path(struct arena *arena, LLVMMetadataRef file)
{
	unsigned length = 0;
	if (!file)
		return NULL;
	const char *text = LLVMDIFileGetFilename(file, &length);
	const char *name = arena_strndup(arena, text ? text : "", length);
	return name;
}

static bool starts_with_any(const char *path, const char *const folders[])
{
	for (size_t i = 0; folders[i]; i++)
		if (!strncmp(path, folders[i], strlen(folders[i])))
			return true;
	return false;
}

static bool has_version_below(const char *path, const char *const folders[])
{
	for (size_t i = 0; folders[i]; i++) {
		const char *found = strstr(path, folders[i]);
		const char *version = found ? found + strlen(folders[i]) : "";
		if (*version >= '0' && *version <= '9')
			return true;
	}
	return false;
}

bool path_is_system(const char *path)
{
	static const char *const roots[] = { PATH_SYSTEM "/", "/usr/include/", "/usr/lib/",
		"/usr/local/include/", "/usr/local/cuda", "/opt/cuda", NULL };
	static const char *const versioned[] = { "/include/c++/", "/include/c++/v", "/lib/clang/",
		NULL };
	return !path || !*path || starts_with_any(path, roots) ||
	       (*path == '/' && has_version_below(path, versioned));
}

static struct ir_frame frame_of(struct arena *arena, LLVMMetadataRef location)
{
	struct ir_frame frame = { 0 };
	LLVMMetadataRef scope = LLVMDILocationGetScope(location);
	frame.loc.file = full_path(arena, scope ? LLVMDIScopeGetFile(scope) : NULL);
	frame.loc.line = LLVMDILocationGetLine(location);
	frame.loc.column = LLVMDILocationGetColumn(location);
	frame.system = path_is_system(frame.loc.file);
	return frame;
}

void instruction_stack(struct arena *arena, LLVMValueRef instruction, ir_stack *stack)
{
	LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
	for (; location; location = LLVMDILocationGetInlinedAt(location))
		vec_push(arena, stack, frame_of(arena, location));
}

struct loc instruction_loc(struct arena *arena, LLVMValueRef instruction)
{
	ir_stack stack = { 0 };
	instruction_stack(arena, instruction, &stack);
	vec_each(frame, &stack) {
		if (!frame->system && frame->loc.line)
			return frame->loc;
	}
	if (!stack.n && LLVMIsAPHINode(instruction))
		return instruction_loc(arena, LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(instruction)));
	return stack.n ? stack.at[0].loc : (struct loc){ 0 };
}

struct loc function_loc(struct arena *arena, LLVMValueRef function)
{
	struct loc loc = { 0 };
	LLVMMetadataRef program = LLVMGetSubprogram(function);
	if (!program)
		return loc;
	loc.file = full_path(arena, LLVMDIScopeGetFile(program));
	loc.line = LLVMDISubprogramGetLine(program);
	loc.column = 1;
	return loc;
}

bool is_listed(LLVMValueRef constant)
{
	if (LLVMIsAGlobalVariable(constant)) {
		const char *section = LLVMGetSection(constant);
		return !strncmp(value_name(constant), "llvm.", 5) ||
		       (section && !strcmp(section, "llvm_offload_entries"));
	}
	for (LLVMUseRef use = LLVMGetFirstUse(constant); use; use = LLVMGetNextUse(use))
		if (!LLVMIsAConstant(LLVMGetUser(use)) || !is_listed(LLVMGetUser(use)))
			return false;
	return LLVMIsAConstant(constant);
}

bool gep_offset(LLVMTargetDataRef layout, LLVMValueRef gep, int64_t *offset)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		LLVMValueRef index = LLVMGetOperand(gep, i);
		if (!LLVMIsAConstantInt(index))
			return false;
		int64_t value = LLVMConstIntGetSExtValue(index);
		if (i == 1) {
			*offset += value * (int64_t)LLVMABISizeOfType(layout, type);
		} else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			*offset += (int64_t)LLVMOffsetOfElement(
				layout, type, (unsigned)value);
			type = LLVMStructGetTypeAtIndex(type, (unsigned)value);
		} else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind ||
			   LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
			type = LLVMGetElementType(type);
			*offset += value * (int64_t)LLVMABISizeOfType(layout, type);
		} else {
			return false;
		}
	}
	return true;
}
