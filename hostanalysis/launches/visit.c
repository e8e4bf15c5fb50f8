#include "hostanalysis/pass.h"

static void visit_function(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef function, rewrite_fn *rewrite)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef next;
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
			next = LLVMGetNextInstruction(i);
			rewrite(pass, b, i);
		}
	}
}

void functions_rewrite(struct host_pass *pass, rewrite_fn *rewrite)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f))
		visit_function(pass, b, f, rewrite);
	LLVMDisposeBuilder(b);
}

void roots_rewrite(struct host_pass *pass, rewrite_fn *rewrite)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	vec_each(root, &pass->roots) visit_function(pass, b, *root, rewrite);
	LLVMDisposeBuilder(b);
}
