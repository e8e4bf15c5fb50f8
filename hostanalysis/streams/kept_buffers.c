#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/streams/streams.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Buffers that are kept in arrays of any size, a std::vector's among them, as those of a ring:
 * nothing but allocations has been put there, and nothing any more once a pointer may have been
 * read. Then what is read from one place is one pointer. What is read from two places may be one
 * pointer, too: of that nothing is said. For launches at the same time alone; the array is found as
 * those of streams are (handles.c).
 */

/* The allocation that a pointer leads into; NULL: it is not known to lead into one. */
static LLVMValueRef allocation_of(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return is_call(pointer) && !strcmp(call_name(pointer), "hgrd.alloc") ? pointer : NULL;
}

bool kept_store_fits(struct handle_uses *uses, LLVMValueRef stored)
{
	LLVMValueRef made = allocation_of(stored);
	if (!made)
		return LLVMIsAConstantPointerNull(stored);
	const struct api *api = api_row((int)LLVMConstIntGetZExtValue(call_arg(made, 0)));
	bool first = !uses->creator;
	uses->creator = api->name;
	if (first)
		uses->memory = api->memory;
	return uses->memory == api->memory;
}

/* Is something put into the array after a pointer was read from it. */
static bool is_put_later(struct root *root, const struct handle_uses *uses, LLVMValueRef load)
{
	vec_each(put, &uses->puts)
		if (may_follow(root, load, *put))
			return true;
	return false;
}

static const struct et *begin_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	return leaf == data ? et_const(ets, leaf->width, 0) : NULL;
}

void kept_loaded(
	struct root *root, const struct et *pointer, LLVMValueRef load, struct host_alloc *origin)
{
	struct host_pass *pass = root->pass;
	LLVMValueRef address = LLVMGetOperand(load, 0);
	struct handle_uses uses = {
		.buffers = true, .seen = ptrmap_new(pass->arena), .func = root->func, .pass = pass
	};
	if (!handle_array_fits(root, &uses, load) || !uses.creator ||
		is_put_later(root, &uses, load))
		return;
	const struct et *at = handle_place_of(root, &uses, address);
	const struct et *begin = value_et(root->env, handle_start(address));
	if (!uses.vector && begin->op != ET_SYM)
		return;
	struct host_kept *kept = arena_alloc(pass->arena, sizeof(*kept));
	*kept = (struct host_kept){ .pointer = pointer, .memory = uses.memory };
	kept->array = uses.vector ? uses.vector : handle_start(address);
	kept->at = uses.vector ? at
			       : et_map_apply(et_map_new(pass->ets, begin_leaf, (void *)begin), at);
	origin->kept = kept;
}

struct rounds {
	const struct et *from, *to;
};

static const struct et *round_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct rounds *rounds = data;
	(void)ets;
	for (unsigned i = 0; i < rounds->from->nargs && i < rounds->to->nargs; i++)
		if (rounds->from->arg[i] == leaf)
			return rounds->to->arg[i];
	return NULL;
}

static const struct host_kept *kept_of(const struct et *base)
{
	bool leaf = (base->op == ET_SYM || base->op == ET_APP) && base->sym->kind == SYM_BASE;
	const struct host_alloc *alloc = leaf ? base->sym->origin : NULL;
	return alloc ? alloc->kept : NULL;
}

/* Where it lies, in the rounds that the base is of. */
static const struct et *place_in_round(
	struct ets *ets, const struct host_kept *kept, const struct et *base)
{
	struct rounds rounds = { kept->pointer, base };
	return et_map_apply(et_map_new(ets, round_leaf, &rounds), kept->at);
}

const struct et *kept_meet(struct ets *ets, const struct et *a, const struct et *b)
{
	const struct host_kept *x = kept_of(a), *y = kept_of(b);
	if (!x || !y || x->array != y->array)
		return NULL;
	return et_binary(ets, ET_EQ, 0, place_in_round(ets, x, a), place_in_round(ets, y, b));
}

enum host_memory memory_behind(const struct host_alloc *alloc)
{
	return alloc->kept ? alloc->kept->memory : alloc->memory;
}
