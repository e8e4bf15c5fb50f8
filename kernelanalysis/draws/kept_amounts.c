#include "kernelanalysis/pairs/order.h"
#include "kernelanalysis/passes.h"

#include "base/ptrmap.h"

/*
 * One thread adds a shared number to a counter for its block, as many places as all of them fill:
 * `if (!tid) base = atomicAdd(total, count); __syncthreads(); for (i = tid; i < count; ...)`.
 * The loads of `count` agree where no write of it lies between the two: one that another thread makes
 * at that time would race with a load, and that pair is asked about by itself.
 */

struct between {
	const struct kernel *kernel;
	const struct block *start; /* not entered again, */
	const struct block *round; /* ... nor this one, where a round begins; NULL: there is none */
	struct ptrmap *seen;
	VEC(const struct block *) work;
};

static void between_add(struct between *between, const struct block *block)
{
	if (block == between->start || block == between->round || ptrmap_get(between->seen, block))
		return;
	ptrmap_set(between->seen, block, (void *)block);
	vec_push(between->kernel->arena, &between->work, block);
}

/* The loop that both blocks are in; NULL: none. */
static const struct loop *common_loop(const struct block *a, const struct block *b)
{
	const struct loop *loop = a->loop;
	while (loop && !loop_contains(loop, b))
		loop = loop->parent;
	return loop;
}

/* Blocks on the ways from the block, or to it, that do not come through `start`, nor into another round of the loop. */
static struct ptrmap *ways(const struct kernel *kernel, const struct block *start, const struct loop *loop,
	const struct block *from, bool forwards)
{
	struct between between = { .kernel = kernel, .start = start, .round = loop ? loop->header : NULL,
		.seen = ptrmap_new(kernel->arena) };
	if (forwards)
		vec_each(succ, &from->succs) between_add(&between, *succ);
	else
		between_add(&between, from);
	while (between.work.n) {
		const struct block *block = between.work.at[--between.work.n];
		if (forwards)
			vec_each(succ, &block->succs) between_add(&between, *succ);
		else
			vec_each(pred, &block->preds) between_add(&between, *pred);
	}
	return between.seen;
}

static bool may_write(const struct access *access, const struct object *object)
{
	return access->type != ACCESS_READ &&
	       (access->object == object || access->object->kind == OBJECT_UNKNOWN);
}

/* Is nothing that may write the object met on the ways from one load to the other. */
static bool is_kept(const struct kernel *kernel, const struct access *first, const struct access *then)
{
	const struct loop *loop = common_loop(first->block, then->block);
	const struct ptrmap *after = ways(kernel, first->block, loop, first->block, true);
	const struct ptrmap *before = ways(kernel, first->block, loop, then->block, false);
	if (!ptrmap_get(after, then->block))
		return false;
	vec_each(each, &kernel->accesses) {
		const struct access *access = *each;
		bool on_way = ptrmap_get(after, access->block) && ptrmap_get(before, access->block);
		bool behind = access->block == first->block && access->index > first->index;
		if (may_write(access, first->object) && (on_way || behind))
			return false;
	}
	return true;
}

static bool is_block_load(const struct kernel *kernel, const struct access *access)
{
	return access && access->type == ACCESS_READ && !access->is_volatile &&
	       access->object->kind == OBJECT_SHARED && !kernel->maps_shared &&
	       LLVMIsALoadInst(access->instruction) && term_is_common(access->address, LEVEL_BLOCK);
}

const struct et *amount_kept(struct kernel *kernel, LLVMValueRef amount)
{
	struct ets *ets = kernel->ets;
	const struct et *known = et_bool(ets, true);
	const struct access *first = amount ? access_at(kernel, amount) : NULL;
	if (!is_block_load(kernel, first))
		return known;
	vec_each(each, &kernel->accesses) {
		const struct access *then = *each;
		if (then != first && then->block != first->block && is_block_load(kernel, then) &&
			then->address == first->address && then->size == first->size &&
			LLVMTypeOf(then->instruction) == LLVMTypeOf(first->instruction) &&
			is_kept(kernel, first, then))
			known = et_and(ets, known,
				et_binary(ets, ET_EQ, 0, value_et(kernel->env, first->instruction),
					value_et(kernel->env, then->instruction)));
	}
	return known;
}
