#include "expr/linear.h"
#include "expr/place.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Flags in shared memory hold anything until they are set: a wait for one may go on at once unless all of the block have
 * seen, by a barrier, that somebody has given it a value. Who that is follows from the write's guard, or from its address where
 * each thread sets a place of its own; that there is such a thread, and that it comes to the write, is left to the launch. What
 * a loop sets is found by the thread and the round that would write it, where its places are linear in both; else nothing is
 * known.
 */

static bool sets(const struct access *access, const struct access *wait)
{
	bool writes = access_writes(access);
	return writes && access != wait && access->object == wait->object && !keeps_value(access) &&
	       accesses_may_meet(access, wait);
}

/* Does who has written always come to the barrier, or to the first half of one that is in two. */
static bool always_arrives(const struct kernel *kernel, const struct access *write, const struct sync *barrier)
{
	if (!barrier->apart)
		return always_follows(kernel, write->instruction, barrier->instruction);
	vec_each(half, &kernel->halves)
		if ((*half)->kind == barrier->kind && always_follows(kernel, write->instruction, (*half)->instruction) &&
			always_follows(kernel, (*half)->instruction, barrier->instruction))
			return true;
	return false;
}

/* By a barrier of the block or of more, or of whole warps. */
static bool is_seen(const struct kernel *kernel, const struct access *write, const struct access *wait, bool in_warp)
{
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		bool warp = (*each)->kind == SYNC_WARP_BARRIER && !(*each)->mask && !(*each)->mask_value;
		if ((in_warp ? warp : (*each)->kind <= SYNC_BLOCK_BARRIER) && !(*each)->partial &&
			instruction_dominates(kernel->func, at, wait->instruction) &&
			!instruction_dominates(kernel->func, at, write->instruction) &&
			always_arrives(kernel, write, *each))
			return true;
	}
	return false;
}

/*
 * Who sets it, and in which round of the loop around the write: ids, and whether something is left that is another thread's.
 * Rounds of loops around the wait (NULL: of none) are those of who waits.
 */
struct setter {
	const struct et *tid[3];
	const struct access *wait;
	const struct symbol *counter; /* NULL: in no loop */
	const struct et *round, *no_less; /* the latter is not negative, if there is such a round */
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
	if (setter->counter && leaf->sym == setter->counter)
		return setter->round;
	const struct loop *loop = leaf->sym->kind == SYM_LOOP ? leaf->sym->origin : NULL;
	setter->foreign |= loop ? !setter->wait || !loop_contains(loop, setter->wait->block)
				: leaf->sym->level > LEVEL_BLOCK;
	return NULL;
}

/* A write as it is made in the round of who waits, or in the one before. */
struct setting {
	const struct et *address, *guard;
};

static struct setting setting_of(
	struct kernel *kernel, const struct access *write, const struct loop *previous)
{
	struct setting setting = { write->address, reached_by_progress(kernel, write->block) };
	if (previous) {
		setting.address = previous_iteration(kernel->env, previous, setting.address);
		setting.guard = previous_iteration(kernel->env, previous, setting.guard);
	}
	return setting;
}

/* Condition for the setter to exist, to come to the write, and to write what is waited for. */
static const struct et *setter_sets(struct kernel *kernel, struct setter *setter,
	const struct setting *write, const struct access *wait)
{
	struct ets *ets = kernel->ets;
	const struct et *sets = same_address(kernel,
		et_map_once(ets, write->address, setter_leaf, setter), wait->address);
	sets = et_and(ets, sets, et_map_once(ets, write->guard, setter_leaf, setter));
	for (unsigned i = 0; i < 3; i++)
		if (setter->tid[i])
			sets = et_and(ets, sets,
				et_binary(ets, ET_ULT, 0, setter->tid[i],
					et_sym(ets, kernel->ntid[i])));
	return sets;
}

/* threadIdx.x, in 64 bits, of who writes where it is waited; NULL: not known. */
static const struct et *writer_of_place(
	struct kernel *kernel, const struct et *address, const struct access *wait)
{
	struct ets *ets = kernel->ets;
	const struct et *number = number_of_place(kernel, address, wait->address);
	place_list a = { 0 }, b = { 0 };
	int64_t factor, constant;
	if (number || !address_places(ets, address, &a) ||
		!address_places(ets, wait->address, &b) || a.n != 1 || b.n != 1 ||
		a.at[0].base != b.at[0].base ||
		!et_linear(a.at[0].offset, et_sym(ets, kernel->tid[0]), &factor, &constant) ||
		factor <= 0)
		return number;
	return et_element(ets, b.at[0].offset, constant, factor);
}

/* A place of a loop's write as a number of bytes: for the first thread and round, and what the next ones add. */
struct steps {
	const struct et *offset, *counter, *tid;
	int64_t first, thread;
	const struct et *round; /* 64 bits */
};

struct putting {
	const struct et *counter, *tid;
	unsigned round, thread;
};

static const struct et *putting_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct putting *put = data;
	if (leaf == put->counter)
		return et_const(ets, leaf->width, put->round);
	return leaf == put->tid ? et_const(ets, leaf->width, put->thread) : NULL;
}

static const struct et *offset_at(struct ets *ets, const struct steps *steps, unsigned round)
{
	struct putting put = { steps->counter, steps->tid, round, 0 };
	return et_map_once(ets, steps->offset, putting_leaf, &put);
}

static bool steps_read(struct kernel *kernel, const struct access *write, struct steps *steps)
{
	struct ets *ets = kernel->ets;
	const struct loop *loop = write->block->loop;
	place_list places = { 0 };
	if (loop->parent || !address_places(ets, write->address, &places) || places.n != 1)
		return false;
	steps->offset = places.at[0].offset;
	steps->counter = et_sym(ets, kernel->env->loops[loop->index].counter);
	steps->tid = et_sym(ets, kernel->tid[0]);
	struct putting begin = { steps->counter, NULL, 0, 0 };
	const struct et *begins = et_map_once(ets, steps->offset, putting_leaf, &begin);
	steps->round = et_difference(ets, offset_at(ets, steps, 1), offset_at(ets, steps, 0));
	if (!et_linear(begins, steps->tid, &steps->thread, &steps->first)) {
		steps->thread = 0;
		return et_is_const(begins) && (steps->first = et_signed(begins), true);
	}
	return steps->thread >= 0;
}

struct mentions {
	const struct kernel *kernel;
	const struct symbol *counter;
	bool other_axis, picks_round;
};

static void mentions_visit(void *data, const struct et *et)
{
	struct mentions *mentions = data;
	if (et->op == ET_SYM)
		mentions->other_axis |= et->sym == mentions->kernel->tid[1] || et->sym == mentions->kernel->tid[2];
	for (unsigned i = 0; et->op == ET_EQ && i < 2; i++)
		mentions->picks_round |= et->arg[i]->op == ET_SYM && et->arg[i]->sym == mentions->counter &&
					 !(et_is_const(et->arg[!i]) && !et->arg[!i]->value);
}

/* Is it by thread and round alone that the loop's writes differ, and no round picked by number. */
static bool goes_in_steps(const struct kernel *kernel, const struct steps *steps, const struct et *guard)
{
	struct mentions mentions = { .kernel = kernel, .counter = steps->counter->sym };
	et_once(kernel->arena, steps->offset, mentions_visit, &mentions);
	et_once(kernel->arena, guard, mentions_visit, &mentions);
	return !mentions.other_axis && !mentions.picks_round;
}

/* Thread and round that write where it is waited, if any does; false: not known. */
static bool round_find(struct kernel *kernel, const struct access *write, const struct access *wait,
	struct setter *setter)
{
	struct ets *ets = kernel->ets;
	struct steps steps;
	place_list places = { 0 };
	const struct et *guard = reached_by_progress(kernel, write->block), *zero = et_const(ets, 64, 0);
	if (!steps_read(kernel, write, &steps) || !goes_in_steps(kernel, &steps, guard) ||
		!address_places(ets, wait->address, &places) || places.n != 1)
		return false;
	const struct et *far = et_binary(ets, ET_SUB, ET_NSW, places.at[0].offset,
		et_const(ets, 64, (uint64_t)steps.first));
	setter->counter = steps.counter->sym;
	setter->no_less = setter->round = zero;
	if (!steps.thread && et_is_const(steps.round) && !steps.round->value)
		return true;
	if (!steps.thread) {
		setter->no_less = setter->round = et_binary(ets, ET_SDIV, 0, far, steps.round);
		return et_is_const(steps.round);
	}
	const struct et *by = et_const(ets, 64, (uint64_t)steps.thread);
	const struct et *number = et_binary(ets, ET_SDIV, 0, far, by), *thread = number;
	if (!et_is_const(steps.round) || steps.round->value) {
		const struct et *round = et_quotient(ets, steps.round, steps.thread);
		if (!round || (et_is_const(round) && et_signed(round) <= 0))
			return false;
		setter->round = et_binary(ets, ET_UDIV, 0, number, round);
		thread = et_binary(ets, ET_UREM, 0, number, round);
	}
	setter->tid[0] = et_cast(ets, ET_TRUNC, 32, thread);
	setter->no_less = number;
	return true;
}

const struct et *write_sets(struct kernel *kernel, const struct access *write, const struct access *wait,
	const struct loop *previous, bool *unknown)
{
	struct ets *ets = kernel->ets;
	struct setter named = { .wait = wait }, placed = { .wait = wait };
	const struct setting setting = setting_of(kernel, write, previous);
	setter_fix(&named, setting.guard);
	const struct et *sets = setter_sets(kernel, &named, &setting, wait);
	const struct et *number = writer_of_place(kernel, setting.address, wait);
	bool foreign = named.foreign;
	if (foreign)
		sets = et_bool(ets, false);
	if (number) {
		placed.tid[0] = et_cast(ets, ET_TRUNC, 32, number);
		const struct et *own = setter_sets(kernel, &placed, &setting, wait);
		foreign &= placed.foreign;
		sets = placed.foreign ? sets : et_or(ets, sets, own);
	}
	*unknown |= foreign;
	return sets;
}

/* What a loop writes: where no thread and round is found that writes what is waited for, at least what this round writes. */
static const struct et *loop_sets(
	struct kernel *kernel, const struct access *write, const struct access *wait, bool *unknown)
{
	struct ets *ets = kernel->ets;
	struct setter setter = { 0 };
	setter_fix(&setter, reached_by_progress(kernel, write->block));
	if (!round_find(kernel, write, wait, &setter)) {
		*unknown = true;
		bool in_round = loop_contains(write->block->loop, wait->block);
		return in_round ? write_sets(kernel, write, wait, NULL, unknown) : et_bool(ets, false);
	}
	const struct setting setting = setting_of(kernel, write, NULL);
	const struct et *sets = et_and(ets, setter_sets(kernel, &setter, &setting, wait),
		et_binary(ets, ET_SLE, 0, et_const(ets, 64, 0), setter.no_less));
	if (loop_contains(write->block->loop, wait->block))
		sets = et_and(ets, sets,
			et_binary(ets, ET_SLE, 0, setter.round, et_sym(ets, setter.counter)));
	*unknown |= setter.foreign;
	return setter.foreign ? et_bool(ets, false) : sets;
}

/* threadIdx.x of the lane of the waiting thread's warp that the guard names; NULL: it names none. */
static const struct et *lane_named(struct kernel *kernel, const struct et *guard)
{
	struct ets *ets = kernel->ets;
	const struct et *x = et_sym(ets, kernel->tid[0]), *rest = guard->op == ET_EQ ? guard->arg[0] : NULL;
	if (guard->op == ET_AND && guard->width == 1) {
		const struct et *named = lane_named(kernel, guard->arg[0]);
		return named ? named : lane_named(kernel, guard->arg[1]);
	}
	if (!rest || !et_is_const(guard->arg[1]) || guard->arg[1]->value >= EXTENT_WARP || rest->nargs != 2 || rest->arg[0] != x ||
		!et_is_const(rest->arg[1]))
		return NULL;
	bool remainder = (rest->op == ET_UREM || rest->op == ET_SREM) && rest->arg[1]->value == EXTENT_WARP;
	if (!remainder && !(rest->op == ET_AND && rest->arg[1]->value == EXTENT_WARP - 1))
		return NULL;
	const struct et *size = et_const(ets, x->width, EXTENT_WARP);
	const struct et *first = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, et_binary(ets, ET_UDIV, 0, x, size), size);
	return et_binary(ets, ET_ADD, ET_NSW | ET_NUW, first, guard->arg[1]);
}

/* One thread of the waiting thread's warp sets it, with a barrier of the warp or more behind. */
static const struct et *lane_sets(struct kernel *kernel, const struct access *write, const struct access *wait)
{
	struct ets *ets = kernel->ets;
	struct setter setter = { .wait = wait };
	const struct setting setting = setting_of(kernel, write, NULL);
	const struct et *size = et_const(ets, 32, EXTENT_WARP), *same = warps_flat(kernel, NULL);
	setter_fix(&setter, setting.guard);
	if (!setter.tid[0])
		setter.tid[0] = lane_named(kernel, setting.guard);
	if (!setter.tid[0])
		return et_bool(ets, false);
	for (unsigned i = 0; i < 3; i++) {
		const struct et *own = et_sym(ets, kernel->tid[i]);
		setter.tid[i] = setter.tid[i] ? setter.tid[i] : own;
		const struct et *a = i ? own : et_binary(ets, ET_UDIV, 0, own, size);
		const struct et *b = i ? setter.tid[i] : et_binary(ets, ET_UDIV, 0, setter.tid[i], size);
		same = et_and(ets, same, et_binary(ets, ET_EQ, 0, a, b));
	}
	const struct et *sets = setter_sets(kernel, &setter, &setting, wait);
	return setter.foreign ? et_bool(ets, false) : et_and(ets, sets, same);
}

const struct et *wait_is_set(struct kernel *kernel, const struct access *wait, bool *unknown)
{
	const struct et *set = et_bool(kernel->ets, wait->object->space != SPACE_SHARED);
	*unknown = false;
	if (et_is_true(set))
		return set;
	vec_each(each, &kernel->accesses)
		if (!et_is_true(set) && sets(*each, wait) && !(*each)->block->loop &&
			(is_seen(kernel, *each, wait, true) || is_seen(kernel, *each, wait, false)))
			set = et_or(kernel->ets, set, lane_sets(kernel, *each, wait));
	vec_each(each, &kernel->accesses)
		if (!et_is_true(set) && sets(*each, wait) && is_seen(kernel, *each, wait, false))
			set = et_or(kernel->ets, set,
				(*each)->block->loop ? loop_sets(kernel, *each, wait, unknown)
						     : write_sets(kernel, *each, wait, NULL, unknown));
	return set;
}

bool wait_is_for_set(const struct kernel *kernel, const struct access *wait)
{
	if (wait->object->space != SPACE_SHARED)
		return true;
	vec_each(each, &kernel->accesses)
		if (sets(*each, wait) && (is_seen(kernel, *each, wait, false) || is_seen(kernel, *each, wait, true)))
			return true;
	return false;
}
