#include "hostanalysis/memory/contents.h"

#include <string.h>

#include "expr/linear.h"
#include "expr/place.h"

/* What a load of the host finds in memory that the root has filled before. */

static const struct et *index_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct et *const *pair = data;
	(void)ets;
	return leaf == pair[0] ? pair[1] : NULL;
}

/* The value of the element that lies so many bytes behind the start, or what else it may be (NULL: nothing); NULL: it is another one. */
static const struct et *value_at(struct root *root, LLVMValueRef load, const struct host_contents *contents,
	const struct et *bytes, unsigned width, const struct et *any)
{
	struct ets *ets = root->pass->ets;
	const struct et *pair[] = { et_sym(ets, contents->index),
		et_element(ets, bytes, contents->offset, contents->stride) };
	if (!pair[1] || !contents->value || contents->width != width)
		return NULL;
	const struct et *within = et_map_once(ets, contents->within, index_leaf, pair);
	const struct et *value = et_map_once(ets, contents->value, index_leaf, pair);
	return !any || is_within(root, load, within) ? value : et_ite(ets, within, value, any);
}

/* Does memory hold nothing when it comes to be: what is read of it has been put there. */
static bool begins_unset(LLVMValueRef base)
{
	return LLVMIsAAllocaInst(base) ||
	       (is_call(base) && (!strncmp(call_name(base), "_Zn", 3) || !strcmp(call_name(base), "malloc")));
}

/* Is all that is written to the memory among the contents in the list, which are there by then. */
static bool is_whole(struct root *root, LLVMValueRef base, const held_list *list)
{
	const struct buffer *buffer = buffer_of(root, base);
	if (!begins_unset(base) || buffer->escapes || buffer->others.n || buffer->stores.n + buffer->copies.n == 0)
		return false;
	if (!buffer->copies.n)
		return list->n == buffer->stores.n;
	LLVMValueRef copy = buffer->copies.at[0], from = buffer_start(root, call_arg(copy, 1));
	held_list source = { 0 };
	if (buffer->copies.n > 1 || buffer->stores.n || !from || from == base || !list->n)
		return false;
	contents_at(root, from, copy, &source);
	return source.n == list->n && !buffer_of(root, from)->copies.n && is_whole(root, from, &source);
}

static bool lies_at(struct ets *ets, const struct host_contents *contents, const struct et *bytes, unsigned width)
{
	return contents->width == width && et_element(ets, bytes, contents->offset, contents->stride);
}

/* Is the word of such an element apart from those that the other contents have in elements of the same size. */
static bool lies_beside(struct ets *ets, const struct host_contents *contents, const struct host_contents *other, const struct et *bytes)
{
	int64_t at = contents->offset, end = at + contents->width / 8, beside = other->offset, last = beside + other->width / 8;
	return contents->stride == other->stride && (end <= beside || last <= at) &&
	       !et_element(ets, bytes, other->offset, other->stride);
}

/* Do the contents in the list, each of them, tell what the word so many bytes behind the start is, or have no part of it. */
static bool tell_all(struct ets *ets, const held_list *list, const struct et *bytes, unsigned width)
{
	const struct host_contents *here = NULL;
	vec_each(held, list) {
		if (!held->contents.value)
			return false;
		if (lies_at(ets, &held->contents, bytes, width))
			here = &held->contents;
	}
	vec_each(held, list)
		if (!here || (!lies_at(ets, &held->contents, bytes, width) && !lies_beside(ets, here, &held->contents, bytes)))
			return false;
	return here;
}

const struct et *load_contents(struct root *root, LLVMValueRef load, const struct et *any)
{
	struct ets *ets = root->pass->ets;
	LLVMValueRef pointer = LLVMGetOperand(load, 0);
	LLVMValueRef base = buffer_around(root, pointer);
	place_list places = { 0 };
	held_list list = { 0 };
	if (!base || LLVMGetVolatile(load) ||
		!address_places(ets, value_et(root->env, pointer), &places) || places.n != 1 ||
		places.at[0].base != value_et(root->env, base))
		return NULL;
	contents_at(root, base, load, &list);
	bool set = LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMPointerTypeKind && is_whole(root, base, &list) &&
		   tell_all(ets, &list, places.at[0].offset, any->width);
	const struct et *found = NULL, *other = set ? NULL : any;
	vec_each(held, &list) {
		within_fill(root, base, held);
		const struct et *value = value_at(
			root, load, &held->contents, places.at[0].offset, any->width, found ? found : other);
		found = value ? value : found;
	}
	return found;
}

bool load_is_not_negative(struct root *root, LLVMValueRef load)
{
	struct ets *ets = root->pass->ets;
	LLVMValueRef base = buffer_around(root, LLVMGetOperand(load, 0));
	place_list places = { 0 };
	held_list list = { 0 };
	if (!base || LLVMGetVolatile(load) ||
		!address_places(ets, value_et(root->env, LLVMGetOperand(load, 0)), &places) || places.n != 1 ||
		places.at[0].base != value_et(root->env, base))
		return false;
	contents_at(root, base, load, &list);
	vec_each(held, &list) {
		const struct host_contents *contents = &held->contents;
		within_fill(root, base, held);
		const struct et *pair[] = { et_sym(ets, contents->index),
			et_element(ets, places.at[0].offset, contents->offset, contents->stride) };
		bool counts = contents->least && et_is_const(contents->least) && et_signed(contents->least) >= 0;
		if (!counts || !pair[1] || contents->width != value_et(root->env, load)->width)
			continue;
		const struct et *within = et_map_once(ets, contents->within, index_leaf, pair);
		if (et_is_true(within) || is_within(root, load, within))
			return true;
	}
	return false;
}
