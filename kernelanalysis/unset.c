#include "expr/linear.h"
#include "expr/place.h"
#include "kernelanalysis/signal.h"

/*
 * Flags in shared memory hold anything until they are set: a wait for one may go on at once unless all of the block have
 * seen, by a barrier, that somebody has given it a value. Who that is follows from the write's guard, or from its address where
 * each thread sets a place of its own; that there is such a thread, and that it comes to the write, is left to the launch. What
 * is set in loops is taken to be all that is waited for.
 */

static bool sets(const struct access *access, const struct access *wait)
{
	bool writes = access->type == ACCESS_WRITE ||
		      (access->type == ACCESS_ATOMIC && access->writes);
	return writes && access != wait && access->object == wait->object && !keeps_value(access) &&
	       accesses_may_meet(access, wait);
}

static bool is_seen(const struct kernel *kernel, const struct access *write, const struct access *wait)
{
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if ((*each)->kind <= SYNC_BLOCK_BARRIER && !(*each)->partial &&
			instruction_dominates(kernel->func, at, wait->instruction) &&
			!instruction_dominates(kernel->func, at, write->instruction) &&
			always_follows(kernel, write->instruction, at))
			return true;
	}
	return false;
}

/* Who sets it: ids, and whether something is left that is another thread's. */
struct setter {
	const struct et *tid[3];
	bool foreign;
};

static void setter_fix(struct setter *setter, const struct et *guard)
{
	if (guard->op == ET_AND && guard->width == 1) {
		setter_fix(setter, guard->arg[0]);
		setter_fix(setter, guard->arg[1]);
		return;
	}
	for (unsigned i = 0; guard->op == ET_EQ && i < 2; i++) {
		const struct et *id = guard->arg[i], *other = guard->arg[1 - i];
		if (id->op == ET_SYM && id->sym->builtin == BUILTIN_TID &&
			!setter->tid[id->sym->axis] && term_is_common(other, LEVEL_BLOCK))
			setter->tid[id->sym->axis] = other;
	}
}

static const struct et *setter_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct setter *setter = data;
	if (leaf->sym->builtin == BUILTIN_TID) {
		const struct et *id = setter->tid[leaf->sym->axis];
		return id ? id : et_const(ets, leaf->width, 0);
	}
	setter->foreign |= leaf->sym->level > LEVEL_BLOCK || leaf->sym->kind == SYM_LOOP;
	return NULL;
}

/* Condition for the setter to exist, to come to the write, and to write what is waited for. */
static const struct et *setter_sets(struct kernel *kernel, struct setter *setter,
	const struct access *write, const struct access *wait)
{
	struct ets *ets = kernel->ets;
	const struct et *guard = reached_by_progress(kernel, write->block);
	const struct et *sets = same_address(kernel,
		et_map_once(ets, write->address, setter_leaf, setter), wait->address);
	sets = et_and(ets, sets, et_map_once(ets, guard, setter_leaf, setter));
	for (unsigned i = 0; i < 3; i++)
		if (setter->tid[i])
			sets = et_and(ets, sets,
				et_binary(ets, ET_ULT, 0, setter->tid[i],
					et_sym(ets, kernel->ntid[i])));
	return sets;
}

/* threadIdx.x, in 64 bits, of who writes where it is waited; NULL: not known. */
static const struct et *writer_of_place(
	struct kernel *kernel, const struct access *write, const struct access *wait)
{
	struct ets *ets = kernel->ets;
	const struct et *number = number_of_place(kernel, write->address, wait->address);
	place_list a = { 0 }, b = { 0 };
	int64_t factor, constant;
	if (number || !address_places(ets, write->address, &a) ||
		!address_places(ets, wait->address, &b) || a.n != 1 || b.n != 1 ||
		a.at[0].base != b.at[0].base ||
		!et_linear(a.at[0].offset, et_sym(ets, kernel->tid[0]), &factor, &constant) ||
		factor <= 0)
		return number;
	return et_element(ets, b.at[0].offset, constant, factor);
}

static const struct et *write_sets(
	struct kernel *kernel, const struct access *write, const struct access *wait, bool *unknown)
{
	struct ets *ets = kernel->ets;
	struct setter named = { 0 }, placed = { 0 };
	if (write->block->loop)
		return et_bool(ets, true);
	setter_fix(&named, reached_by_progress(kernel, write->block));
	const struct et *sets = setter_sets(kernel, &named, write, wait);
	const struct et *number = writer_of_place(kernel, write, wait);
	bool foreign = named.foreign;
	if (foreign)
		sets = et_bool(ets, false);
	if (number) {
		placed.tid[0] = et_cast(ets, ET_TRUNC, 32, number);
		const struct et *own = setter_sets(kernel, &placed, write, wait);
		foreign &= placed.foreign;
		sets = placed.foreign ? sets : et_or(ets, sets, own);
	}
	*unknown |= foreign;
	return sets;
}

const struct et *wait_is_set(struct kernel *kernel, const struct access *wait, bool *unknown)
{
	const struct et *set = et_bool(kernel->ets, wait->object->space != SPACE_SHARED);
	*unknown = false;
	if (et_is_true(set))
		return set;
	vec_each(each, &kernel->accesses)
		if (!et_is_true(set) && sets(*each, wait) && is_seen(kernel, *each, wait))
			set = et_or(kernel->ets, set, write_sets(kernel, *each, wait, unknown));
	return set;
}

bool wait_is_for_set(const struct kernel *kernel, const struct access *wait)
{
	if (wait->object->space != SPACE_SHARED)
		return true;
	vec_each(each, &kernel->accesses)
		if (sets(*each, wait) && is_seen(kernel, *each, wait))
			return true;
	return false;
}
