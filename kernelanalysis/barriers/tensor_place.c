#include "kernelanalysis/passes.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "kernelanalysis/barriers/tensor_map.h"

/*
 * Where the box of a tensor lies in global memory, and in shared memory (CUDA driver API, cuTensorMapEncodeTiled; PTX ISA, Tensors).
 * Of a copy it is enough to look at one byte, whichever it is: each coordinate is that of the box and a number below
 * the box's size, drawn by the thread for itself (TENSOR_PICK). What is outside the tensor is not accessed: its place is NULL.
 */

struct place {
	struct module *module;
	LLVMBuilderRef b;
	LLVMTypeRef word, pointer;
	LLVMValueRef map, known;
	unsigned picks;
};

static LLVMValueRef number(const struct place *place, uint64_t value)
{
	return LLVMConstInt(place->word, value, false);
}

static LLVMValueRef read(const struct place *place, LLVMTypeRef type, unsigned index)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(place->module->context);
	LLVMValueRef at = number(place, index * 8);
	at = LLVMBuildInBoundsGEP2(place->b, byte, place->map, &at, 1, "");
	return LLVMBuildLoad2(place->b, type, at, "");
}

/* A number that is at least 0 and below n, another one for each thread and use. */
static LLVMValueRef pick(struct place *place, LLVMValueRef n)
{
	LLVMTypeRef types[] = { place->word, place->word };
	LLVMTypeRef type = LLVMFunctionType(place->word, types, 2, false);
	LLVMValueRef function = LLVMGetNamedFunction(place->module->llvm, TENSOR_PICK);
	if (!function) {
		function = LLVMAddFunction(place->module->llvm, TENSOR_PICK, type);
		function_add_attribute(function, "nounwind");
	}
	LLVMValueRef args[] = { place->known, number(place, place->picks++) };
	LLVMValueRef any = LLVMBuildCall2(place->b, type, function, args, 2, "");
	return LLVMBuildURem(place->b, any, n, "");
}

static LLVMValueRef box_word(const struct place *place, unsigned axis)
{
	return read(place, place->word, TENSOR_BOX + axis);
}

static LLVMValueRef box_step(const struct place *place, unsigned axis)
{
	return LLVMBuildLShr(place->b, box_word(place, axis), number(place, 32), "");
}

/* How many elements of the tensor a box has along an axis, which are `step` apart. */
static LLVMValueRef box_size(const struct place *place, unsigned axis)
{
	LLVMValueRef step = box_step(place, axis);
	LLVMValueRef size = LLVMBuildAnd(place->b, box_word(place, axis), number(place, UINT32_MAX), "");
	LLVMValueRef up = LLVMBuildNSWSub(place->b, step, number(place, 1), "");
	return LLVMBuildUDiv(place->b, LLVMBuildNSWAdd(place->b, size, up, ""), step, "");
}

static void place_begin(struct place *place, struct module *module, LLVMValueRef call)
{
	*place = (struct place){ .module = module, .b = LLVMCreateBuilderInContext(module->context),
		.word = LLVMInt64TypeInContext(module->context),
		.pointer = LLVMPointerTypeInContext(module->context, 0), .map = call_arg(call, 0) };
	LLVMPositionBuilderBefore(place->b, call);
	LLVMSetCurrentDebugLocation2(place->b, LLVMInstructionGetDebugLoc(call));
	place->known = read(place, place->word, TENSOR_PITCH);
}

static LLVMValueRef offset_pointer(const struct place *place, LLVMValueRef pointer, LLVMValueRef offset)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(place->module->context);
	return LLVMBuildInBoundsGEP2(place->b, byte, pointer, &offset, 1, "");
}

static LLVMValueRef in_global(struct place *place, LLVMValueRef call, unsigned rank)
{
	LLVMBuilderRef b = place->b;
	LLVMValueRef offset = pick(place, place->known);
	LLVMValueRef inside = LLVMConstInt(LLVMInt1TypeInContext(place->module->context), 1, false);
	for (unsigned axis = 0; axis < rank; axis++) {
		LLVMValueRef step = LLVMBuildNSWMul(b, pick(place, box_size(place, axis)), box_step(place, axis), "");
		LLVMValueRef from = LLVMBuildSExt(b, call_arg(call, 2 + axis), place->word, "");
		LLVMValueRef at = LLVMBuildNSWAdd(b, from, step, "");
		LLVMValueRef size = read(place, place->word, TENSOR_SIZE + axis);
		LLVMValueRef pitch = read(place, place->word, TENSOR_PITCH + axis);
		inside = LLVMBuildAnd(b, inside, LLVMBuildICmp(b, LLVMIntSGE, at, number(place, 0), ""), "");
		inside = LLVMBuildAnd(b, inside, LLVMBuildICmp(b, LLVMIntSLT, at, size, ""), "");
		offset = LLVMBuildNSWAdd(b, offset, LLVMBuildNSWMul(b, at, pitch, ""), "");
	}
	LLVMValueRef to = offset_pointer(place, read(place, place->pointer, TENSOR_ADDRESS), offset);
	return LLVMBuildSelect(b, inside, to, LLVMConstNull(place->pointer), "");
}

static LLVMValueRef in_shared(struct place *place, LLVMValueRef call, unsigned rank)
{
	LLVMValueRef bytes = place->known;
	for (unsigned axis = 0; axis < rank; axis++)
		bytes = LLVMBuildNSWMul(place->b, bytes, box_size(place, axis), "");
	LLVMValueRef parts = LLVMBuildUDiv(place->b, bytes, number(place, TENSOR_PART), "");
	LLVMValueRef part = LLVMBuildNSWMul(place->b, pick(place, parts), number(place, TENSOR_PART), "");
	return offset_pointer(place, call_arg(call, 2), part);
}

/* What takes the place of the call; NULL: it is no such. */
static LLVMValueRef lowered(struct place *place, LLVMValueRef call)
{
	const char *name = call_name(call);
	if (!strcmp(name, TENSOR_ELEMENT))
		return place->known;
	unsigned rank = (unsigned)LLVMConstIntGetZExtValue(call_arg(call, 1));
	return !strcmp(name, TENSOR_PLACE) ? in_global(place, call, rank) : in_shared(place, call, rank);
}

static bool is_asked(LLVMValueRef i)
{
	if (!is_call(i))
		return false;
	const char *name = call_name(i);
	bool box = !strcmp(name, TENSOR_PLACE) || !strcmp(name, TENSOR_PART_OF);
	return !strcmp(name, TENSOR_ELEMENT) || (box && LLVMIsAConstantInt(call_arg(i, 1)));
}

static void lower(struct module *module, LLVMValueRef call)
{
	struct place place;
	place_begin(&place, module, call);
	LLVMReplaceAllUsesWith(call, lowered(&place, call));
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(place.b);
}

bool tensor_places_lower(struct module *module, LLVMValueRef function)
{
	bool changed = false;
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
	for (; block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (!is_asked(i))
				continue;
			lower(module, i);
			changed = true;
		}
	return changed;
}

bool call_is_tensor_pick(LLVMValueRef value)
{
	return LLVMIsACallInst(value) && !strcmp(call_name(value), TENSOR_PICK);
}

const struct et *symbol_tensor_known(struct kernel *kernel, const struct symbol *sym)
{
	const struct symbol *first = sym->original ? sym->original : sym;
	LLVMValueRef value = first->kind == SYM_FLOAT ? (LLVMValueRef)(uintptr_t)first->origin : NULL;
	return value && call_is_tensor_pick(value) ? value_et(kernel->env, call_arg(value, 0)) : NULL;
}
