#include "hostanalysis/pass.h"

#include <string.h>

#include "base/ptrmap.h"
#include "ir/link.h"

/*
 * Kernel stubs: clang gives each kernel a host function __device_stub__NAME
 * that puts the addresses of its parameters into an array and calls
 * cudaLaunchKernel. The body says which argument of the stub (in the calling
 * convention's pieces) is which part of which kernel parameter.
 */

struct stub *stub_find(const struct host_pass *pass, LLVMValueRef function)
{
	vec_each(each, &pass->stubs)
		if ((*each)->llvm == function)
			return *each;
	return NULL;
}

LLVMValueRef pointer_base(struct host_pass *pass, LLVMValueRef pointer, int64_t *offset)
{
	*offset = 0;
	while (LLVMIsAGetElementPtrInst(pointer) ||
		(LLVMIsAConstantExpr(pointer) &&
			LLVMGetConstOpcode(pointer) == LLVMGetElementPtr)) {
		int64_t before = *offset;
		if (!gep_offset(pass->layout, pointer, offset)) {
			*offset = before;
			break;
		}
		pointer = LLVMGetOperand(pointer, 0);
	}
	return pointer;
}

/* Argument of the stub behind a stored value: bool comes as i1 and is stored as i8. */
static int stored_argument(LLVMValueRef stub, LLVMValueRef value)
{
	while (LLVMIsAZExtInst(value) || LLVMIsATruncInst(value))
		value = LLVMGetOperand(value, 0);
	if (!LLVMIsAArgument(value))
		return -1;
	for (unsigned i = 0; i < LLVMCountParams(stub); i++)
		if (LLVMGetParam(stub, i) == value)
			return (int)i;
	return -1;
}

static LLVMTypeRef byval_type(LLVMValueRef function, unsigned arg)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
	LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, arg + 1, kind);
	return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

struct walk {
	struct host_pass *pass;
	LLVMValueRef stub;
};

/* Adds the stores of arguments into an alloca, also through the alloca it is copied from. */
static bool pieces_fill(struct walk *walk, LLVMValueRef slot, struct stub_param *param)
{
	struct host_pass *pass = walk->pass;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(walk->stub); b;
		b = LLVMGetNextBasicBlock(b)) {
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
			i = LLVMGetNextInstruction(i)) {
			int64_t offset, from_offset;
			if (LLVMIsAStoreInst(i)) {
				LLVMValueRef value = LLVMGetOperand(i, 0);
				if (pointer_base(pass, LLVMGetOperand(i, 1), &offset) != slot)
					continue;
				int arg = stored_argument(walk->stub, value);
				if (arg < 0 || offset < 0)
					return false;
				uint64_t bits =
					LLVMSizeOfTypeInBits(pass->layout, LLVMTypeOf(value));
				struct stub_piece piece = { (unsigned)offset, (unsigned)bits,
					(unsigned)arg };
				vec_push(pass->arena, &param->pieces, piece);
			} else if (LLVMIsAMemCpyInst(i)) {
				if (pointer_base(pass, LLVMGetOperand(i, 0), &offset) != slot)
					continue;
				LLVMValueRef from =
					pointer_base(pass, LLVMGetOperand(i, 1), &from_offset);
				if (offset || from_offset || !LLVMIsAAllocaInst(from) ||
					!pieces_fill(walk, from, param))
					return false;
			}
		}
	}
	return true;
}

/*
 * The type of an object that callers hand over by its address, as those with a copy constructor or destructor of their own are: that
 * of the temporary which a caller makes for it. NULL: no call is in sight.
 */
static LLVMTypeRef indirect_type(struct host_pass *pass, LLVMValueRef stub, unsigned arg)
{
	for (LLVMUseRef use = LLVMGetFirstUse(stub); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use);
		int64_t offset;
		if (!is_call(call) || call_target(call) != stub || arg >= call_args(call))
			continue;
		LLVMValueRef object = pointer_base(pass, call_arg(call, arg), &offset);
		if (LLVMIsAAllocaInst(object) && !offset)
			return LLVMGetAllocatedType(object);
	}
	return NULL;
}

static void param_fill(struct walk *walk, LLVMValueRef slot, struct stub_param *param)
{
	struct host_pass *pass = walk->pass;
	param->byval = -1;
	int arg = stored_argument(walk->stub, slot);
	if (arg >= 0) {
		param->type = byval_type(walk->stub, (unsigned)arg);
		param->indirect = !param->type;
		if (param->indirect)
			param->type = indirect_type(pass, walk->stub, (unsigned)arg);
		param->byval = param->type ? arg : -1;
	} else if (LLVMIsAAllocaInst(slot)) {
		param->type = LLVMGetAllocatedType(slot);
		if (!pieces_fill(walk, slot, param))
			param->pieces.n = 0;
	}
	if (param->type)
		param->size = (unsigned)LLVMABISizeOfType(pass->layout, param->type);
}

static LLVMValueRef find_launch(LLVMValueRef stub)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(stub); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (is_call(i) &&
				!strncmp(call_name(i), "cudaLaunchKernel", 16))
				return i;
	return NULL;
}

static void stub_read(struct host_pass *pass, struct stub *stub)
{
	struct walk walk = { pass, stub->llvm };
	LLVMValueRef launch = find_launch(stub->llvm);
	if (!launch || call_args(launch) < 3)
		return;
	LLVMValueRef array = call_arg(launch, call_args(launch) - 3);
	if (!LLVMIsAAllocaInst(array))
		return;
	int64_t offset;
	stub->understood = true;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(stub->llvm); b;
		b = LLVMGetNextBasicBlock(b)) {
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
			i = LLVMGetNextInstruction(i)) {
			if (!LLVMIsAStoreInst(i) ||
				pointer_base(pass, LLVMGetOperand(i, 1), &offset) != array)
				continue;
			if (offset != 8 * (int64_t)stub->params.n) {
				stub->understood = false;
				return;
			}
			struct stub_param param = { 0 };
			param_fill(&walk, LLVMGetOperand(i, 0), &param);
			vec_push(pass->arena, &stub->params, param);
		}
	}
}

LLVMValueRef body_drop(struct host_pass *pass, LLVMValueRef function)
{
	return function_drop_body(pass->arena, function, NULL);
}

void stubs_fill(struct host_pass *pass)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		const char *kernel = stub_kernel(pass->arena, value_name(f));
		if (!kernel)
			continue;
		struct stub *stub = arena_alloc(pass->arena, sizeof(*stub));
		stub->llvm = f;
		stub->kernel = kernel;
		stub->name = arena_strdup(pass->arena, value_name(f));
		if (!LLVMIsDeclaration(f))
			stub_read(pass, stub);
		vec_push(pass->arena, &pass->stubs, stub);
	}
	vec_each(each, &pass->stubs)
		if (!LLVMIsDeclaration((*each)->llvm))
			(*each)->llvm = body_drop(pass, (*each)->llvm);
}

void stubs_refresh(struct host_pass *pass)
{
	vec_each(each, &pass->stubs)
		(*each)->llvm = LLVMGetNamedFunction(pass->module->llvm, (*each)->name);
}
