#include "hostanalysis/memory/contents.h"

#include <string.h>

#include "base/ptrmap.h"
#include "expr/linear.h"
#include "expr/place.h"

/*
 * Writes that put an allocation's elements into another order: the standard library's functions, and pairs of stores that exchange
 * two elements. How far elements are apart at least, and between which bounds they are, stays as it was.
 */

static const struct {
	const char *name;
	unsigned params;
} orders[] = { { "_ZSt7shuffleI", 3 }, { "_ZSt14random_shuffleI", 2 }, { "_ZSt7reverseI", 2 },
	{ "_ZSt4sortI", 2 }, { "_ZSt11stable_sortI", 2 }, { "_ZNSt3_V26rotateI", 3 },
	{ "_ZSt16next_permutationI", 2 }, { "_ZSt16prev_permutationI", 2 } };

/* Bytes of the integers that an iterator's type, as names of the ABI spell it, points to; 0: it is no such iterator. */
static unsigned iterated(const char *type)
{
	static const char vector[] = "N9__gnu_cxx17__normal_iteratorI";
	if (!strncmp(type, vector, sizeof(vector) - 1))
		type += sizeof(vector) - 1;
	if (*type++ != 'P' || !*type)
		return 0;
	return strchr("ahc", *type) ? 1 : strchr("st", *type) ? 2 : strchr("ij", *type) ? 4
			     : strchr("lmxy", *type) ? 8 : 0;
}

unsigned permuted_size(LLVMValueRef function)
{
	const char *name = value_name(function);
	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
		size_t length = strlen(orders[i].name);
		if (!strncmp(name, orders[i].name, length) &&
			LLVMCountParams(function) == orders[i].params)
			return iterated(name + length);
	}
	return 0;
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
