#include "hostanalysis/memory/contents.h"
#include "hostanalysis/memory/doubled.h"

/*
 * Two entries of one allocation or local array of the root that are not followed, into which some pointer is put twice: as a copy
 * of a few bytes, of which no type is told, or at a place that is not fixed.
 */

static LLVMValueRef pointer_stored(LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0);
	return LLVMIsAPtrToIntInst(value) ? LLVMGetOperand(value, 0) : value;
}

static bool puts_twice(struct root *root, const struct buffer *buffer)
{
	vec_each(one, &buffer->stores) {
		LLVMValueRef pointer = pointer_stored(*one);
		if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind || !may_be_of_device(pointer))
			continue;
		vec_each(other, &buffer->stores)
			if (pointer_stored(*other) == pointer && follows(root->pass->arena, pointer, *one, *other))
				return true;
	}
	return false;
}

bool are_put_here(struct root *root, LLVMValueRef a, LLVMValueRef b)
{
	if (!LLVMIsALoadInst(a) || !LLVMIsALoadInst(b))
		return false;
	LLVMValueRef base = buffer_around(root, LLVMGetOperand(a, 0));
	return base && base == buffer_around(root, LLVMGetOperand(b, 0)) && puts_twice(root, buffer_of(root, base));
}
