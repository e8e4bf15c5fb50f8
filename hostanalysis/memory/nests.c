#include "hostanalysis/memory/contents.h"

#include "expr/linear.h"
#include "expr/place.h"

/*
 * What loops within each other append: a row of as many elements in each round of the loop around. Element e, counted from the first
 * one, is then of round e % n of the inner loop and of round e / n of the outer one, n elements making a row. How long a row is must
 * be the same for all.
 */

enum { DEEPEST = 4 };

struct nest {
	struct root *root;
	LLVMValueRef at;	 /* where the contents matter */
	const struct et *offset; /* bytes behind the start of the memory, over the counters that are left */
	int64_t stride;
	const struct loop *loop[DEEPEST];  /* from the inner one */
	const struct et *count[DEEPEST];   /* how often each goes round */
	unsigned n;
};

static const struct et *counter_of(struct root *root, const struct loop *loop)
{
	return et_sym(root->pass->ets, root->env->loops[loop->index].counter);
}

/* c of c * var + what does not depend on var; NULL: it has no such form. */
static const struct et *coefficient(struct host_pass *pass, const struct et *et, const struct et *var)
{
	struct ets *ets = pass->ets;
	const struct et *parts[2];
	if (et == var || !et_mentions(pass->arena, et, var))
		return et_const(ets, et->width, et == var);
	if (et->op == ET_SEXT || et->op == ET_ZEXT || et->op == ET_TRUNC) {
		parts[0] = coefficient(pass, et->arg[0], var);
		return parts[0] && et->width >= 32 && parts[0]->width >= 32 ? et_cast(ets, et->op, et->width, parts[0]) : NULL;
	}
	if (et->op == ET_MUL || et->op == ET_SHL) {
		unsigned by = et->op == ET_SHL || et_mentions(pass->arena, et->arg[0], var);
		parts[0] = et_mentions(pass->arena, et->arg[by], var) ? NULL : coefficient(pass, et->arg[!by], var);
		return parts[0] ? et_binary(ets, et->op, et->flags, by ? parts[0] : et->arg[by], by ? et->arg[by] : parts[0]) : NULL;
	}
	if (et->op != ET_ADD && et->op != ET_SUB)
		return NULL;
	for (unsigned i = 0; i < 2; i++)
		parts[i] = coefficient(pass, et->arg[i], var);
	return parts[0] && parts[1] ? et_binary(ets, et->op, et->flags, parts[0], parts[1]) : NULL;
}

static const struct et *first_round(void *data, struct ets *ets, const struct et *leaf)
{
	return leaf == data ? et_const(ets, leaf->width, 0) : NULL;
}

/* How often `block` is come to in the loop before that is left for where the contents matter; NULL: not known, or not in each round. */
static const struct et *times(const struct nest *nest, const struct loop *loop, const struct block *block)
{
	struct root *root = nest->root;
	struct ets *ets = root->pass->ets;
	const struct edge *exit = loop_way_out(root, loop, nest->at);
	const struct et *rounds = exit ? loop_rounds_by(root->env, loop, exit) : NULL;
	if (!rounds || !loop->latch || !block_dominates(block, loop->latch))
		return NULL;
	return block_dominates(block, exit->from) ? et_binary(ets, ET_ADD, ET_NSW | ET_NUW, rounds, et_const(ets, 64, 1)) : rounds;
}

static void varies_visit(void *data, const struct et *et)
{
	*(bool *)data |= et->op == ET_APP || (et->op == ET_SYM && et->sym->kind != SYM_HOST);
}

/* Is it one number, whenever it is asked for. */
static bool is_one(struct root *root, const struct et *term)
{
	bool varies = false;
	et_once(root->pass->arena, term, varies_visit, &varies);
	return !varies;
}

/* How many elements a round of the loop around all these fills. */
static const struct et *row(const struct nest *nest)
{
	struct ets *ets = nest->root->pass->ets;
	const struct et *row = et_const(ets, 64, 1);
	for (unsigned i = 0; i < nest->n; i++)
		row = et_binary(ets, ET_MUL, ET_NSW, row, nest->count[i]);
	return row;
}

static bool same_number(struct ets *ets, const struct et *a, const struct et *b)
{
	return et_unflagged(ets, a) == et_unflagged(ets, b);
}

/* Adds a loop in each round of which `block` is come to once, if it goes a row on in each. */
static bool loop_add(struct nest *nest, const struct loop *loop, const struct block *block)
{
	struct ets *ets = nest->root->pass->ets;
	const struct et *k = counter_of(nest->root, loop), *by = coefficient(nest->root->pass, nest->offset, k);
	const struct et *elements = by ? et_quotient(ets, by, nest->stride) : NULL;
	const struct et *count = times(nest, loop, block);
	if (nest->n == DEEPEST || !elements || !count || !same_number(ets, elements, row(nest)) || !is_one(nest->root, row(nest)))
		return false;
	nest->offset = et_map_once(ets, nest->offset, first_round, (void *)k);
	nest->loop[nest->n] = loop;
	nest->count[nest->n++] = count;
	return true;
}

/* Adds all loops whose rounds the place depends on. */
static bool loops_add(struct nest *nest, const struct block *block)
{
	for (const struct loop *loop = block->loop; loop; block = loop->header, loop = loop->parent) {
		if (!et_mentions(nest->root->pass->arena, nest->offset, counter_of(nest->root, loop)))
			break;
		if (!loop_add(nest, loop, block))
			return false;
	}
	return nest->n > 1 && et_is_const(nest->offset);
}

/* The rounds in which element k is filled. */
static void rounds_fill(const struct nest *nest, const struct held *held, struct round_of *of)
{
	struct ets *ets = nest->root->pass->ets;
	const struct et *round = et_binary(ets, ET_SUB, ET_NSW, et_sym(ets, held->contents.index), et_const(ets, 64, (uint64_t)held->first));
	for (unsigned i = 0; i < nest->n; i++) {
		bool last = i + 1 == nest->n;
		of[i] = (struct round_of){ nest->loop[i], last ? round : et_binary(ets, ET_UREM, 0, round, nest->count[i]) };
		round = last ? round : et_binary(ets, ET_UDIV, 0, round, nest->count[i]);
	}
}

/* The loops that a store's place depends on; false: not all are followed. */
static bool nest_find(struct nest *nest, LLVMValueRef base, LLVMValueRef store)
{
	struct root *root = nest->root;
	const struct block *block = instruction_block(root->func, store);
	int64_t size = store_size(root, store);
	place_list places = { 0 };
	if (!block->loop || !block->loop->parent || size > 8 ||
		!address_places(root->pass->ets, value_et(root->env, LLVMGetOperand(store, 1)), &places) || places.n != 1 ||
		places.at[0].base != value_et(root->env, base))
		return false;
	nest->offset = places.at[0].offset;
	return et_factor(root->pass->arena, nest->offset, counter_of(root, block->loop), &nest->stride) && nest->stride >= size &&
	       nest->stride <= INT32_MAX && loops_add(nest, block);
}

bool nest_contents(struct root *root, LLVMValueRef base, LLVMValueRef store, LLVMValueRef at, struct filling *filling, struct held *held)
{
	struct host_pass *pass = root->pass;
	struct nest nest = { .root = root, .at = at };
	struct round_of of[DEEPEST];
	if (!nest_find(&nest, base, store))
		return false;
	int64_t offset = et_signed(nest.offset), size = store_size(root, store);
	if (offset < 0 || offset > INT32_MAX || offset % nest.stride + size > nest.stride)
		return false;
	*filling = (struct filling){ .loop = nest.loop[nest.n - 1], .write = store, .count = row(&nest), .first = offset / nest.stride };
	filling->exit = loop_way_out(root, filling->loop, at);
	*held = (struct held){ .first = filling->first };
	held->end = et_binary(pass->ets, ET_ADD, ET_NSW | ET_NUW, filling->count, et_const(pass->ets, 64, (uint64_t)held->first));
	held->contents = (struct host_contents){ .stride = (unsigned)nest.stride, .offset = (unsigned)(offset % nest.stride),
		.width = (unsigned)(8 * size) };
	contents_text(root, store, &held->contents);
	rounds_fill(&nest, held, of);
	return rounds_value(root, LLVMGetOperand(store, 0), of, nest.n, held);
}

bool stores_behind(struct root *root, LLVMValueRef base, LLVMValueRef store, LLVMValueRef at, int64_t place)
{
	const struct block *block = instruction_block(root->func, store);
	struct nest nest = { .root = root, .at = at };
	int64_t stride, offset;
	if (block->loop && element_of(root, base, LLVMGetOperand(store, 1), block->loop, &stride, &offset))
		return stride >= 0 && offset >= place;
	return nest_find(&nest, base, store) && et_signed(nest.offset) >= place;
}
