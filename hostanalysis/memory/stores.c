#include "hostanalysis/memory/contents.h"

#include "expr/linear.h"
#include "expr/place.h"

/* What a store that a loop makes in each of its rounds leaves in memory. */

bool element_of(struct root *root, LLVMValueRef base, LLVMValueRef pointer, const struct loop *loop,
	int64_t *stride, int64_t *offset)
{
	struct ets *ets = root->pass->ets;
	place_list places = { 0 };
	const struct et *k = et_sym(ets, root->env->loops[loop->index].counter);
	return address_places(ets, value_et(root->env, pointer), &places) && places.n == 1 &&
	       places.at[0].base == value_et(root->env, base) &&
	       et_linear(places.at[0].offset, k, stride, offset);
}

struct rounds {
	struct root *root;
	unsigned width; /* of what is stored */
	bool pointer;   /* it is one */
	const struct round_of *of; /* from the inner loop on */
	unsigned n;
	bool foreign;  /* it is not the same for equal k */
	bool computed; /* it follows from k and what is the same in all rounds */
};

enum { LARGE = 1 << 16, LARGE_SHIFT = 16 };

static bool is_large_factor(const struct et *et)
{
	return et_is_const(et) && (et_signed(et) >= LARGE || et_signed(et) <= -LARGE);
}

/* A product that wraps in lists of some thousand elements, and may: it mixes bits, as hashes do. */
static bool is_mixing(const struct et *et, unsigned stored)
{
	if ((et->op != ET_MUL && et->op != ET_SHL) || (et->flags & (ET_NSW | ET_NUW)) || stored == 64)
		return false;
	if (et->op == ET_SHL)
		return !et_is_const(et->arg[1]) || et->arg[1]->value >= LARGE_SHIFT;
	return is_large_factor(et->arg[0]) || is_large_factor(et->arg[1]);
}

static bool is_of_nest(const struct rounds *rounds, const struct loop *loop)
{
	for (unsigned i = 0; i < rounds->n; i++)
		if (rounds->of[i].loop == loop)
			return true;
	return false;
}

static void rounds_visit(void *data, const struct et *et)
{
	struct rounds *rounds = data;
	rounds->foreign |= is_mixing(et, rounds->width);
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	const struct symbol *sym = et->sym;
	const struct loop *loop = sym->kind == SYM_LOOP ? sym->origin : NULL;
	rounds->computed &= !et->nargs;
	rounds->foreign |= (sym->kind != SYM_HOST && sym->kind != SYM_LOOP && !(rounds->pointer && sym->kind == SYM_BASE)) ||
			   (loop && !is_of_nest(rounds, loop) && loop_encloses(rounds->of[rounds->n - 1].loop, loop));
}

/* Replaces the counters by rounds. */
static const struct et *round_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct rounds *rounds = data;
	(void)ets;
	for (unsigned i = 0; i < rounds->n; i++)
		if (leaf->op == ET_SYM && leaf->sym == rounds->root->env->loops[rounds->of[i].loop->index].counter)
			return rounds->of[i].round;
	return NULL;
}

static const struct et *index_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct et *const *pair = data;
	(void)ets;
	return leaf == pair[0] ? pair[1] : NULL;
}

bool is_word(LLVMValueRef value)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
	return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind;
}

bool rounds_value(struct root *root, LLVMValueRef stored, const struct round_of *of, unsigned n, struct held *held)
{
	struct ets *ets = root->pass->ets;
	struct host_contents *contents = &held->contents;
	bool pointer = LLVMGetTypeKind(LLVMTypeOf(stored)) == LLVMPointerTypeKind;
	struct rounds rounds = { .root = root, .width = contents->width, .pointer = pointer, .of = of, .n = n, .computed = true };
	if (!is_word(stored))
		return false;
	const struct et *value = value_et(root->env, stored);
	if (value->width != contents->width)
		return false;
	et_once(root->pass->arena, value, rounds_visit, &rounds);
	if (rounds.foreign || (pointer && value->op == ET_APP))
		return false;
	contents->value = et_map_once(ets, value, round_leaf, &rounds);
	contents->computed = rounds.computed;
	return true;
}

bool element_value(struct root *root, LLVMValueRef stored, const struct loop *loop, struct held *held)
{
	struct ets *ets = root->pass->ets;
	const struct et *first = et_const(ets, 64, (uint64_t)held->first);
	const struct round_of of = { loop, et_binary(ets, ET_SUB, ET_NSW, et_sym(ets, held->contents.index), first) };
	return rounds_value(root, stored, &of, 1, held);
}

/* How often the store is made, as 64 bits; NULL: not known, or not in every round. */
static const struct et *times(struct root *root, const struct filling *filling)
{
	const struct loop *loop = filling->loop;
	struct ets *ets = root->pass->ets;
	const struct et *rounds =
		filling->exit ? loop_rounds_by(root->env, loop, filling->exit) : NULL;
	const struct block *block = instruction_block(root->func, filling->write);
	if (!rounds || !loop->latch || !block_dominates(block, loop->latch))
		return NULL;
	return block_dominates(block, filling->exit->from)
		       ? et_binary(ets, ET_ADD, ET_NSW | ET_NUW, rounds, et_const(ets, 64, 1))
		       : rounds;
}

static const struct et *unextended(const struct et *et)
{
	while (et->op == ET_SEXT || et->op == ET_ZEXT)
		et = et->arg[0];
	return et;
}

/* Without the case that there are none: no element is asked for then. */
static const struct et *unless_none(const struct et *count)
{
	count = unextended(count);
	if (count->op == ET_ITE && et_is_const(count->arg[2]) && !count->arg[2]->value)
		count = count->arg[1];
	return unextended(count);
}

/* The sum without constants, which go to *constant. */
static const struct et *without_constants(const struct et *et, int64_t *constant)
{
	et = unextended(et);
	for (*constant = 0; et->op == ET_ADD || et->op == ET_SUB;) {
		unsigned at = et->op == ET_ADD && et_is_const(et->arg[0]) ? 0 : 1;
		if (!et_is_const(et->arg[at]))
			break;
		*constant += et->op == ET_ADD ? et_signed(et->arg[at]) : -et_signed(et->arg[at]);
		et = unextended(et->arg[1 - at]);
	}
	return et;
}

bool same_count(const struct et *a, const struct et *b)
{
	int64_t x, y, more;
	const struct et *left = without_constants(unless_none(without_constants(a, &x)), &more);
	x += more;
	const struct et *right = without_constants(unless_none(without_constants(b, &y)), &more);
	return left == right && x == y + more;
}

bool size_is(struct root *root, LLVMValueRef base, const struct et *count, int64_t stride)
{
	struct ets *ets = root->pass->ets;
	const struct et *leaf = value_et(root->env, base);
	if (LLVMIsAAllocaInst(base))
		return et_is_const(count) && LLVMABISizeOfType(root->pass->layout,
						     LLVMGetAllocatedType(base)) ==
						     count->value * (uint64_t)stride;
	const struct host_alloc *alloc =
		leaf->op == ET_SYM || leaf->op == ET_APP ? leaf->sym->origin : NULL;
	const struct et *elements = alloc && leaf->sym->kind == SYM_BASE && alloc->size
					    ? et_quotient(ets, alloc->size, stride)
					    : NULL;
	return elements && (same_count(elements, count) || et_unflagged(ets, elements) == et_unflagged(ets, count));
}

/* Is what each round puts there not negative: in the light of all that a round comes past where the loop is left between rounds alone. */
static void least_fill(struct root *root, LLVMValueRef store, const struct filling *filling, struct held *held)
{
	const struct block *header = filling->loop->header, *block = instruction_block(root->func, store);
	bool whole = filling->exit->from == header && block != header && !LLVMIsAPHINode(LLVMGetOperand(store, 0));
	LLVMValueRef at = whole ? LLVMGetBasicBlockTerminator(filling->loop->latch->llvm) : store;
	if (!is_never_negative_at(root, LLVMGetOperand(store, 0), at))
		return;
	held->contents.least = et_const(root->pass->ets, 64, 0);
	held->contents.is_signed = true;
}

/* The element that the first round of a loop fills which goes down from it, one in each round; NULL: it is no such loop. */
static const struct et *topmost(struct root *root, LLVMValueRef base, LLVMValueRef store, const struct loop *loop, int64_t size)
{
	struct ets *ets = root->pass->ets;
	place_list places = { 0 };
	const struct et *k = et_sym(ets, root->env->loops[loop->index].counter);
	const struct et *pair[] = { k, et_const(ets, 64, 0) };
	int64_t factor;
	if (!address_places(ets, value_et(root->env, LLVMGetOperand(store, 1)), &places) || places.n != 1 ||
		places.at[0].base != value_et(root->env, base) ||
		!et_factor(root->pass->arena, places.at[0].offset, k, &factor) || factor != -size)
		return NULL;
	return et_element(ets, et_map_once(ets, places.at[0].offset, index_leaf, pair), 0, size);
}

/* What a loop leaves that fills all elements down to the first. */
static bool descending_contents(struct root *root, LLVMValueRef base, LLVMValueRef store, LLVMValueRef at, int64_t size,
	struct filling *filling, struct held *held)
{
	struct host_pass *pass = root->pass;
	struct ets *ets = pass->ets;
	const struct et *top = topmost(root, base, store, filling->loop, size);
	filling->exit = loop_way_out(root, filling->loop, at);
	const struct et *count = filling->count = top ? times(root, filling) : NULL;
	if (!count || !same_count(count, et_binary(ets, ET_ADD, ET_NSW, top, et_const(ets, 64, 1))))
		return false;
	*held = (struct held){ .end = count };
	held->contents = (struct host_contents){ .stride = (unsigned)size, .width = (unsigned)(8 * size), .index = pass->element,
		.loc = instruction_loc(pass->arena, store) };
	held->contents.text = host_source_line(pass, held->contents.loc);
	const struct round_of of = { filling->loop, et_binary(ets, ET_SUB, ET_NSW, top, et_sym(ets, pass->element)) };
	return rounds_value(root, LLVMGetOperand(store, 0), &of, 1, held) && held->contents.computed;
}

bool store_contents(struct root *root, LLVMValueRef base, LLVMValueRef store, LLVMValueRef at,
	struct filling *filling, struct held *held)
{
	struct host_pass *pass = root->pass;
	struct ets *ets = pass->ets;
	const struct block *block = instruction_block(root->func, store);
	LLVMValueRef stored = LLVMGetOperand(store, 0);
	int64_t stride, offset, size = (int64_t)LLVMStoreSizeOfType(pass->layout, LLVMTypeOf(stored));
	*filling = (struct filling){ .loop = block->loop, .write = store };
	if (!block->loop || LLVMGetVolatile(store))
		return false;
	if (!element_of(root, base, LLVMGetOperand(store, 1), block->loop, &stride, &offset) || stride < 0)
		return nest_contents(root, base, store, at, filling, held) ||
		       (size <= 8 && descending_contents(root, base, store, at, size, filling, held));
	if (offset < 0 || size > 8 || stride < size || stride > INT32_MAX || offset > INT32_MAX ||
		offset % stride + size > stride)
		return false;
	filling->exit = loop_way_out(root, block->loop, at);
	const struct et *count = filling->count = times(root, filling);
	if (!count)
		return false;
	filling->first = offset / stride;
	*held = (struct held){ .first = filling->first };
	held->end = et_binary(ets, ET_ADD, ET_NSW | ET_NUW, count,
		et_const(ets, 64, (uint64_t)held->first));
	held->contents = (struct host_contents){ .stride = (unsigned)stride,
		.offset = (unsigned)(offset % stride), .width = (unsigned)(8 * size),
		.index = pass->element,
		.loc = instruction_loc(pass->arena, store) };
	held->contents.text = host_source_line(pass, held->contents.loc);
	bool known = element_value(root, stored, block->loop, held);
	if (known && !held->contents.computed)
		least_fill(root, store, filling, held);
	if ((known && held->contents.computed) || !sum_fill(root, base, store, held))
		return known;
	held->contents.value = held->contents.least = NULL;
	filling->grows = true;
	return true;
}
