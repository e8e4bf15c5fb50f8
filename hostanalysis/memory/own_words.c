#include "hostanalysis/memory/contents.h"

#include <string.h>

/*
 * Numbers that the host has itself computed and put into memory: sizes of levels in arrays that a loop fills, lists of places
 * that it has picked. What is not followed there is not any number, as what is read from a file is.
 */

enum {
	DEEPEST = 8,
	COPIES = 3 /* from memory to memory */
};

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

bool stores_computed(struct root *root, LLVMValueRef store, LLVMValueRef at)
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
		if (LLVMTypeOf(LLVMGetOperand(*store, 0)) == LLVMTypeOf(load) && stores_computed(root, *store, load))
			return true;
	return false;
}

/* Does the place move on from round to round, be it by steps that only some rounds make. */
static bool moves_on(LLVMValueRef place)
{
	while (LLVMIsAGetElementPtrInst(place) || LLVMIsASExtInst(place) || LLVMIsAZExtInst(place)) {
		LLVMValueRef last = LLVMGetOperand(place, (unsigned)LLVMGetNumOperands(place) - 1);
		bool steps = LLVMIsAGetElementPtrInst(place) && !LLVMIsAConstantInt(last);
		place = steps ? last : LLVMGetOperand(place, 0);
	}
	return LLVMIsAPHINode(place);
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
		return moves_on(LLVMGetOperand(store, 1));
	return stride > store_size(root, store);
}

/* May the pointer have come from the memory's address by steps and choices. */
static bool leads_from(LLVMValueRef pointer, LLVMValueRef base, unsigned depth)
{
	if (pointer == base || !depth)
		return pointer == base;
	if (LLVMIsAGetElementPtrInst(pointer))
		return leads_from(LLVMGetOperand(pointer, 0), base, depth - 1);
	for (unsigned i = 0; LLVMIsAPHINode(pointer) && i < LLVMCountIncoming(pointer); i++)
		if (leads_from(LLVMGetIncomingValue(pointer, i), base, depth - 1))
			return true;
	return false;
}

bool is_entry_of(const struct buffer *buffer, LLVMValueRef value)
{
	return LLVMIsALoadInst(value) && leads_from(LLVMGetOperand(value, 0), buffer->base, DEEPEST);
}

/* Is it another element of the same list, as where equal ones are left out. */
static bool is_kept(const struct buffer *buffer, LLVMValueRef store)
{
	return is_entry_of(buffer, LLVMGetOperand(store, 0));
}

/* Is an element made of what it or another one was, as where cursors move on. */
static bool moves_entry(const struct buffer *buffer, LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0);
	bool adds = LLVMIsABinaryOperator(value) && (LLVMGetInstructionOpcode(value) == LLVMAdd ||
							    LLVMGetInstructionOpcode(value) == LLVMSub);
	value = adds ? LLVMGetOperand(value, 0) : value;
	return LLVMIsALoadInst(value) && leads_from(LLVMGetOperand(value, 0), buffer->base, DEEPEST);
}

/* Does a loop fill the memory with running sums, which others then move: what is left is most often such sums again. */
static bool is_moved_sum(struct root *root, const struct buffer *buffer, LLVMValueRef store, LLVMValueRef at)
{
	struct filling filling;
	struct held held;
	if (!store_contents(root, buffer->base, store, at, &filling, &held) || !held.contents.step)
		return false;
	vec_each(other, &buffer->stores)
		if (*other != store && moves_entry(buffer, *other) && comes_between(root, &filling, *other, at))
			return true;
	return false;
}

static bool is_tree_step(LLVMValueRef value)
{
	return LLVMIsACallInst(value) && !strncmp(call_name(value), "_ZSt18_Rb_tree_increment", 24);
}

/* Is it an element of a set or map of the standard library, which come in order and most often once. */
static bool is_of_tree(LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0);
	LLVMValueRef from = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
	while (from && LLVMIsAGetElementPtrInst(from))
		from = LLVMGetOperand(from, 0);
	for (unsigned i = 0; from && LLVMIsAPHINode(from) && i < LLVMCountIncoming(from); i++)
		if (is_tree_step(LLVMGetIncomingValue(from, i)))
			return true;
	return from && is_tree_step(from);
}

static LLVMValueRef uncast(LLVMValueRef value)
{
	while (LLVMIsACastInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

/* The operands of the difference of two pointers, in elements; false: it is none. */
static bool pointers_apart(LLVMValueRef value, LLVMValueRef of[2])
{
	value = uncast(value);
	if (LLVMIsABinaryOperator(value) && LLVMIsAConstantInt(LLVMGetOperand(value, 1)) && LLVMGetExact(value))
		value = uncast(LLVMGetOperand(value, 0));
	if (!LLVMIsABinaryOperator(value) || LLVMGetInstructionOpcode(value) != LLVMSub)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef whole = LLVMGetOperand(value, i);
		of[i] = LLVMIsAPtrToIntInst(whole) ? LLVMGetOperand(whole, 0) : NULL;
	}
	return of[0] && of[1];
}

/* Is it the length of a list that lies in memory, with others of its kind. */
static bool is_length(LLVMValueRef value)
{
	LLVMValueRef of[2];
	return pointers_apart(value, of) && LLVMIsALoadInst(of[0]) && LLVMIsALoadInst(of[1]);
}

/* Does a loop look at memory and change nothing. */
static bool only_looks(const struct loop *loop)
{
	bool looks = false;
	vec_each(block, &loop->blocks) {
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i)) {
			if (LLVMIsAStoreInst(i) || (is_call(i) && strncmp(call_name(i), "llvm.", 5)))
				return false;
			looks |= LLVMIsALoadInst(i) != NULL;
		}
	}
	return looks;
}

/* Is it where such a loop has ended, which other rounds repeat. */
static bool is_searched(struct root *root, LLVMValueRef pointer, unsigned depth)
{
	const struct block *block = LLVMIsAPHINode(pointer) ? instruction_block(root->func, pointer) : NULL;
	if (!block || !depth)
		return false;
	if (block->loop && block->loop->header == block)
		return block->loop->parent && only_looks(block->loop);
	for (unsigned i = 0; i < LLVMCountIncoming(pointer); i++)
		if (is_searched(root, LLVMGetIncomingValue(pointer, i), depth - 1))
			return true;
	return false;
}

/* Is it how far a search has gone. */
static bool is_found(struct root *root, LLVMValueRef value)
{
	LLVMValueRef of[2];
	return pointers_apart(value, of) && is_searched(root, of[0], DEEPEST);
}

/* Is it another element of the list plus a length. */
static bool adds_length(const struct buffer *buffer, LLVMValueRef store)
{
	LLVMValueRef value = uncast(LLVMGetOperand(store, 0));
	for (unsigned i = 0; LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMAdd && i < 2; i++) {
		LLVMValueRef term = uncast(LLVMGetOperand(value, i));
		if (LLVMIsALoadInst(term) && LLVMGetOperand(term, 0) != LLVMGetOperand(store, 1) &&
			is_length(LLVMGetOperand(value, !i)) && leads_from(LLVMGetOperand(term, 0), buffer->base, DEEPEST))
			return true;
	}
	return false;
}

/* Does a loop fill it with running sums of lengths, or with what searches find. */
static bool is_laid_out(struct root *root, const struct buffer *buffer, LLVMValueRef store)
{
	const struct block *block = instruction_block(root->func, store);
	return block && block->loop && (is_found(root, LLVMGetOperand(store, 0)) || adds_length(buffer, store));
}

/* Is the pointer that of a list in an array of such, to one of which a loop appends what the host has computed, before `at`. */
static bool is_of_lists(struct root *root, LLVMValueRef pointer, LLVMValueRef at)
{
	LLVMValueRef base = LLVMIsALoadInst(pointer) ? buffer_around(root, LLVMGetOperand(pointer, 0)) : NULL;
	const struct buffer *lists = base ? buffer_of(root, base) : NULL;
	for (size_t i = 0; lists && !lists->escapes && i < lists->stores.n; i++) {
		LLVMValueRef push = pushed_before(root, base, lists->stores.at[i]);
		if (push && instruction_block(root->func, push)->loop && stores_computed(root, push, at))
			return true;
	}
	return false;
}

/* Is one of several lists brought there. */
static bool brings_list(struct root *root, const struct buffer *buffer, LLVMValueRef at)
{
	vec_each(copy, &buffer->copies)
		if (comes_before(root, *copy, at) && (is_of_lists(root, call_arg(*copy, 1), *copy) ||
							     is_chosen_list(root, call_arg(*copy, 1), *copy)))
			return true;
	return false;
}

static bool is_list(struct root *root, const struct buffer *buffer, LLVMValueRef at)
{
	if (buffer->escapes)
		return false;
	if (brings_list(root, buffer, at))
		return true;
	vec_each(store, &buffer->stores) {
		bool appends = is_appended(root, buffer, *store);
		if ((is_of_tree(*store) && comes_before(root, *store, at)) ||
			(appends && is_kept(buffer, *store) && comes_before(root, *store, at)) ||
			(appends && !buffer->others.n && stores_computed(root, *store, at)) ||
			(is_laid_out(root, buffer, *store) && comes_before(root, *store, at)))
			return true;
	}
	return false;
}

static bool has_moved_sums(struct root *root, const struct buffer *buffer, LLVMValueRef at)
{
	if (buffer->escapes)
		return false;
	vec_each(store, &buffer->stores)
		if (comes_before(root, *store, at) && is_moved_sum(root, buffer, *store, at))
			return true;
	return false;
}

typedef bool is_such_fn(struct root *root, const struct buffer *buffer, LLVMValueRef at);

static bool holds_such(struct root *root, LLVMValueRef base, LLVMValueRef at, is_such_fn *is_such, unsigned depth);

/* Is the memory such that this one takes elements from, by a copy or a load that is stored. */
static bool from_such(struct root *root, LLVMValueRef base, LLVMValueRef from, LLVMValueRef write, LLVMValueRef at,
	is_such_fn *is_such, unsigned depth)
{
	return from && from != base && depth && comes_before(root, write, at) &&
	       holds_such(root, from, write, is_such, depth - 1);
}

/* Is the memory such, or what it has elements from. */
static bool holds_such(struct root *root, LLVMValueRef base, LLVMValueRef at, is_such_fn *is_such, unsigned depth)
{
	const struct buffer *buffer = buffer_of(root, base);
	if (is_such(root, buffer, at))
		return true;
	for (size_t i = 0; !buffer->escapes && i < buffer->copies.n; i++) {
		LLVMValueRef copy = buffer->copies.at[i], from = buffer_start(root, call_arg(copy, 1));
		if (from_such(root, base, from, copy, at, is_such, depth))
			return true;
	}
	for (size_t i = 0; !buffer->escapes && i < buffer->stores.n; i++) {
		LLVMValueRef store = buffer->stores.at[i], value = uncast(LLVMGetOperand(store, 0));
		LLVMValueRef from = LLVMIsALoadInst(value) ? buffer_around(root, LLVMGetOperand(value, 0)) : NULL;
		if (from_such(root, base, from, store, at, is_such, depth))
			return true;
	}
	return false;
}

/* Is it known which pointer the store puts there in each round. */
static bool is_followed(struct root *root, const struct buffer *buffer, LLVMValueRef store, LLVMValueRef at)
{
	struct filling filling;
	struct held held;
	return store_contents(root, buffer->base, store, at, &filling, &held) && held.contents.value && held.contents.computed;
}

static bool finds_alike(struct root *root, const struct buffer *buffer, LLVMValueRef at, bool followed)
{
	if (buffer->escapes)
		return false;
	vec_each(store, &buffer->stores)
		if (comes_before(root, *store, at) && puts_alike(root, buffer, *store) &&
			!(followed && is_followed(root, buffer, *store, at)))
			return true;
	return false;
}

static bool has_alike_pointers(struct root *root, const struct buffer *buffer, LLVMValueRef at)
{
	return finds_alike(root, buffer, at, false);
}

static bool has_other_alike_pointers(struct root *root, const struct buffer *buffer, LLVMValueRef at)
{
	return finds_alike(root, buffer, at, true);
}

bool holds_own_list(struct root *root, LLVMValueRef base, LLVMValueRef at)
{
	return holds_such(root, base, at, is_list, COPIES);
}

bool holds_moved_sums(struct root *root, LLVMValueRef base, LLVMValueRef at)
{
	return holds_such(root, base, at, has_moved_sums, COPIES);
}

bool holds_alike_pointers(struct root *root, LLVMValueRef base, LLVMValueRef at, bool followed)
{
	return holds_such(root, base, at, followed ? has_other_alike_pointers : has_alike_pointers, COPIES);
}
