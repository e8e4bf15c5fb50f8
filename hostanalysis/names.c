#include "hostanalysis/pass.h"

#include <ctype.h>
#include <string.h>

/*
 * Values are named after the variables they are held in, by the debug records
 * of promoted variables, so that terms read as the program does. The name ends
 * in a dot: what LLVM appends to make names differ is cut off there.
 */

/* Name of a DILocalVariable: its second operand. */
static const char *variable_name(struct host_pass *pass, LLVMMetadataRef variable)
{
	LLVMValueRef node = LLVMMetadataAsValue(pass->module->context, variable);
	unsigned n = LLVMGetMDNodeNumOperands(node), length = 0;
	if (n < 2)
		return NULL;
	LLVMValueRef *operands = arena_alloc(pass->arena, n * sizeof(LLVMValueRef));
	LLVMGetMDNodeOperands(node, operands);
	if (!operands[1])
		return NULL;
	const char *text = LLVMGetMDString(operands[1], &length);
	return text && length ? arena_strndup(pass->arena, text, length) : NULL;
}

/* Does clang's own name say nothing: "call12", "add", "0", "conv", ... */
static bool is_plain_name(const char *name)
{
	static const char *const plain[] = { "call", "add", "sub", "mul", "div", "rem", "shl", "shr",
		"conv", "cond", "inc", "dec", "and", "or", "xor", "status", "retval", "ref.tmp",
		"tmp", "agg", "spec.select" };
	if (!*name)
		return true;
	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		if (!strncmp(name, plain[i], strlen(plain[i])))
			return true;
	return false;
}

static void record_name(struct host_pass *pass, LLVMDbgRecordRef record)
{
	LLVMDbgRecordKind kind = LLVMDbgRecordGetKind(record);
	if (kind != LLVMDbgRecordValue)
		return;
	LLVMValueRef value = LLVMDbgVariableRecordGetValue(record, 0);
	if (!value || !LLVMIsAInstruction(value) || !is_plain_name(value_name(value)))
		return;
	if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVoidTypeKind)
		return;
	const char *name = variable_name(pass, LLVMDbgVariableRecordGetVariable(record));
	if (name && strcmp(name, "this") && !strchr(name, '.'))
		LLVMSetValueName2(value, arena_printf(pass->arena, "%s.", name), strlen(name) + 1);
}

/* A load without a variable of its own reads as the place it loads from. */
static void load_name(struct host_pass *pass, LLVMValueRef load)
{
	if (!is_plain_name(value_name(load)) && !isdigit((unsigned char)*value_name(load)))
		return;
	LLVMValueRef pointer = LLVMGetOperand(load, 0);
	while (LLVMIsAGetElementPtrInst(pointer) && is_plain_name(value_name(pointer)))
		pointer = LLVMGetOperand(pointer, 0);
	const char *name = value_name(pointer);
	size_t length = strcspn(name, ".");
	if (is_plain_name(name) || !length || !strncmp(name, "arrayidx", 8))
		return;
	LLVMSetValueName2(load,
		arena_printf(pass->arena, "%.*s.", (int)length, name), length + 1);
}

void names_fill(struct host_pass *pass)
{
	vec_each(root, &pass->roots)
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(*root); block;
			block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
				i = LLVMGetNextInstruction(i)) {
				for (LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(i); r;
					r = LLVMGetNextDbgRecord(r))
					record_name(pass, r);
				if (LLVMIsALoadInst(i))
					load_name(pass, i);
			}
}
