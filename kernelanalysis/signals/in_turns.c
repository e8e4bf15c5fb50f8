#include "expr/known.h"
#include "expr/linear.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Flags that who waits for them takes back himself, again and again: one thread sets the flag in rounds, another one waits
 * for it in rounds and writes something else there before he waits again, as who sets a flag does that is taken back by who
 * has seen it. What the second waits for is then set once more each time, so that after k waits it has been set k times: he
 * sees no signal of an earlier round than his own. What an earlier launch has left set must be none: as many rounds wait as
 * set the flag. Where the flag may be set at first, as that of an empty slot is, k waits have seen it set k - 1 times: signals of rounds
 * before his own. Atomics and volatile accesses of one word have one order that agrees with
 * that of each thread; so nothing else is needed.
 */

const struct loop *rounds_of_wait(const struct acquire *acquire)
{
	const struct loop *spin = acquire->op->block->loop;
	if (!acquire->spins || !spin || spin->exits.n != 1 || !et_is_false(acquire->left_early))
		return NULL;
	return spin->parent && !spin->parent->parent ? spin->parent : NULL;
}

/* Does a round that has waited always come to the block. */
static bool comes_behind(struct kernel *kernel, const struct acquire *acquire, const struct loop *rounds,
	const struct block *block)
{
	return block_dominates(acquire->success, block) &&
	       passes_in_round(kernel, rounds, acquire->success, block);
}

static bool comes_first(const struct acquire *acquire, const struct loop *rounds, const struct block *block)
{
	const struct block *before = before_spin(acquire->op, rounds->header);
	return loop_contains(rounds, before) && block_dominates(block, before);
}

static bool writes_word(const struct access *back, const struct access *op)
{
	return is_strong(back) && (back->type == ACCESS_WRITE || back->writes) && back != op &&
	       back->address == op->address && back->size == op->size && back->rmw != RMW_CAS &&
	       !keeps_value(back);
}

bool waits_behind_own_write(const struct kernel *kernel, const struct access *op)
{
	if (!term_is_plain(op->address, NULL))
		return false;
	vec_each(each, &kernel->accesses) {
		enum rmw rmw = (*each)->rmw;
		bool blind = rmw == RMW_NONE || rmw == RMW_STORE || rmw == RMW_EXCHANGE;
		if (blind && writes_word(*each, op) &&
			comes_before(kernel, (*each)->instruction, op->instruction))
			return true;
	}
	return false;
}

/* The write to the word that every round which has waited makes, behind the wait or else before it; NULL: none. */
static const struct access *write_back(
	struct kernel *kernel, const struct acquire *acquire, const struct loop *rounds)
{
	const struct access *op = acquire->op, *first = NULL;
	if ((op->rmw == RMW_EXCHANGE || op->rmw == RMW_CAS) && !keeps_value(op)) {
		const struct et *left = value_et(kernel->env, op->operand);
		return et_is_false(acquire_test(kernel, acquire, left)) ? op : NULL;
	}
	vec_each(each, &kernel->accesses) {
		const struct access *back = *each;
		if (!writes_word(back, op) || back->block->loop != rounds)
			continue;
		if (comes_behind(kernel, acquire, rounds, back->block))
			return back;
		first = comes_first(acquire, rounds, back->block) ? back : first;
	}
	return first;
}

/* Condition to come to the wait in a round that is not the last one. */
static const struct et *comes_to_wait(
	struct kernel *kernel, const struct loop *rounds, const struct block *before)
{
	struct known *known = known_new(kernel->arena, kernel->ets);
	known_add(known, value_reach_from(kernel->env, rounds->header, rounds->latch));
	return known_apply(known, value_reach_from(kernel->env, rounds->header, before));
}

bool waits_by_ids(struct kernel *kernel, const struct acquire *acquire, const struct loop *rounds)
{
	const struct block *before = before_spin(acquire->op, rounds->header);
	return rounds->latch && loop_contains(rounds, before) &&
	       term_is_plain(comes_to_wait(kernel, rounds, before), NULL);
}

/* Does a thread wait in all rounds, in the same place and for the same, or in none. */
static bool waits_alike(
	struct kernel *kernel, const struct acquire *acquire, const struct loop *rounds)
{
	return term_is_plain(acquire->op->address, NULL) &&
	       term_is_plain(acquire->test, acquire->value) && waits_by_ids(kernel, acquire, rounds);
}

const struct access *taken_back_by(struct kernel *kernel, struct acquire *acquire)
{
	const struct loop *rounds = rounds_of_wait(acquire);
	if (!rounds)
		return NULL;
	acquire_test(kernel, acquire, et_const(kernel->ets, acquire->op->size * 8, 0));
	return waits_alike(kernel, acquire, rounds) ? write_back(kernel, acquire, rounds) : NULL;
}

/* Is the flag set at most once in a round, behind the access, in one place. */
static bool sets_once(
	const struct kernel *kernel, const struct access *from, const struct order_path *release)
{
	const struct access *op = release->op;
	const struct loop *loop = op->block->loop;
	return loop && !loop->parent && loop_contains(loop, from->block) &&
	       comes_before(kernel, from->instruction, op->instruction) &&
	       term_is_plain(op->address, NULL);
}

/* Does anybody but x set what y waits for, or anything else do so. */
static const struct et *set_by_others(
	const struct link *link, const struct order_path *release, struct wait *wait, bool begun)
{
	struct order_query *q = link->q;
	struct ets *ets = q->kernel->ets;
	struct view z = { .map = other_thread_map(q->kernel, q->others++), .copy = THIRD };
	const struct et *others = et_bool(ets, false);
	const struct et *itself = et_and(ets, ids_equal(q, link->x, release->via, &z, q->kernel->tid),
		ids_equal(q, link->x, VIA_SELF, &z, q->kernel->ctaid));
	vec_each(each, &q->kernel->accesses) {
		if (!may_signal(*each, wait) || (begun && counter_set_to(q->kernel, *each)))
			continue;
		const struct et *set = signalled_there(link, wait, *each, &z);
		if (*each == release->op)
			set = et_and(ets, set, et_not(ets, itself));
		others = et_or(ets, others, set);
	}
	return others;
}

/* How often the loop's rounds come past the block: one more than rounds are completed where the last one may (most) or always
 * does; 64 bits, NULL: not known, or not the same for all threads. */
static const struct et *times_past(
	struct kernel *kernel, const struct loop *loop, const struct block *block, bool most)
{
	const struct et *times = loop_rounds(kernel->env, loop);
	if (!times || loop->exits.n != 1 || !term_is_common(times, LEVEL_GRID) ||
		!term_is_plain(times, NULL))
		return NULL;
	const struct block *left = loop->exits.at[0].from;
	bool once_more = most ? block == left || !block_dominates(left, block)
			      : block_dominates(block, left);
	const struct et *more = et_const(kernel->ets, 64, once_more);
	return et_binary(kernel->ets, ET_ADD, ET_NSW, times, more);
}

/* Is no launch left with a flag that is set and that nobody waits for any more, whatever it was given. */
static bool all_taken(struct kernel *kernel, const struct order_path *release, const struct acquire *acquire)
{
	const struct loop *rounds = rounds_of_wait(acquire), *sets = release->op->block->loop;
	const struct et *set = times_past(kernel, sets, release->op->block, true);
	const struct et *waited = times_past(kernel, rounds, acquire->success, false);
	if (!set || !waited)
		return false;
	const struct et *more = et_difference(kernel->ets, set, waited);
	return more && et_is_const(more) && et_signed(more) <= 0;
}

/* The flag may be set when the launch begins, as an earlier one has left it: nothing is known then. */
static const struct et *not_left_set(
	const struct link *link, const struct order_path *release, const struct wait *wait)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct object *flag = wait->path->op->object;
	if ((flag->kind != OBJECT_PARAM && flag->kind != OBJECT_GLOBAL) ||
		waits_behind_own_write(kernel, wait->path->op) ||
		all_taken(kernel, release, wait->path->acquire))
		return et_bool(ets, true);
	const struct et *left = et_or(ets, object_left(kernel, flag),
		et_or(ets, object_left_resized(kernel, flag), object_left_perhaps(kernel, flag)));
	left = acquire_term(link, wait->path, left, wait->path->via);
	return et_or(ets, et_not(ets, left), signal_unknown(link));
}

const struct et *taken_in_turns(
	const struct link *link, const struct order_path *release, struct wait *wait, bool begun)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct acquire *acquire = wait->path->acquire;
	const struct loop *rounds = rounds_of_wait(acquire), *sets = release->op->block->loop;
	if (!rounds || !loop_contains(rounds, link->to->block) ||
		!sets_once(kernel, link->from, release) || !waits_alike(kernel, acquire, rounds) ||
		!write_back(kernel, acquire, rounds))
		return et_bool(ets, false);
	const struct et *i = et_sym(ets, kernel->env->loops[sets->index].counter);
	const struct et *j = et_sym(ets, kernel->env->loops[rounds->index].counter);
	const struct et *not_ahead = et_binary(ets, begun ? ET_SLT : ET_SLE, 0, order_term(link->q, i, VIA_SELF, link->x),
		acquire_term(link, wait->path, j, wait->path->via));
	if (!begun)
		not_ahead = et_and(ets, not_ahead, not_left_set(link, release, wait));
	return et_and(ets, not_ahead, et_not(ets, set_by_others(link, release, wait, begun)));
}
