#include "kernelanalysis/kernel.h"

/*
 * Pointers that a kernel chooses among objects which it all names, such as buffers that some rounds
 * of a loop exchange. Where the choice is not followed, the base of the address is a symbol of its
 * own, though it is one of these objects.
 */

/* The loop header's phi that the base stands for; NULL: it stands for something else. */
static LLVMValueRef choice_of(const struct kernel *kernel, const struct symbol *base)
{
	const struct symbol *first = base->original ? base->original : base;
	if (first->kind != SYM_BASE || !first->origin)
		return NULL;
	vec_each(loop, &kernel->func->loops) {
		LLVMValueRef phi = LLVMGetFirstInstruction((*loop)->header->llvm);
		for (; LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
			if (phi == first->origin)
				return phi;
	}
	return NULL;
}

/* Is it one of objects that are all known. */
static bool is_one_of_known(struct kernel *kernel, const struct object *object)
{
	if (object->kind == OBJECT_UNKNOWN)
		return !object_may_be(kernel, object, NULL);
	return object->kind != OBJECT_LOADED;
}

/* Is the pointer the beginning of an object, whatever is chosen. */
static bool begins_object(struct ptrmap *seen, LLVMValueRef pointer)
{
	bool begins = true;
	if (ptrmap_get(seen, pointer))
		return true;
	ptrmap_set(seen, pointer, pointer);
	if (LLVMIsAPHINode(pointer)) {
		for (unsigned i = 0; begins && i < LLVMCountIncoming(pointer); i++)
			begins = begins_object(seen, LLVMGetIncomingValue(pointer, i));
		return begins;
	}
	if (LLVMIsASelectInst(pointer))
		return begins_object(seen, LLVMGetOperand(pointer, 1)) &&
		       begins_object(seen, LLVMGetOperand(pointer, 2));
	if (LLVMIsAAddrSpaceCastInst(pointer))
		return begins_object(seen, LLVMGetOperand(pointer, 0));
	bool cast = LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMAddrSpaceCast;
	return cast ? begins_object(seen, LLVMGetOperand(pointer, 0))
		    : LLVMIsAArgument(pointer) || LLVMIsAGlobalVariable(pointer);
}

enum chosen_meeting chosen_bases_meet(struct kernel *kernel, const struct access *const of[2],
	const struct symbol *const base[2])
{
	const struct object *a = of[0]->object, *b = of[1]->object;
	LLVMValueRef choice[2] = { choice_of(kernel, base[0]), choice_of(kernel, base[1]) };
	bool meet = false, begin = true;
	for (unsigned i = 0; i < 2; i++) {
		if (choice[i] && !is_one_of_known(kernel, of[i]->object))
			return CHOSEN_APART;
		begin &= !choice[i] || begins_object(ptrmap_new(kernel->arena), choice[i]);
	}
	vec_each(object, &kernel->objects)
		meet |= (*object)->kind != OBJECT_UNKNOWN && object_may_be(kernel, a, *object) &&
			object_may_be(kernel, b, *object);
	if (!meet || (!choice[0] && !choice[1]))
		return CHOSEN_APART;
	return begin ? CHOSEN_BEGINS : CHOSEN_ANYWHERE;
}
