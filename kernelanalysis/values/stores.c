#include "kernelanalysis/values/stores.h"

#include "kernelanalysis/values/left_pointers.h"

/* Which store it is that a load behind a barrier of the block reads. */

enum { MOST_STORES = 24 };

const struct access *only_store(const struct kernel *kernel, const struct access *load)
{
	const struct access *store = NULL;
	vec_each(each, &kernel->accesses) {
		const struct access *access = *each;
		if (access->object != load->object || access->type == ACCESS_READ ||
			members_apart((struct scalar_place){ access->pointer, access->size },
				(struct scalar_place){ load->pointer, load->size }))
			continue;
		if (store || access->type != ACCESS_WRITE || !access->stored ||
			access->size != load->size)
			return NULL;
		store = access;
	}
	return store;
}

/* Does the barrier come after the store in the same round of its loop. */
static bool is_later(const struct access *store, const struct sync *barrier)
{
	if (barrier->block->loop != store->block->loop)
		return false;
	return barrier->block == store->block
		       ? before_in_block(store->instruction, barrier->instruction)
		       : barrier->block->index > store->block->index;
}

const struct sync *barrier_between(
	const struct kernel *kernel, const struct access *store, const struct access *load)
{
	if (store->block->loop && !loop_contains(store->block->loop, load->block))
		return NULL;
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if ((*each)->kind == SYNC_BLOCK_BARRIER && is_later(store, *each) &&
			always_follows(kernel, store->instruction, at) &&
			instruction_dominates(kernel->func, at, load->instruction))
			return *each;
	}
	return NULL;
}

/* Can the second instruction run after the first one. */
static bool may_follow(const struct kernel *kernel, LLVMValueRef first, LLVMValueRef second)
{
	const struct block *a = instruction_block(kernel->func, first),
			   *b = instruction_block(kernel->func, second);
	return (a == b && before_in_block(first, second)) || block_reaches(kernel, a, b);
}

/* Can the second instruction run after the first one in the same round of the loop. */
static bool may_follow_in_round(
	const struct kernel *kernel, const struct loop *loop, LLVMValueRef first, LLVMValueRef second)
{
	const struct block *a = instruction_block(kernel->func, first),
			   *b = instruction_block(kernel->func, second);
	return (a == b && before_in_block(first, second)) || block_reaches_in_round(kernel, loop, a, b);
}

/* Does the other store never come between this one and the load; in loops every round has this one, so that it is asked of a round. */
static bool is_apart(const struct kernel *kernel, const struct access *other,
	const struct access *store, const struct sync *barrier, const struct access *load)
{
	const struct loop *loop = store->block->loop;
	if (loop && loop_contains(loop, load->block))
		return !loop_contains(loop, other->block) ||
		       !may_follow_in_round(kernel, loop, store->instruction, other->instruction) ||
		       !may_follow_in_round(kernel, loop, other->instruction, load->instruction);
	return !may_follow(kernel, other->instruction, load->instruction) ||
	       (may_follow(kernel, other->instruction, store->instruction) &&
		       !may_follow(kernel, store->instruction, other->instruction) &&
		       !may_follow(kernel, barrier->instruction, other->instruction));
}

/* Of several stores to the variable, the last one before the load. */
static bool is_last_store(
	const struct kernel *kernel, const struct access *store, const struct access *load)
{
	const struct sync *barrier = may_follow(kernel, store->instruction, load->instruction)
					     ? barrier_between(kernel, store, load)
					     : NULL;
	if (!barrier || store->address != load->address || store->size != load->size)
		return false;
	vec_each(each, &kernel->accesses) {
		const struct access *other = *each;
		if (other->object != load->object || other->type == ACCESS_READ || other == store ||
			members_apart((struct scalar_place){ other->pointer, other->size },
				(struct scalar_place){ load->pointer, load->size }))
			continue;
		if (!is_apart(kernel, other, store, barrier, load))
			return false;
	}
	return true;
}

static unsigned stores_to(const struct kernel *kernel, const struct object *object)
{
	unsigned n = 0;
	vec_each(each, &kernel->accesses)
		n += (*each)->object == object && (*each)->type != ACCESS_READ;
	return n;
}

const struct access *last_store(const struct kernel *kernel, const struct access *load)
{
	const struct access *store = only_store(kernel, load);
	if (store || !is_of_block(kernel, load->object) ||
		stores_to(kernel, load->object) > MOST_STORES)
		return store;
	vec_each(each, &kernel->accesses)
		if ((*each)->object == load->object && (*each)->type == ACCESS_WRITE &&
			(*each)->stored && is_last_store(kernel, *each, load))
			return *each;
	return NULL;
}
