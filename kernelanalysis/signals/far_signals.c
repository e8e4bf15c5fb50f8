#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Chains of more hops than are followed: y waits in a loop for somebody who has waited for another word, and so on, up to a
 * word at which x releases. Nothing is known of them.
 */

const struct et *signal_possible(const struct link *link, const struct order_path *path,
	const struct access *access, const struct view *view)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *term = signal_executed(link, path, view);
	for (const struct loop *loop = path->op->block->loop; loop; loop = loop->parent) {
		const struct symbol *counter = kernel->env->loops[loop->index].counter;
		const struct et *k = order_term(link->q, et_sym(ets, counter), path->via, view);
		if (!loop_contains(loop, access->block) && k->op == ET_SYM)
			term = with_value(ets, term, k->sym, et_const(ets, k->width, 0));
	}
	return term;
}

/* Could a longer chain lead from x to the write, nothing of which is known: its thread waits before it in a loop, where x
 * releases. */
static const struct et *goes_further(const struct link *link, const struct access *write)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *further = et_bool(ets, false);
	vec_each(path, &write->acquired)
		vec_each(release, &link->from->releases)
			if (path->scope >= link->q->needed && path->acquire->spins &&
				path->op->address != write->address &&
				value_level(link->q->kernel, path->op->pointer) > LEVEL_GRID &&
				release->scope >= link->q->needed && may_lie_between(link->q, release->op) &&
				at_one_place(release->op, path->op))
				further = et_or(ets, further,
					signal_possible(link, release, link->from, link->x));
	return et_is_false(further) ? further : et_and(ets, further, signal_unknown(link));
}

static bool may_satisfy(const struct link *link, const struct wait *wait, const struct access *write)
{
	const struct et *value = value_written(link->q->kernel, write);
	return !value || value->width != wait->value->width ||
	       !et_is_false(wait_satisfied(link, wait, value));
}

/* x does not signal at the very word that y waits for: if it does, it is known what comes of it. */
static const struct et *not_directly(const struct link *link, const struct wait *wait)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *y = acquire_term(
		link, wait->path, wait->path->op->address, wait->path->via);
	const struct et *directly = et_bool(ets, false);
	vec_each(release, &link->from->releases) {
		if (!at_one_place(release->op, wait->path->op))
			continue;
		const struct et *x = order_term(link->q, release->op->address, release->via, link->x);
		directly = et_or(ets, directly,
			et_and(ets, signal_executed(link, release, link->x), same_address(link->q->kernel, x, y)));
		directly = et_or(ets, directly,
			et_and(ets, signal_executed(link, release, link->x), waits_in_instance(link, release, wait)));
	}
	return et_not(ets, directly);
}

/* Has x added to y's counter before its access, for good. */
static bool adds_before(const struct link *link, const struct wait *wait, const struct access *addition)
{
	const struct kernel *kernel = link->q->kernel;
	const struct loop *loop = addition->block->loop;
	return counter_step(addition) && at_one_place(addition, wait->path->op) && addition->size == wait->path->op->size &&
	       (!loop || loop_contains(loop, link->from->block)) &&
	       instruction_dominates(kernel->func, addition->instruction, link->from->instruction) &&
	       wait_only_counts(link, addition, wait->path);
}

/* What y has seen of a counter is no more than what x has made of it before its access: nobody who comes after that has signalled. */
static const struct et *served_before(const struct link *link, const struct wait *wait)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *before = et_bool(ets, false);
	if (!lock_only_read(wait->path->op) || wait->path->previous)
		return before;
	vec_each(each, &kernel->accesses) {
		const struct access *addition = *each;
		if (!adds_before(link, wait, addition))
			continue;
		struct order_path own = { .op = addition, .via = VIA_SELF };
		const struct et *made = et_binary(ets, ET_ADD, 0, counter_value(link, &own, link->x),
			et_const(ets, addition->size * 8, counter_step(addition)));
		const struct et *seen = counter_value(link, wait->path, link->y);
		const struct et *same = same_address(kernel, order_term(link->q, addition->address, VIA_SELF, link->x),
			acquire_term(link, wait->path, wait->path->op->address, wait->path->via));
		const struct et *round = counter_comes_round(kernel, link->q->launch, link->x->map, addition, addition->size * 8, 1);
		if (seen->width == made->width)
			before = et_or(ets, before, et_and(ets, et_and(ets, same, et_not(ets, round)),
				et_binary(ets, ET_ULE, 0, seen, made)));
	}
	return before;
}

const struct et *signal_beyond(const struct link *link, const struct wait *wait)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *further = et_bool(ets, false);
	if (link->depth || wait->path->op->of_queue)
		return further;
	vec_each(each, &link->q->kernel->accesses) {
		if (!strong_write(*each) || *each == wait->path->op || !wait->path->acquire->spins ||
			!at_one_place(*each, wait->path->op))
			continue;
		const struct et *through = goes_further(link, *each);
		if (et_is_false(through) && may_satisfy(link, wait, *each))
			return through;
		further = et_or(ets, further, through);
	}
	if (et_is_false(further))
		return further;
	further = et_and(ets, further, not_directly(link, wait));
	further = et_and(ets, further, et_not(ets, served_before(link, wait)));
	return et_and(ets, further, signal_possible(link, wait->path, link->to, link->y));
}
