#include "hostanalysis/pass.h"

#include <ctype.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

/*
 * Values are named after the variables they are held in, by the debug records
 * of promoted variables, so that terms read as the program does. The name ends
 * in a dot: what LLVM appends to make names differ is cut off there.
 */

/*
 * Name of a DILocalVariable (its operands: scope, name, file, type) that a
 * value holds all of; NULL for parts of a structure, which the name of the
 * whole would mislead about.
 */
static const char *variable_name(
	struct host_pass *pass, LLVMMetadataRef variable, LLVMValueRef value)
{
	LLVMValueRef node = LLVMMetadataAsValue(pass->module->context, variable);
	unsigned n = LLVMGetMDNodeNumOperands(node), length = 0;
	if (n < 4)
		return NULL;
	LLVMValueRef *operands = arena_alloc(pass->arena, n * sizeof(LLVMValueRef));
	LLVMGetMDNodeOperands(node, operands);
	if (!operands[1] || !operands[3])
		return NULL;
	uint64_t bits = LLVMDITypeGetSizeInBits(LLVMValueAsMetadata(operands[3]));
	if (bits && bits != LLVMStoreSizeOfType(pass->layout, LLVMTypeOf(value)) * 8)
		return NULL;
	const char *text = LLVMGetMDString(operands[1], &length);
	return text && length ? arena_strndup(pass->arena, text, length) : NULL;
}

/* Does clang's own name say nothing: "call12", "add", "0", "conv", ... */
static bool is_plain_name(const char *name)
{
	static const char *const plain[] = { "call", "add", "sub", "mul", "div", "rem", "shl",
		"shr", "conv", "cond", "inc", "dec", "and", "or", "xor", "status", "pitch",
		"retval", "ref.tmp", "tmp", "agg", "spec.select" };
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
	const char *name = variable_name(pass, LLVMDbgVariableRecordGetVariable(record), value);
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
	size_t length;
	const char *name = source_name(value_name(pointer), &length);
	const char *dot = memchr(name, '.', length);
	length = dot ? (size_t)(dot - name) : length;
	if (is_plain_name(name) || !length || !strncmp(name, "arrayidx", 8))
		return;
	LLVMSetValueName2(load,
		arena_printf(pass->arena, "%.*s.", (int)length, name), length + 1);
}

/* A result that no variable holds reads as the call. */
static void call_result_name(struct host_pass *pass, LLVMValueRef call)
{
	if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ||
		!is_plain_name(value_name(call)) || !strncmp(call_name(call), "hgrd.", 5))
		return;
	size_t length;
	const char *name = source_name(call_name(call), &length);
	if (!length || !strncmp(name, "_Z", 2))
		return;
	LLVMSetValueName2(call, arena_printf(pass->arena, "%.*s().", (int)length, name),
		length + 3);
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
				i = LLVMGetNextInstruction(i))
				for (LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(i); r;
					r = LLVMGetNextDbgRecord(r))
					record_name(pass, r);
	vec_each(root, &pass->roots)
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(*root); block;
			block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
				i = LLVMGetNextInstruction(i)) {
				if (LLVMIsALoadInst(i))
					load_name(pass, i);
				else if (is_call(i))
					call_result_name(pass, i);
			}
}
