#include "hostanalysis/pass.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

/*
 * Loops of a few rounds that allocate (one buffer per stream or device, two
 * for ping-pong) or create streams are unrolled, so that each has a call of its own.
 * All other loops are marked not to be.
 */

static LLVMMetadataRef loop_mark(struct host_pass *pass)
{
	LLVMContextRef context = pass->module->context;
	static const char text[] = "llvm.loop.unroll.disable";
	LLVMMetadataRef name = LLVMMDStringInContext2(context, text, sizeof(text) - 1);
	LLVMMetadataRef disable = LLVMMDNodeInContext2(context, &name, 1);
	/* a loop's node starts with itself */
	LLVMMetadataRef self = LLVMTemporaryMDNode(context, NULL, 0);
	LLVMMetadataRef operands[] = { self, disable };
	LLVMMetadataRef node = LLVMMDNodeInContext2(context, operands, 2);
	LLVMMetadataReplaceAllUsesWith(self, node);
	return node;
}

static bool wanted(const struct loop *loop)
{
	bool allocates = false;
	vec_each(block, &loop->blocks) {
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i)) {
			if (!is_call(i))
				continue;
			if (!strcmp(call_name(i), "hgrd.launch"))
				return false;
			allocates |= !strcmp(call_name(i), "hgrd.alloc") ||
				!strcmp(call_name(i), "hgrd.out.ptr");
		}
	}
	return allocates;
}

void unrolling_mark(struct host_pass *pass)
{
	unsigned kind = LLVMGetMDKindIDInContext(pass->module->context, "llvm.loop", 9);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f))
			continue;
		struct func *func = func_new(pass->arena, f);
		vec_each(each, &func->loops) {
			const struct loop *loop = *each;
			if (!loop->latch)
				continue;
			/* clang itself marks all loops at -O1 */
			LLVMSetMetadata(LLVMGetBasicBlockTerminator(loop->latch->llvm), kind,
				wanted(loop) ? NULL
					     : LLVMMetadataAsValue(pass->module->context,
						       loop_mark(pass)));
		}
	}
}
