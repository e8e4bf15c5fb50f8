#include "kernelanalysis/pairs/order.h"

/*
 * The thread that acquires and releases for its block: thread 0, unless all atomic and volatile accesses that
 * one thread alone makes are another one's, as in if (threadIdx.x == blockDim.x - 1). Where they are those of a few threads, as of one that
 * waits and one that signals, each of them acts for the block in what it does.
 */

/* What the condition says threadIdx.x to be, one value for the grid; NULL: nothing. */
static const struct et *named_thread(const struct kernel *kernel, const struct et *guard)
{
	if (guard->op == ET_AND && guard->width == 1) {
		const struct et *named = named_thread(kernel, guard->arg[0]);
		return named ? named : named_thread(kernel, guard->arg[1]);
	}
	for (unsigned i = 0; guard->op == ET_EQ && i < 2; i++) {
		const struct et *id = guard->arg[i], *other = guard->arg[1 - i];
		if (id->op == ET_SYM && id->sym == kernel->tid[0] && other->width == id->width &&
			term_is_common(other, LEVEL_GRID))
			return other;
	}
	return NULL;
}

static bool is_zero(const struct et *id)
{
	return et_is_const(id) && !id->value;
}

/* Adds the thread to those that act for the block, thread 0 before the others; false: they are too many. */
static bool leader_add(struct kernel *kernel, const struct et *named)
{
	const struct et **others = kernel->other_leaders;
	unsigned n = 0;
	bool known = named == kernel->leader;
	while (n < OTHER_LEADERS && others[n])
		known |= named == others[n++];
	if (known || !kernel->leader) {
		kernel->leader = known ? kernel->leader : named;
		return true;
	}
	if (n == OTHER_LEADERS)
		return false;
	others[n] = is_zero(named) ? kernel->leader : named;
	kernel->leader = is_zero(named) ? named : kernel->leader;
	return true;
}

void block_leader_find(struct kernel *kernel)
{
	bool few = true;
	vec_each(each, &kernel->accesses) {
		const struct et *named =
			is_strong(*each) ? named_thread(kernel, (*each)->guard) : NULL;
		few &= !named || leader_add(kernel, named);
	}
	if (few)
		return;
	kernel->leader = NULL;
	for (unsigned i = 0; i < OTHER_LEADERS; i++)
		kernel->other_leaders[i] = NULL;
}

bool acts_for_block(enum via via)
{
	return via >= VIA_BLOCK && via < VIA_PEER;
}

const struct et *block_leader_exists(struct kernel *kernel, enum via via)
{
	const struct et *leader = via == VIA_BLOCK ? kernel->leader : kernel->other_leaders[via - VIA_OTHER];
	if (!leader)
		return et_bool(kernel->ets, true);
	return et_binary(kernel->ets, ET_ULT, 0, leader, et_sym(kernel->ets, kernel->ntid[0]));
}

enum via leader_of(const struct kernel *kernel, const struct access *op)
{
	const struct et *named = named_thread(kernel, op->guard);
	for (unsigned i = 0; named && i < OTHER_LEADERS; i++)
		if (named == kernel->other_leaders[i])
			return (enum via)(VIA_OTHER + i);
	return VIA_BLOCK;
}

bool is_leaders_own(struct kernel *kernel, const struct block *block)
{
	for (; block->idom; block = block->idom) {
		const struct et *reach = value_reach_from(kernel->env, block->idom, block);
		if (!et_is_true(reach) && only_elects(reach) &&
			et_is_true(in_first_thread(kernel, reach)))
			return true;
	}
	return false;
}

/* Does the condition say that the thread's id along the axis is that of the leader. */
static bool names_leader(struct kernel *kernel, const struct et *guard, unsigned axis)
{
	if (guard->op == ET_AND && guard->width == 1)
		return names_leader(kernel, guard->arg[0], axis) ||
		       names_leader(kernel, guard->arg[1], axis);
	return guard->op == ET_EQ && guard->arg[0]->op == ET_SYM &&
	       guard->arg[0]->sym == kernel->tid[axis] && et_is_true(in_first_thread(kernel, guard));
}

const struct et *leader_makes(struct kernel *kernel, const struct access *access)
{
	struct ets *ets = kernel->ets;
	const struct et *alone = et_bool(ets, true);
	for (unsigned i = 0; i < 3; i++)
		if (!names_leader(kernel, access->guard, i))
			alone = et_and(ets, alone,
				et_binary(ets, ET_EQ, 0, et_sym(ets, kernel->ntid[i]),
					et_const(ets, kernel->ntid[i]->width, 1)));
	return alone;
}
