#include "solver/launches/before.h"
#include "solver/causes/cause.h"

#include "kernelanalysis/intervals/runs.h"
#include "kernelanalysis/signals/signal.h"

#include <limits.h>

/* Why signals of one thread that another one waits for do not order the two. */

static const char *path_cause(const struct why *why, const struct order_path *path, bool release)
{
	const char *where = release ? "before the signal at" : "after the wait at";
	if (path->fence == SCOPE_NONE)
		return arena_printf(why->check->run, "fence missing %s line %u", where,
			cause_line(why, path->op));
	if (path->fence < why->needed && path->fence_op)
		return narrow_cause(why, "the fence at",
			sync_loc(why->check->kernel, path->fence_op).line, path->fence);
	return narrow_cause(why, release ? "the signal at" : "the wait at", cause_line(why, path->op),
		path->op->scope);
}

/* How many of a path's parts, its fence and its operation, are too weak. */
static unsigned weak_parts(const struct why *why, const struct order_path *path)
{
	return (path->fence < why->needed ? 1u : 0u) +
	       (strong_scope(path->op) < why->needed ? 1u : 0u);
}

/* Have two accesses one address, which is the same for all threads, of a block where it is the block's memory. */
static bool same_place(const struct access *a, const struct access *b)
{
	enum level level = a->object->space == SPACE_SHARED ? LEVEL_BLOCK : LEVEL_GRID;
	return a->address == b->address && a->address && term_is_common(a->address, level);
}

static bool runs_later(const struct kernel *kernel, const struct access *a, const struct access *b)
{
	if (a->block == b->block)
		return before_in_block(a->instruction, b->instruction);
	return block_reaches(kernel, a->block, b->block) && !block_reaches(kernel, b->block, a->block);
}

/* Does the thread signal the same at the same place before, always: who waits for it can have seen that. */
static bool is_repeated(const struct why *why, const struct access *from, const struct order_path *release)
{
	struct kernel *kernel = why->check->kernel;
	const struct et *value = value_written(kernel, release->op);
	vec_each(other, &from->releases)
		if (value && other->via == VIA_SELF && et_is_true(other->condition) &&
			other->op->address == release->op->address &&
			value_written(kernel, other->op) == value &&
			runs_later(kernel, other->op, release->op))
			return true;
	return false;
}

/* Is it a wait of the round before, where this round has one as well. */
static bool waits_anew(const struct access *to, const struct order_path *acquire)
{
	vec_each(other, &to->acquired)
		if (acquire->previous && other->op == acquire->op && !other->previous)
			return true;
	return false;
}

/* Is the operation one thread's, by a condition on its id that the access has not. */
static bool is_made_alone(const struct et *guard, const struct access *access)
{
	if (guard->op == ET_AND && guard->width == 1)
		return is_made_alone(guard->arg[0], access) || is_made_alone(guard->arg[1], access);
	return guard->op == ET_EQ && !term_is_common(guard->arg[0], LEVEL_BLOCK) && term_is_plain(guard->arg[0], NULL) &&
	       term_is_common(guard->arg[1], LEVEL_BLOCK) && !guard_implies(access->guard, guard);
}

/* Does no barrier hand on between the access and what one thread does there for others. */
static bool acts_alone(const struct access *access, const order_list *paths, const struct access *op)
{
	vec_each(path, paths)
		if (path->op == op && path->via != VIA_SELF)
			return false;
	return is_made_alone(op->guard, access);
}

static const char *alone_cause(const struct why *why, const struct access *from, const struct access *to,
	const struct access *signal, const struct access *wait)
{
	if (!signal->handed_on.n && acts_alone(from, &from->releases, signal))
		return arena_printf(why->check->run,
			"barrier missing between line %u and the signal at line %u, which one thread makes",
			cause_line(why, from), cause_line(why, signal));
	if (acts_alone(to, &to->acquired, wait) && !to->waited_for.n)
		return arena_printf(why->check->run,
			"barrier missing between the wait at line %u, which one thread makes, and line %u",
			cause_line(why, wait), cause_line(why, to));
	return NULL;
}

/* Does the wait take a lock that the access is under. */
static bool takes_lock(const struct access *access, const struct order_path *wait)
{
	vec_each(hold, &access->locks)
		if (!hold->elects && !hold->states &&
			(hold->acquire == wait->op || (hold->entry && hold->entry->op == wait->op)))
			return true;
	return false;
}

/* A signal and a wait on one object. */
struct exchange {
	const struct order_path *signal, *wait;
	unsigned weak; /* parts that are too weak */
};

/*
 * The exchange that has the fewest parts too weak; `signal` NULL: there is none. `wait`: by this branch, or NULL: any; beside a lock: one
 * that has such a part, and what only the lock makes strong has.
 */
static struct exchange best_exchange(const struct why *why, const struct access *from, const struct access *to,
	bool beside_lock, const struct acquire *wait)
{
	struct exchange best = { .weak = UINT_MAX };
	vec_each(release, &from->releases) {
		bool repeated = is_repeated(why, from, release);
		vec_each(acquire, &to->acquired) {
			unsigned parts = weak_parts(why, release) + weak_parts(why, acquire);
			bool fenced = release->scope != SCOPE_NONE || acquire->scope != SCOPE_NONE;
			parts += beside_lock && release->guarded ? 1 : 0;
			if (repeated || waits_anew(to, acquire) || release->op->object != acquire->op->object || parts >= best.weak ||
				(beside_lock && !wait && !parts) || (wait && acquire->acquire != wait) ||
				!meant_as_wait(why->check->kernel, acquire->acquire, fenced))
				continue;
			best = (struct exchange){ release, acquire, parts };
		}
	}
	return best;
}

/* Does the thread always come to the signal that comes to the access. */
static bool is_sure(const struct access *from, const struct order_path *signal)
{
	return guard_implies(from->guard, signal->condition);
}

/*
 * The same, where the best one has a signal that only some threads come to, among signals that all come to: if it is one that something
 * is wrong with.
 */
static struct exchange surest_exchange(const struct why *why, const struct access *from, const struct access *to)
{
	struct exchange best = best_exchange(why, from, to, false, NULL);
	if (!best.signal || best.weak || is_sure(from, best.signal))
		return best;
	struct access sure = *from;
	sure.releases = (order_list){ 0 };
	vec_each(release, &from->releases)
		if (is_sure(from, release) && release->op->object == best.signal->op->object)
			vec_push(why->check->run, &sure.releases, *release);
	struct exchange other = best_exchange(why, &sure, to, false, NULL);
	return other.signal && other.weak ? other : best;
}

static const char *weakest_cause(const struct why *why, const struct exchange *exchange)
{
	bool releases = exchange->signal->scope < why->needed;
	return path_cause(why, releases ? exchange->signal : exchange->wait, releases);
}

/* The path without the lock that stands for its fence, which the other thread does not hold. */
static struct order_path unguarded(const struct order_path *path)
{
	struct order_path plain = *path;
	if (path->guarded)
		plain.fence = plain.scope = SCOPE_NONE;
	return plain;
}

/* What is too weak of a signal that hands on what one of the threads alone does under a lock; NULL: there is none. */
const char *told_cause(const struct why *why)
{
	const struct access *sides[] = { why->a, why->b };
	for (unsigned t = 0; t < 2; t++) {
		struct exchange told = best_exchange(why, sides[t], sides[1 - t], true, NULL);
		if (!told.signal || !sides[t]->locks.n || takes_lock(sides[t], told.wait) || !strong_write(told.signal->op) ||
			!best_exchange(why, sides[t], sides[1 - t], true, told.wait->acquire).weak)
			continue;
		struct order_path plain = unguarded(told.signal);
		told.signal = &plain;
		return weakest_cause(why, &told);
	}
	return NULL;
}

/* Does the loop that waits end by another word, too. */
static bool ends_by_another(const struct access *to, const struct order_path *wait)
{
	const struct loop *loop = wait->op->block->loop;
	if (!wait->acquire->spins || loop_contains(loop, wait->acquire->success))
		return false;
	vec_each(other, &to->acquired)
		if (other->op != wait->op && other->op->block->loop == loop && other->acquire->spins &&
			!loop_contains(loop, other->acquire->success))
			return true;
	return false;
}

/*
 * The weakest link of the signal and the wait on one object that have the fewest parts too weak;
 * NULL when there is none. *found: what is wrong with the one has been found.
 */
static const char *signal_cause(
	const struct why *why, const struct access *from, const struct access *to, bool *found)
{
	struct exchange best = surest_exchange(why, from, to);
	const struct order_path *signal = best.signal, *wait = best.wait;
	unsigned fewest = best.weak;
	const char *left = fewest ? NULL
				  : before_cause(why->check->run, why->check->launch, from,
					    signal, to, wait);
	*found = left || fewest;
	if (left)
		return left;
	if (fewest == 0 && !wait_is_for_set(why->check->kernel, wait->op))
		return arena_printf(why->check->run,
			"shared memory holds anything at first, and no barrier is between setting what the wait at line %u reads and that wait",
			cause_line(why, wait->op));
	const char *alone = fewest == 0 ? alone_cause(why, from, to, signal->op, wait->op) : NULL;
	if (alone) {
		*found = true;
		return alone;
	}
	if (fewest == 0 && (same_place(signal->op, wait->op) || ends_by_another(to, wait)))
		return arena_printf(why->check->run,
			"what lets the wait at line %u go on need not be the signal at line %u",
			cause_line(why, wait->op), cause_line(why, signal->op));
	if (fewest == 0)
		return "the signal and the wait can use different addresses";
	return signal ? weakest_cause(why, &best) : NULL;
}

/* Where threads signal each other in turns, the way on which something is too weak. */
const char *signals_cause(const struct why *why)
{
	bool found[2];
	const char *there = signal_cause(why, why->a, why->b, &found[0]);
	const char *back = signal_cause(why, why->b, why->a, &found[1]);
	return there && (found[0] || !back || !found[1]) ? there : back;
}
