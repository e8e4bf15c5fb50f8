#include "hostanalysis/memory/contents.h"
#include "hostanalysis/flags/leftovers.h"

#include <string.h>

#include "base/ptrmap.h"
#include "expr/linear.h"
#include "expr/place.h"

/*
 * What an allocation holds at some place: what the last loop or copy has put there that comes before on every way, with no
 * other write between that may meet it.
 */

static bool is_own(const struct filling *filling, LLVMValueRef store)
{
	return store == filling->write || store == filling->before || store == filling->behind;
}

static bool is_launch(LLVMValueRef i)
{
	return is_call(i) && !strcmp(call_name(i), "hgrd.launch");
}

/* Are both launches, in streams that may be different ones: their order is not that of the calls. */
static bool is_beside(struct root *root, LLVMValueRef other, LLVMValueRef at)
{
	return is_launch(other) && is_launch(at) &&
	       value_et(root->env, call_arg(other, LAUNCH_STREAM)) !=
		       value_et(root->env, call_arg(at, LAUNCH_STREAM));
}

/* Does a store outside of loops write an element behind those that a loop has filled, or before them. */
static bool is_outside(struct root *root, const struct buffer *buffer, const struct filling *filling,
	const struct host_contents *contents, LLVMValueRef store)
{
	struct ets *ets = root->pass->ets;
	if (!filling->count || !filling->loop || filling->loop->parent || instruction_block(root->func, store)->loop ||
		store_size(root, store) * 8 != contents->width)
		return false;
	const struct et *element = element_written(root, buffer->base, store, contents);
	const struct et *first = et_const(ets, 64, (uint64_t)(filling->first - (filling->before != NULL)));
	const struct et *end = et_binary(ets, ET_ADD, ET_NSW | ET_NUW, filling->count,
		et_const(ets, 64, (uint64_t)(filling->first + (filling->behind != NULL))));
	return element && (same_count(element, end) || et_is_true(et_binary(ets, ET_SLE, 0, end, element)) ||
				  et_is_true(et_binary(ets, ET_SLT, 0, element, first)));
}

/* Does a store leave the words held alone, as far as it leads to `at`. */
static bool spares(struct root *root, const struct buffer *buffer, const struct filling *filling,
	const struct host_contents *contents, LLVMValueRef store, LLVMValueRef at)
{
	int64_t place;
	if (is_own(filling, store) || words_apart(root, buffer->base, store, contents) ||
		is_outside(root, buffer, filling, contents, store) || follows_load(root, buffer->base, filling, store, at))
		return true;
	if (filling->loop || !LLVMIsAStoreInst(filling->write))
		return false;
	return stores_apart(root, buffer->base, store, filling->write) ||
	       (store_place(root, buffer->base, filling->write, &place) &&
		       stores_behind(root, buffer->base, store, at, place + store_size(root, filling->write)));
}

/* May the elements be in another order after a write, all of them being filled before; then that is noted. */
static bool only_permutes(struct root *root, const struct buffer *buffer, const struct filling *filling,
	const struct host_contents *contents, LLVMValueRef write, bool *permuted)
{
	const struct block *block = instruction_block(root->func, write);
	if (!permuted || (filling->loop && loop_contains(filling->loop, block)) ||
		!is_permuting(root, buffer, write, contents))
		return false;
	*permuted = true;
	return true;
}

/* Is the launch, or the copy from the memory, captured, and the memory written to before the graph is launched, but not by it. */
static bool is_changed_late(struct root *root, const struct buffer *buffer, const struct filling *filling, LLVMValueRef at)
{
	const value_list *writes[] = { &buffer->stores, &buffer->copies, &buffer->others };
	if (!runs_in_graph(root, at) || runs_in_graph(root, filling->write))
		return false;
	for (unsigned i = 0; i < 3; i++)
		vec_each(write, writes[i])
			if (*write != at && runs_before_graph(root, at, *write))
				return true;
	return false;
}

bool is_settled(struct root *root, const struct buffer *buffer, const struct filling *filling,
	const struct host_contents *contents, LLVMValueRef at, bool *permuted)
{
	vec_each(store, &buffer->stores)
		if (comes_between(root, filling, *store, at) &&
			!spares(root, buffer, filling, contents, *store, at) &&
			!only_permutes(root, buffer, filling, contents, *store, permuted))
			return false;
	vec_each(copy, &buffer->copies)
		if (*copy != filling->write && comes_between(root, filling, *copy, at))
			return false;
	vec_each(other, &buffer->others)
		if ((*other == at && at != buffer->until) || is_beside(root, *other, at) ||
			(*other != at && *other != filling->write && comes_between(root, filling, *other, at) &&
				!only_permutes(root, buffer, filling, contents, *other, permuted)))
			return false;
	return !is_changed_late(root, buffer, filling, at);
}

/* What a loop that stores leaves, or one store. */
static bool stored_contents(struct root *root, const struct buffer *buffer, LLVMValueRef store,
	LLVMValueRef at, struct held *held)
{
	struct filling filling;
	bool permuted = false;
	if (!store_contents(root, buffer->base, store, at, &filling, held))
		return element_contents(root, buffer->base, store, &filling, held) &&
		       filling_precedes(root, &filling, at) &&
		       is_settled(root, buffer, &filling, &held->contents, at, NULL);
	if (!filling_precedes(root, &filling, at))
		return false;
	if (filling.grows)
		held->end = et_binary(root->pass->ets, ET_ADD, ET_NSW, filling.count,
			et_const(root->pass->ets, 64, (uint64_t)filling.first));
	sum_ends(root, buffer, at, &filling, held);
	return is_settled(root, buffer, &filling, &held->contents, at, &permuted) &&
	       (!permuted || contents_permute(root, buffer->base, held));
}

/* May the store be over when `at` is reached; where that is asked for what is stored there itself, by the order of the code. */
static bool may_fill(struct root *root, const struct buffer *buffer, LLVMValueRef store, LLVMValueRef at)
{
	const struct block *from = instruction_block(root->func, store), *place = instruction_block(root->func, at);
	struct filling none = { .write = store };
	if (place && from->loop && loop_contains(from->loop, place))
		return false;
	return buffer->busy < 2 || comes_between(root, &none, store, at);
}

static void stores_add(struct root *root, const struct buffer *buffer, LLVMValueRef at, held_list *list)
{
	vec_each(store, &buffer->stores) {
		struct held held;
		if (may_fill(root, buffer, *store, at) && stored_contents(root, buffer, *store, at, &held))
			vec_push(root->pass->arena, list, held);
	}
}

/* Copies. */

/* Is a copy done before a launch begins, and does its source, unless it is a constant (NULL), stay as it is meanwhile. */
static bool is_done(struct root *root, LLVMValueRef copy, LLVMValueRef source, LLVMValueRef at)
{
	enum { STREAM = 4 };
	struct filling filling = { .write = copy };
	if (!strstr(call_name(copy), "Async"))
		return true;
	if (!is_launch(at) || call_args(copy) <= STREAM ||
		value_et(root->env, call_arg(copy, STREAM)) !=
			value_et(root->env, call_arg(at, LAUNCH_STREAM)))
		return false;
	if (!source)
		return true;
	const struct buffer *buffer = buffer_of(root, source);
	const value_list *writes[] = { &buffer->stores, &buffer->copies, &buffer->others };
	for (unsigned i = 0; i < 3; i++)
		vec_each(write, writes[i])
			if (comes_between(root, &filling, *write, at))
				return false;
	return true;
}

static void within_add(struct root *root, struct host_contents *contents, enum et_op op, const struct et *a, const struct et *b)
{
	struct ets *ets = root->pass->ets;
	contents->within = et_and(ets, contents->within, et_binary(ets, op, 0, a, b));
}

/* Elements that so many bytes are; NULL: not known. */
static const struct et *elements_of(struct root *root, const struct held *held, LLVMValueRef bytes)
{
	return et_quotient(root->pass->ets, host_term(root, bytes), held->contents.stride);
}

/* A copy of some of what was copied before: of the fewer, where that is known. */
static bool fewer_fill(const struct et *before, struct held *held)
{
	if (et_is_const(before) && et_is_const(held->copied))
		held->copied = before->value < held->copied->value ? before : held->copied;
	return (et_is_const(before) && et_is_const(held->copied)) || same_count(before, held->copied);
}

void copied_contents(struct root *root, LLVMValueRef source, LLVMValueRef copy, held_list *list)
{
	LLVMValueRef from = buffer_start(root, source);
	struct held table;
	if (from)
		contents_at(root, from, copy, list);
	else if (constant_contents(root, source, copy, &table) || list_contents(root, source, copy, &table))
		vec_push(root->pass->arena, list, table);
}

static void copies_add(struct root *root, const struct buffer *buffer, LLVMValueRef at, held_list *list)
{
	vec_each(copy, &buffer->copies) {
		struct filling filling = { .write = *copy };
		struct host_contents whole = { .stride = 1, .width = 8 };
		held_list source = { 0 };
		LLVMValueRef from = buffer_start(root, call_arg(*copy, 1));
		if (buffer_start(root, call_arg(*copy, 0)) != buffer->base ||
			from == buffer->base || !filling_precedes(root, &filling, at) ||
			!is_settled(root, buffer, &filling, &whole, at, NULL) ||
			!is_done(root, *copy, from, at))
			continue;
		copied_contents(root, call_arg(*copy, 1), *copy, &source);
		vec_each(held, &source) {
			const struct et *before = held->copied;
			held->copied = held->whole ? held->end : elements_of(root, held, call_arg(*copy, 2));
			held->whole = false;
			if (held->copied && (!before || fewer_fill(before, held)))
				vec_push(root->pass->arena, list, *held);
		}
	}
}

void contents_at(struct root *root, LLVMValueRef base, LLVMValueRef at, held_list *list)
{
	enum { MOST_STORES = 32, DEEPEST = 3 };
	struct buffer *buffer = buffer_of(root, base);
	if (buffer->escapes || buffer->busy == DEEPEST || root->func->irreducible ||
		buffer->stores.n > MOST_STORES)
		return;
	buffer->busy++;
	stores_add(root, buffer, at, list);
	copies_add(root, buffer, at, list);
	orders_add(root, buffer, at, list);
	if (!buffer->until)
		fills_add(root, buffer, at, list);
	buffer->busy--;
}

void contents_before(struct root *root, LLVMValueRef base, LLVMValueRef launch, held_list *list)
{
	struct buffer *buffer = buffer_of(root, base);
	buffer->until = launch;
	contents_at(root, base, launch, list);
	buffer->until = NULL;
}

void within_fill(struct root *root, LLVMValueRef base, struct held *held)
{
	struct ets *ets = root->pass->ets;
	struct host_contents *contents = &held->contents;
	const struct et *k = et_sym(ets, contents->index);
	contents->base = value_et(root->env, base);
	contents->within = et_bool(ets, true);
	if (held->first)
		within_add(root, contents, ET_SLE, et_const(ets, 64, (uint64_t)held->first), k);
	if (!size_is(root, base, held->end, contents->stride))
		within_add(root, contents, ET_SLT, k, held->end);
	if (held->copied && et_unflagged(ets, held->copied) != et_unflagged(ets, held->end) &&
		!size_is(root, base, held->copied, contents->stride))
		within_add(root, contents, ET_SLT, k, held->copied);
}

/* Of a list that the host has made, or had made, in a way that is not followed. */
static void own_list_add(struct root *root, LLVMValueRef base, bool allocated, LLVMValueRef call, struct host_launch *launch)
{
	struct host_contents own = { .base = value_et(root->env, base), .stride = 1,
		.index = root->pass->element, .within = et_bool(root->pass->ets, false) };
	own.computed = allocated && holds_moved_sums(root, base, call);
	if (own.computed)
		own.text = "what the host makes of running sums";
	else if (allocated && holds_own_list(root, base, call))
		own.text = "the list that the host makes";
	else if (library_computed(root, base, call))
		own.text = "what the host has a library compute";
	if (own.text)
		vec_push(root->pass->arena, &launch->contents, own);
}

static bool is_one_element(const struct held *held)
{
	return et_is_const(held->end) && held->end->value == (uint64_t)held->first + 1;
}

/* Pointers that are not followed, nor known to be different ones. */
static void alike_add(struct root *root, LLVMValueRef base, LLVMValueRef call, const held_list *known, struct host_launch *launch)
{
	struct host_contents alike = { .base = value_et(root->env, base), .stride = 1, .index = root->pass->element,
		.within = et_bool(root->pass->ets, false), .alike = true, .loc = launch->loc };
	bool followed = false;
	vec_each(held, known) {
		bool pointers = held->contents.computed && held->contents.value && held->contents.width == 64 && !is_one_element(held);
		if (pointers && held->contents.stride == 8)
			return;
		followed |= pointers;
	}
	if (holds_alike_pointers(root, base, call, followed) || launch_lays(root, base, call, launch) ||
		(is_table(base) && table_is_lost(root, base)))
		vec_push(root->pass->arena, &launch->contents, alike);
}

static bool is_first(LLVMValueRef call, unsigned arg)
{
	for (unsigned i = LAUNCH_ARGS; i < arg; i++)
		if (call_arg(call, i) == call_arg(call, arg))
			return false;
	return true;
}

void launch_contents_fill(struct root *root, LLVMValueRef call, struct host_launch *launch)
{
	for (unsigned i = LAUNCH_ARGS; i < call_args(call); i++) {
		held_list list = { 0 };
		LLVMValueRef pointer = call_arg(call, i);
		bool memory = LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind;
		LLVMValueRef base = memory ? buffer_start(root, pointer) : NULL;
		if (memory && !base && is_first(call, i))
			own_list_add(root, pointer, false, call, launch);
		if (!base || !is_first(call, i) || LLVMIsAAllocaInst(base))
			continue;
		contents_at(root, base, call, &list);
		sorted_add(root, base, call, &list);
		vec_each(held, &list) {
			within_fill(root, base, held);
			vec_push(root->pass->arena, &launch->contents, held->contents);
		}
		own_list_add(root, base, true, call, launch);
		alike_add(root, base, call, &list, launch);
	}
}
