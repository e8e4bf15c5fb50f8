#include "hostanalysis/contents.h"

/*
 * Numbers that the host has itself computed and put into memory: sizes of levels in arrays that a loop fills, lists of places
 * that it has picked. What is not followed there is not any number, as what is read from a file is.
 */

enum { DEEPEST = 8 };

static bool is_own_buffer(struct root *root, LLVMValueRef pointer)
{
	LLVMValueRef base = buffer_around(root, pointer);
	const struct buffer *buffer = base ? buffer_of(root, base) : NULL;
	return buffer && !buffer->escapes && buffer->stores.n && !buffer->others.n;
}

/* Is the number made of constants, arguments, what loops count and such memory alone. */
static bool is_own(struct root *root, LLVMValueRef value, unsigned depth)
{
	if (LLVMIsAConstantInt(value) || LLVMIsAArgument(value) || LLVMIsAPHINode(value))
		return true;
	if (LLVMIsALoadInst(value))
		return is_own_buffer(root, LLVMGetOperand(value, 0));
	if (!depth || !LLVMIsAInstruction(value) || LLVMIsACallInst(value) || LLVMIsAInvokeInst(value))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!is_own(root, LLVMGetOperand(value, i), depth - 1))
			return false;
	return true;
}

static bool comes_before(struct root *root, LLVMValueRef write, LLVMValueRef at)
{
	struct filling none = { .write = write };
	return instruction_block(root->func, write) && instruction_block(root->func, at) &&
	       comes_between(root, &none, write, at);
}

static bool is_computed(struct root *root, LLVMValueRef store, LLVMValueRef at)
{
	LLVMValueRef value = LLVMGetOperand(store, 0);
	bool plain = LLVMIsAArgument(value) || LLVMIsALoadInst(value);
	return !plain && is_own(root, value, DEEPEST) && comes_before(root, store, at);
}

bool load_is_own_word(struct root *root, LLVMValueRef load)
{
	LLVMValueRef base = buffer_around(root, LLVMGetOperand(load, 0));
	const struct buffer *buffer = base ? buffer_of(root, base) : NULL;
	if (!buffer || buffer->escapes || buffer->copies.n || buffer->others.n || LLVMGetVolatile(load))
		return false;
	vec_each(store, &buffer->stores)
		if (LLVMTypeOf(LLVMGetOperand(*store, 0)) == LLVMTypeOf(load) && is_computed(root, *store, load))
			return true;
	return false;
}

/*
 * Does a loop append: where it stores is no place of its rounds alone, or they are taken in turns by several stores of a round.
 */
static bool is_appended(struct root *root, const struct buffer *buffer, LLVMValueRef store)
{
	const struct block *block = instruction_block(root->func, store);
	int64_t stride, offset;
	if (!block || !block->loop)
		return false;
	if (!element_of(root, buffer->base, LLVMGetOperand(store, 1), block->loop, &stride, &offset))
		return true;
	return stride > store_size(root, store);
}

static bool is_list(struct root *root, const struct buffer *buffer, LLVMValueRef at)
{
	if (buffer->escapes || buffer->others.n)
		return false;
	vec_each(store, &buffer->stores)
		if (is_appended(root, buffer, *store) && is_computed(root, *store, at))
			return true;
	return false;
}

bool holds_own_list(struct root *root, LLVMValueRef base, LLVMValueRef at)
{
	const struct buffer *buffer = buffer_of(root, base);
	if (is_list(root, buffer, at))
		return true;
	for (size_t i = 0; !buffer->escapes && !buffer->others.n && i < buffer->copies.n; i++) {
		LLVMValueRef copy = buffer->copies.at[i], from = buffer_start(root, call_arg(copy, 1));
		if (from && from != base && comes_before(root, copy, at) &&
			is_list(root, buffer_of(root, from), copy))
			return true;
	}
	return false;
}
