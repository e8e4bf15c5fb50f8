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
		"conv", "cond", "inc", "dec", "and", "or", "xor", "status", "pitch", "retval", "ref.tmp",
		"tmp", "agg", "spec.select" };
	if (!*name)
		return true;
	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		if (!strncmp(name, plain[i], strlen(plain[i])))
			return true;
	return false;
}

/* Records of parts of a structure name the whole, which would mislead. */
static bool is_fragment(LLVMDbgRecordRef record)
{
	char *text = LLVMPrintDbgRecordToString(record);
	bool fragment = strstr(text, "DW_OP_LLVM_fragment") != NULL;
	LLVMDisposeMessage(text);
	return fragment;
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
	if (name && strcmp(name, "this") && !strchr(name, '.') && !is_fragment(record))
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

/*
 * A dim3 argument of a root comes as i64 (x and y) and i32 (z). Each half is a
 * value of its own: a call of i32 hgrd.half(argument, 0 or 1).
 */
static LLVMValueRef half_build(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef argument, bool high)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(pass->module->context);
	LLVMTypeRef params[] = { LLVMTypeOf(argument), word };
	LLVMTypeRef type = LLVMFunctionType(word, params, 2, false);
	LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, "hgrd.half");
	if (!function)
		function = LLVMAddFunction(pass->module->llvm, "hgrd.half", type);
	LLVMValueRef args[] = { argument, LLVMConstInt(word, high, false) };
	const char *name = value_name(argument);
	return LLVMBuildCall2(b, type, function, args, 2,
		arena_printf(pass->arena, "%.*s_%c.", (int)strcspn(name, "."), name,
			high ? 'y' : 'x'));
}

typedef VEC(LLVMValueRef) half_list;

/* Uses of an argument as halves; false when it is used otherwise. */
static bool halves_find(struct host_pass *pass, LLVMValueRef argument, half_list halves[2])
{
	for (LLVMUseRef use = LLVMGetFirstUse(argument); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool high = LLVMIsABinaryOperator(user) &&
			    LLVMGetInstructionOpcode(user) == LLVMLShr &&
			    LLVMIsAConstantInt(LLVMGetOperand(user, 1)) &&
			    LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1)) == 32;
		LLVMUseRef inner = high ? LLVMGetFirstUse(user) : use;
		for (; inner; inner = high ? LLVMGetNextUse(inner) : NULL) {
			LLVMValueRef half = LLVMGetUser(inner);
			if (!LLVMIsATruncInst(half) ||
				LLVMGetIntTypeWidth(LLVMTypeOf(half)) != 32)
				return false;
			vec_push(pass->arena, &halves[high], half);
		}
	}
	return halves[0].n || halves[1].n;
}

static void halves_split(struct host_pass *pass, LLVMValueRef root)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	LLVMPositionBuilderBefore(
		b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(root)));
	for (unsigned i = 0; i < LLVMCountParams(root); i++) {
		LLVMValueRef argument = LLVMGetParam(root, i);
		LLVMTypeRef type = LLVMTypeOf(argument);
		half_list halves[2] = { { 0 }, { 0 } };
		if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
			LLVMGetIntTypeWidth(type) != 64 || !halves_find(pass, argument, halves))
			continue;
		for (unsigned high = 0; high < 2; high++) {
			LLVMValueRef value = half_build(pass, b, argument, high);
			vec_each(half, &halves[high])
				LLVMReplaceAllUsesWith(*half, value);
		}
	}
	LLVMDisposeBuilder(b);
}

void names_fill(struct host_pass *pass)
{
	vec_each(root, &pass->roots)
		halves_split(pass, *root);
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
