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

/* Is the access in the interval. */
static bool has_instance(const struct interval *interval, const struct access *access)
{
	vec_each(instance, &interval->instances)
		if (instance->access == access)
			return true;
	return false;
}

/* May a thread of the warp write the place between the barriers that the load lies between. */
static bool written_in_warp(const struct kernel *kernel, const struct access *load)
{
	vec_each(each, &kernel->intervals) {
		const struct interval *interval = *each;
		if (interval->kind != RACE_INTRA_WARP || !has_instance(interval, load))
			continue;
		vec_each(instance, &interval->instances)
			if (may_write(instance->access, load->object) &&
				(instance->access->object != load->object || accesses_may_meet(instance->access, load)))
				return true;
	}
	return false;
}

/* Do all lanes that are in one round find the same number, at a place of their warp's own. */
static bool is_warp_load(struct kernel *kernel, const struct access *load)
{
	if (!load || kernel->lockstep || load->type != ACCESS_READ || load->is_volatile || load->object->kind != OBJECT_SHARED ||
		kernel->maps_shared || !LLVMIsALoadInst(load->instruction) ||
		!is_warp_place(kernel, load->address, load->size))
		return false;
	vec_each(each, &kernel->accesses) {
		const struct access *other = *each;
		bool meets = other->object == load->object && accesses_may_meet(other, load);
		if (other->type != ACCESS_READ &&
			(other->object->kind == OBJECT_UNKNOWN || (meets && other->address != load->address)))
			return false;
	}
	return !written_in_warp(kernel, load);
}

/* Are all the loops around the first load around the other one, to which no write of the object leads from there. */
static bool is_kept_in_warp(const struct kernel *kernel, const struct access *first, const struct access *then)
{
	return then->address == first->address && then->size == first->size &&
	       LLVMTypeOf(then->instruction) == LLVMTypeOf(first->instruction) &&
	       common_loop(first->block, then->block) == first->block->loop && is_kept(kernel, first, then);
}

const struct et *amount_kept_in_warp(struct kernel *kernel, const struct aggregated *lanes)
{
	struct ets *ets = kernel->ets;
	const struct et *known = et_bool(ets, true);
	const struct access *first = lanes->op->operand ? access_at(kernel, lanes->op->operand) : NULL;
	if (lanes->lane || !is_warp_load(kernel, first))
		return known;
	vec_each(each, &kernel->accesses) {
		const struct access *then = *each;
		bool own = then == first && instruction_dominates(kernel->func, first->instruction, lanes->shuffle);
		if (own || (then != first && is_kept_in_warp(kernel, first, then) && is_warp_load(kernel, then)))
			known = et_and(ets, known,
				et_binary(ets, ET_EQ, 0, lanes->amount, value_et(kernel->env, then->instruction)));
	}
	return et_or(ets, et_not(ets, block_is_row(kernel)), known);
}
