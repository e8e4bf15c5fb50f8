#include "hostanalysis/memory/contents.h"

#include <string.h>

#include "base/ptrmap.h"
#include "expr/linear.h"
#include "expr/place.h"

/*
 * Writes that put an allocation's elements into another order: the standard library's functions, and pairs of stores that exchange
 * two elements. How far elements are apart at least, and between which bounds they are, stays as it was; behind a sort that is given nothing
 * to compare by none is less than the one before it.
 */

static const struct {
	const char *name;
	unsigned params;
	bool sorts; /* none is less than the one before it then */
} orders[] = { { "_ZSt7shuffleI", 3, false }, { "_ZSt14random_shuffleI", 2, false }, { "_ZSt7reverseI", 2, false },
	{ "_ZSt4sortI", 2, true }, { "_ZSt11stable_sortI", 2, true }, { "_ZNSt3_V26rotateI", 3, false },
	{ "_ZSt16next_permutationI", 2, false }, { "_ZSt16prev_permutationI", 2, false } };

/* The integers that an iterator's type, as names of the ABI spell both, points to; 0: it is no such iterator. */
static char iterated(const char *type)
{
	static const char vector[] = "N9__gnu_cxx17__normal_iteratorI";
	if (!strncmp(type, vector, sizeof(vector) - 1))
		type += sizeof(vector) - 1;
	return *type++ == 'P' && *type && strchr("ahcstijlmxy", *type) ? *type : 0;
}

/* Bytes of such an integer. */
static unsigned integer_size(char type)
{
	return strchr("ahc", type) ? 1 : strchr("st", type) ? 2 : strchr("ij", type) ? 4 : 8;
}

/* Is an instance given two iterators alone: an object that compares, and has no members, is no parameter of the function. */
static bool is_plain(const char *name)
{
	const char *last = strstr(name, "EvT_S");
	last = last ? strchr(last + strlen("EvT_S"), '_') : NULL;
	return last && !last[1];
}

/* The integers that a function of the library puts into another order, or sorts; 0: it does not. */
static char permuted_type(LLVMValueRef function, bool sorts)
{
	const char *name = value_name(function);
	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
		size_t length = strlen(orders[i].name);
		if (!strncmp(name, orders[i].name, length) && (!sorts || (orders[i].sorts && is_plain(name))) &&
			LLVMCountParams(function) == orders[i].params)
			return iterated(name + length);
	}
	return 0;
}

unsigned permuted_size(LLVMValueRef function)
{
	char type = permuted_type(function, false);
	return type ? integer_size(type) : 0;
}

void orders_add(struct root *root, const struct buffer *buffer, LLVMValueRef at, held_list *list)
{
	struct ets *ets = root->pass->ets;
	vec_each(sort, &buffer->others) {
		LLVMValueRef target = is_call(*sort) ? call_target(*sort) : NULL;
		char type = target ? permuted_type(target, true) : 0;
		struct filling filling = { .write = *sort };
		if (!type || buffer_start(root, call_arg(*sort, 0)) != buffer->base)
			continue;
		unsigned size = integer_size(type);
		struct held held = { .end = et_quotient(ets,
			et_difference(ets, value_et(root->env, call_arg(*sort, 1)), value_et(root->env, call_arg(*sort, 0))), size) };
		held.contents = (struct host_contents){ .stride = size, .width = 8 * size, .step = et_const(ets, 64, 0),
			.is_signed = strchr("acsilx", type) != NULL };
		contents_text(root, *sort, &held.contents);
		if (held.end && filling_precedes(root, &filling, at) &&
			is_settled(root, buffer, &filling, &held.contents, at, NULL))
			vec_push(root->pass->arena, list, held);
	}
}

static const struct et *address_of(struct root *root, LLVMValueRef access, unsigned operand)
{
	return value_et(root->env, LLVMGetOperand(access, operand));
}

/* Is it one word of the list's elements. */
static bool is_whole(struct root *root, const struct buffer *buffer, LLVMValueRef store,
	const struct host_contents *contents)
{
	place_list places = { 0 };
	return store_size(root, store) == (int64_t)contents->stride &&
	       address_places(root->pass->ets, address_of(root, store, 1), &places) &&
	       places.n == 1 && places.at[0].base == value_et(root->env, buffer->base) &&
	       et_element(root->pass->ets, places.at[0].offset, 0, contents->stride);
}

/* What a store of this block takes from elsewhere in the memory, in the same block. */
static LLVMValueRef moved(LLVMValueRef store)
{
	LLVMValueRef load = LLVMGetOperand(store, 0);
	bool here = LLVMIsALoadInst(load) && !LLVMGetVolatile(load) && !LLVMGetVolatile(store) &&
		    LLVMGetInstructionParent(load) == LLVMGetInstructionParent(store);
	return here ? load : NULL;
}

static bool has(const value_list *list, LLVMValueRef value)
{
	vec_each(each, list)
		if (*each == value)
			return true;
	return false;
}

/* Are both values read before both are stored, nothing else changing the memory between. */
static bool is_exchange(const struct buffer *buffer, LLVMValueRef a, LLVMValueRef b)
{
	unsigned loads = 0, stores = 0;
	for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetInstructionParent(a)); i && stores < 2;
		i = LLVMGetNextInstruction(i)) {
		if (i == moved(a) || i == moved(b))
			loads++;
		else if (i == a || i == b) {
			stores++;
			if (loads < 2)
				return false;
		} else if (loads && (has(&buffer->stores, i) || has(&buffer->copies, i) ||
					    has(&buffer->others, i))) {
			return false;
		}
	}
	return true;
}

static bool is_swap(struct root *root, const struct buffer *buffer, LLVMValueRef store,
	const struct host_contents *contents)
{
	LLVMValueRef load = moved(store);
	if (!load || !is_whole(root, buffer, store, contents))
		return false;
	vec_each(other, &buffer->stores) {
		LLVMValueRef back = moved(*other);
		if (*other != store && back && back != load &&
			LLVMGetInstructionParent(*other) == LLVMGetInstructionParent(store) &&
			address_of(root, load, 0) == address_of(root, *other, 1) &&
			address_of(root, back, 0) == address_of(root, store, 1) &&
			is_whole(root, buffer, *other, contents) &&
			is_exchange(buffer, store, *other))
			return true;
	}
	return false;
}

bool is_permuting(struct root *root, const struct buffer *buffer, LLVMValueRef write,
	const struct host_contents *contents)
{
	if (contents->offset || contents->width != 8 * contents->stride)
		return false;
	if (LLVMIsAStoreInst(write))
		return is_swap(root, buffer, write, contents);
	LLVMValueRef target = is_call(write) ? call_target(write) : NULL;
	return target && permuted_size(target) == contents->stride;
}

/* The value of the element of that number, 64 bits. */
static const struct et *value_of(struct ets *ets, const struct host_contents *contents, const struct et *k)
{
	const struct et *value = et_with(ets, contents->value, et_sym(ets, contents->index), k);
	return value->width < 64 ? et_cast(ets, ET_SEXT, 64, value) : value;
}

/* Bounds of factor * k + what is the same for all, over all elements. */
static void bounds_fill(struct ets *ets, struct held *held, int64_t factor)
{
	const struct et *first = value_of(ets, &held->contents, et_const(ets, 64, 0));
	const struct et *last =
		value_of(ets, &held->contents, et_binary(ets, ET_SUB, ET_NSW, held->end, et_const(ets, 64, 1)));
	held->contents.least = factor > 0 ? first : last;
	held->contents.most = factor > 0 ? last : first;
}

bool contents_permute(struct root *root, LLVMValueRef base, struct held *held)
{
	enum { LEAST_WIDTH = 32 };
	struct ets *ets = root->pass->ets;
	struct host_contents *contents = &held->contents;
	int64_t factor;
	if (held->first || contents->width < LEAST_WIDTH ||
		!size_is(root, base, held->end, contents->stride))
		return false;
	if (contents->value && contents->computed &&
		et_factor(root->pass->arena, contents->value, et_sym(ets, contents->index), &factor) && factor) {
		contents->apart = et_const(ets, 64, (uint64_t)(factor < 0 ? -factor : factor));
		contents->is_signed = true;
		bounds_fill(ets, held, factor);
	} else {
		contents->apart = contents->step;
	}
	contents->value = contents->step = contents->gain = NULL;
	contents->computed = false;
	return contents->apart != NULL;
}
