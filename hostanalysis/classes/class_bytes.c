#include "hostanalysis/classes/class_bytes.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "hostanalysis/classes/class_pointers.h"
#include "hostanalysis/pass.h"

enum { TO_DEVICE = 1 }; /* cudaMemcpyHostToDevice */

static void public_open(struct classes *classes, LLVMValueRef function)
{
	vec_each(entry, &classes->list)
		if ((*entry)->is_public)
			class_open(classes, *entry, function, "bytes of any object are written");
}

LLVMTypeRef class_bytes_type(LLVMValueRef pointer)
{
	LLVMTypeRef type = NULL;
	int field = gep_field(pointer, &type);
	if (field >= 0)
		return LLVMStructGetTypeAtIndex(type, (unsigned)field);
	if (LLVMIsAAllocaInst(pointer))
		return LLVMGetAllocatedType(pointer);
	return LLVMIsAGlobalVariable(pointer) ? LLVMGlobalGetValueType(pointer) : NULL;
}

bool class_bytes_are_scalars(const struct classes *classes, LLVMValueRef pointer)
{
	LLVMTypeRef type = class_bytes_type(pointer);
	while (type && LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		type = LLVMGetElementType(type);
	if (type)
		return LLVMGetTypeKind(type) != LLVMStructTypeKind;
	const char *name = LLVMIsALoadInst(pointer) ? class_noted(classes, pointer) : NULL;
	if (!name || !*name || !strcmp(name, "omnipotent char"))
		return false;
	return strncmp(name, "_ZTS", 4) || !strcmp(name, "_ZTS8_IO_FILE");
}

static bool copies_to_device(LLVMValueRef call)
{
	LLVMValueRef kind = call_args(call) > 3 && !strncmp(call_name(call), "cudaMemcpy", 10) ?
		call_arg(call, 3) : NULL;
	return kind && LLVMIsAConstantInt(kind) && LLVMConstIntGetZExtValue(kind) == TO_DEVICE;
}

/* May what is called write any bytes to what the argument points to. */
static bool may_write(const struct classes *classes, LLVMValueRef call, unsigned arg)
{
	LLVMValueRef callee = call_target(call), value = call_arg(call, arg);
	bool prints = strstr(call_name(call), "printf") && arg;
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind || LLVMIsNull(value) ||
		LLVMIsAFunction(value) || prints)
		return false;
	if (!callee || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee)) || !LLVMGetSubprogram(callee))
		return true;
	const char *type = parameter_pointee(classes->arena, callee, arg, call_args(call));
	return type && !*type;
}

static bool fills(LLVMValueRef call)
{
	return !strncmp(call_name(call), "llvm.memset", 11) && !LLVMIsNull(call_arg(call, 1));
}

/* Functions of the language's own, which end objects or throw them. */
static bool is_of_language(LLVMValueRef function)
{
	static const char *const prefixes[] = { "__cxa_", "__dynamic_cast", "_Zd", "_Unwind_", "free" };
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (!strncmp(value_name(function), prefixes[i], strlen(prefixes[i])))
			return true;
	return false;
}

/* Is what is called neither in sight nor known to write nothing of the kind. */
static bool is_foreign(LLVMValueRef call)
{
	LLVMValueRef callee = call_target(call);
	if (callee && is_of_language(callee))
		return false;
	return !callee || (LLVMIsDeclaration(callee) && !LLVMGetIntrinsicID(callee) && !copies_to_device(call));
}

void class_bytes_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i)
{
	if (!is_call(i) || !LLVMGetSubprogram(function) || function_is_system(classes->arena, function) ||
		stub_kernel(classes->arena, value_name(function)))
		return;
	if (fills(i) && !class_bytes_are_scalars(classes, call_arg(i, 0)))
		public_open(classes, function);
	for (unsigned k = 0; is_foreign(i) && k < call_args(i); k++)
		if (may_write(classes, i, k) && !class_bytes_are_scalars(classes, call_arg(i, k)))
			public_open(classes, function);
}
