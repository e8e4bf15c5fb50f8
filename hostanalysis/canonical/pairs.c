#include "hostanalysis/pass.h"

/*
 * A structure of small fields passes through calls packed into 64-bit words
 * (dim3 as i64 and i32). Loads and stores of such words from and to memory
 * are cut in two, so that the fields stay separate values; those of several words at once, as of what a
 * function returns, are cut to words before.
 */
static bool packed_pair(struct host_pass *pass, LLVMValueRef pointer)
{
	int64_t offset;
	LLVMValueRef base = pointer_base(pass, pointer, &offset);
	if (!LLVMIsAAllocaInst(base) || offset % 8)
		return false;
	leaf_list leaves = { 0 };
	LLVMTypeRef type = LLVMGetAllocatedType(base);
	/* the coercion slot is {i64, i32}: look at what it is copied from or to */
	for (LLVMUseRef use = LLVMGetFirstUse(base); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef copy = LLVMGetUser(use);
		if (!LLVMIsAMemCpyInst(copy))
			continue;
		LLVMValueRef other = LLVMGetOperand(copy, LLVMGetOperand(copy, 0) == base ? 1 : 0);
		int64_t other_offset;
		other = pointer_base(pass, other, &other_offset);
		if (LLVMIsAAllocaInst(other) && !other_offset)
			type = LLVMGetAllocatedType(other);
	}
	if (LLVMGetTypeKind(type) != LLVMStructTypeKind || !leaves_fill(pass, type, 0, &leaves))
		return false;
	bool low = false, high = false;
	vec_each(leaf, &leaves) {
		if (LLVMSizeOfTypeInBits(pass->layout, leaf->type) != 32)
			continue;
		low |= leaf->offset == offset;
		high |= leaf->offset == offset + 4;
	}
	return low && high;
}

static void pair_split(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef access)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(pass->module->context);
	LLVMTypeRef pair = LLVMInt64TypeInContext(pass->module->context);
	LLVMTypeRef byte = LLVMInt8TypeInContext(pass->module->context);
	LLVMValueRef shift = LLVMConstInt(pair, 32, false), four = LLVMConstInt(word, 4, false);
	bool store = LLVMIsAStoreInst(access);
	LLVMValueRef pointer = LLVMGetOperand(access, store ? 1 : 0);
	LLVMPositionBuilderBefore(b, access);
	LLVMValueRef upper = LLVMBuildInBoundsGEP2(b, byte, pointer, &four, 1, "");
	if (store) {
		LLVMValueRef value = LLVMGetOperand(access, 0);
		LLVMSetAlignment(
			LLVMBuildStore(b, LLVMBuildTrunc(b, value, word, ""), pointer), 4);
		LLVMSetAlignment(LLVMBuildStore(b,
					 LLVMBuildTrunc(b, LLVMBuildLShr(b, value, shift, ""),
						 word, ""),
					 upper),
			4);
	} else {
		LLVMValueRef x = LLVMBuildLoad2(b, word, pointer, "");
		LLVMValueRef y = LLVMBuildLoad2(b, word, upper, "");
		LLVMSetAlignment(x, 4);
		LLVMSetAlignment(y, 4);
		LLVMValueRef high = LLVMBuildShl(b, LLVMBuildZExt(b, y, pair, ""), shift, "");
		LLVMReplaceAllUsesWith(access,
			LLVMBuildOr(b, LLVMBuildZExt(b, x, pair, ""), high, ""));
	}
	LLVMInstructionEraseFromParent(access);
}

/* Is a type {i64, i32}, {ptr, i64} or the like. */
static bool is_words(LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMCountStructElementTypes(type) != 2)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		LLVMTypeKind kind = LLVMGetTypeKind(LLVMStructGetTypeAtIndex(type, i));
		if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind)
			return false;
	}
	return true;
}

static void words_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef load)
{
	int64_t offset;
	LLVMTypeRef type = LLVMTypeOf(load);
	if (!LLVMIsALoadInst(load) || !is_words(type) ||
		!LLVMIsAAllocaInst(pointer_base(pass, LLVMGetOperand(load, 0), &offset)))
		return;
	LLVMValueRef all = LLVMGetPoison(type);
	LLVMPositionBuilderBefore(b, load);
	for (unsigned i = 0; i < 2; i++) {
		LLVMTypeRef part = LLVMStructGetTypeAtIndex(type, i);
		LLVMValueRef from = LLVMBuildStructGEP2(b, type, LLVMGetOperand(load, 0), i, "");
		LLVMValueRef word = LLVMBuildLoad2(b, part, from, "");
		LLVMSetAlignment(word, 4);
		all = LLVMBuildInsertValue(b, all, word, i, "");
	}
	LLVMReplaceAllUsesWith(load, all);
	LLVMInstructionEraseFromParent(load);
}

static void pair_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef i)
{
	bool store = LLVMIsAStoreInst(i), load = LLVMIsALoadInst(i);
	if (!store && !load)
		return;
	LLVMTypeRef type = LLVMTypeOf(store ? LLVMGetOperand(i, 0) : i);
	if (type == LLVMInt64TypeInContext(pass->module->context) &&
		packed_pair(pass, LLVMGetOperand(i, store ? 1 : 0)))
		pair_split(pass, b, i);
}

void pairs_split(struct host_pass *pass)
{
	functions_rewrite(pass, words_rewrite);
	functions_rewrite(pass, pair_rewrite);
}
