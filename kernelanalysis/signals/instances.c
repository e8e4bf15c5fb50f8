#include "kernelanalysis/signals/signal.h"

#include "expr/linear.h"

/*
 * Waits in many places: each thread of a block waits for the flag of another block, or one thread for all of them in
 * turn, in a loop that is over before the access. What orders x and y is the one wait that is for x's signal: the thread, or
 * the round, for which the address awaited is that of the release. It is found by dividing, and put into what is asked
 * of a wait.
 */

bool term_is_plain(const struct et *term, const struct symbol *counter)
{
	if (term->op == ET_APP)
		return false;
	if (term->op == ET_SYM)
		return term->sym == counter || term->sym->kind == SYM_ID ||
		       term->sym->kind == SYM_PARAM || term->sym->kind == SYM_BASE;
	for (unsigned i = 0; i < term->nargs; i++)
		if (!term_is_plain(term->arg[i], counter))
			return false;
	return true;
}

/* The loop whose rounds each wait once: around the spin loop (or the read), and over before the access. */
static const struct loop *rounds_of(
	const struct kernel *kernel, const struct acquire *acquire, const struct access *to)
{
	const struct loop *loop = acquire->op->block->loop;
	loop = loop && acquire->spins ? loop->parent : NULL;
	bool of_last = comes_before(kernel, acquire->op->instruction, to->instruction);
	return loop && !of_last && !loop_contains(loop, to->block) ? loop : NULL;
}

/* Does the loop go on as long as a sum that grows with its rounds is less than something, and end in no other way. */
static bool counts_up(struct kernel *kernel, const struct loop *loop, const struct symbol *counter)
{
	const struct et *k = et_sym(kernel->ets, counter);
	if (loop->exits.n != 1 || loop->exits.at[0].from != loop->header)
		return false;
	vec_each(succ, &loop->header->succs) {
		if (!loop_contains(loop, *succ))
			continue;
		const struct et *on = value_edge(kernel->env, loop->header, *succ);
		bool less = on->op == ET_SLT || on->op == ET_ULT || on->op == ET_SLE ||
			    on->op == ET_ULE;
		if (!less || et_mentions(kernel->arena, on->arg[1], k) || !term_is_plain(on, counter))
			return false;
		const struct et *sum = on->arg[0];
		const struct et *first = with_value(kernel->ets, sum, counter,
			et_const(kernel->ets, counter->width, 0));
		const struct et *second = with_value(kernel->ets, sum, counter,
			et_const(kernel->ets, counter->width, 1));
		const struct et *step = et_difference(kernel->ets, second, first);
		return et_is_const(step) && et_signed(step) > 0;
	}
	return false;
}

struct choice {
	const struct et *which;    /* the thread or round of y's wait, a symbol */
	const struct et *possible; /* it is one; NULL: that is not known */
};

bool term_step(const struct et *term, const struct et *which, int64_t *step)
{
	int64_t of[2] = { 0, 0 };
	*step = term == which;
	if (!term->nargs || term->op == ET_APP)
		return term->op != ET_APP;
	if (term->nargs > 2)
		return false;
	for (unsigned i = 0; i < term->nargs; i++)
		if (!term_step(term->arg[i], which, &of[i]))
			return false;
	bool wide = term->width >= 32;
	if (term->op == ET_ADD || term->op == ET_SUB)
		*step = term->op == ET_ADD ? of[0] + of[1] : of[0] - of[1];
	else if (term->op == ET_MUL && et_is_const(term->arg[1]))
		*step = of[0] * et_signed(term->arg[1]);
	else if (term->op == ET_MUL && et_is_const(term->arg[0]))
		*step = of[1] * et_signed(term->arg[0]);
	else if (term->op == ET_SHL && et_is_const(term->arg[1]) && term->arg[1]->value < 32)
		*step = of[0] * ((int64_t)1 << term->arg[1]->value);
	else if ((term->op == ET_SEXT || term->op == ET_ZEXT || term->op == ET_TRUNC) && wide)
		*step = of[0];
	else
		return !of[0] && !of[1];
	return true;
}

/* The only one of the choice for which y's address can be x's. */
static const struct et *solved(
	struct ets *ets, const struct et *x, const struct et *y, const struct et *which, int64_t step)
{
	const struct et *first = with_value(ets, y, which->sym, et_const(ets, which->width, 0));
	const struct et *distance = step > 0 ? et_difference(ets, x, first) : et_difference(ets, first, x);
	step = step > 0 ? step : -step;
	const struct et *found = et_quotient(ets, distance, step);
	if (!found)
		found = et_binary(ets, ET_SDIV, 0, distance,
			et_const(ets, distance->width, (uint64_t)step));
	return found->width > which->width ? et_cast(ets, ET_TRUNC, which->width, found) : found;
}

/* Nothing is known of the choice: y may have waited for x. */
static const struct et *unsolved(
	const struct link *link, const struct order_path *release, const struct order_path *path)
{
	struct ets *ets = link->q->kernel->ets;
	if (link->depth || path->scope < link->q->needed || release->scope < link->q->needed)
		return et_bool(ets, false);
	const struct et *both = et_and(ets, signal_possible(link, release, link->from, link->x),
		signal_possible(link, path, link->to, link->y));
	return et_and(ets, both, signal_unknown(link));
}

static const struct et *chosen(const struct link *link, const struct order_path *release,
	struct wait *wait, const struct choice *choice)
{
	struct ets *ets = link->q->kernel->ets;
	const struct order_path *path = wait->path;
	const struct et *x = order_term(link->q, release->op->address, release->via, link->x);
	const struct et *y = acquire_term(link, path, path->op->address, path->via);
	int64_t step;
	if (!term_step(y, choice->which, &step))
		return unsolved(link, release, path);
	if (!step)
		return et_bool(ets, false);
	const struct et *found = solved(ets, x, y, choice->which, step);
	const struct et *zero = et_const(ets, choice->which->width, 0);
	const struct et *all = et_binary(ets, ET_SLE, 0, zero, choice->which);
	if (choice->possible)
		all = et_and(ets, all, et_and(ets, choice->possible, signal_direct(link, release, wait)));
	else
		all = et_and(ets, all, et_and(ets, same_address(link->q->kernel, x, y), unsolved(link, release, path)));
	return with_value(ets, all, choice->which->sym, found);
}

static const struct et *by_round(const struct link *link, const struct order_path *release,
	struct wait *wait, const struct loop *loop)
{
	struct kernel *kernel = link->q->kernel;
	const struct order_path *path = wait->path;
	const struct symbol *counter = kernel->env->loops[loop->index].counter;
	const struct et *runs = value_reach_from(
		kernel->env, loop->header->idom, path->op->block->loop->header->idom);
	const struct et *which =
		acquire_term(link, path, et_sym(kernel->ets, counter), path->via);
	if (which->op != ET_SYM || !term_is_plain(path->op->address, counter))
		return unsolved(link, release, path);
	struct choice choice = { which, NULL };
	if (counts_up(kernel, loop, counter) && term_is_plain(runs, counter))
		choice.possible = acquire_term(link, path, runs, path->via);
	return chosen(link, release, wait, &choice);
}

static const struct et *by_peer(
	const struct link *link, const struct order_path *release, const struct order_path *path)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	struct order_path peer = *path;
	peer.via = VIA_PEER;
	if (!term_is_plain(path->op->address, NULL) || !term_is_plain(path->condition, NULL))
		return unsolved(link, release, path);
	const struct et *which = et_sym(ets, kernel->peer);
	const struct et *size = order_term(link->q, et_sym(ets, kernel->ntid[0]), VIA_SELF, link->y);
	struct choice choice = { which, et_binary(ets, ET_ULT, 0, which, size) };
	struct wait wait = signal_wait(link, &peer);
	return chosen(link, release, &wait, &choice);
}

/* The conjuncts that do not tell the thread: which of a block's threads wait is another's business. */
static const struct et *without_thread(struct kernel *kernel, const struct et *condition)
{
	if (condition->op == ET_AND && condition->width == 1)
		return et_and(kernel->ets, without_thread(kernel, condition->arg[0]),
			without_thread(kernel, condition->arg[1]));
	for (unsigned i = 0; i < 3; i++)
		if (et_mentions(kernel->arena, condition, et_sym(kernel->ets, kernel->tid[i])))
			return et_bool(kernel->ets, true);
	return condition;
}

/* Each thread waits for several in turn, and some of the block need not wait at all. */
static const struct et *by_all(
	const struct link *link, const struct order_path *release, const struct order_path *path)
{
	struct order_path any = *path;
	any.condition = without_thread(link->q->kernel, path->condition);
	return unsolved(link, release, &any);
}

/* Does a loop end by what is made of all that a loop in it has read in turn, as of flags that are all to be set. */
static bool ends_by_all(const struct kernel *kernel, const struct acquire *acquire)
{
	const struct loop *turns = acquire->op->block->loop, *waits = turns ? turns->parent : NULL;
	return waits && !acquire->spins && !loop_contains(turns, acquire->from) && loop_contains(waits, acquire->from) &&
	       !loop_contains(waits, acquire->success) &&
	       et_mentions(kernel->arena, acquire->op->address, et_sym(kernel->ets, kernel->env->loops[turns->index].counter));
}

const struct et *signal_in_instance(
	const struct link *link, const struct order_path *release, struct wait *wait)
{
	struct kernel *kernel = link->q->kernel;
	const struct order_path *path = wait->path;
	const struct loop *loop = rounds_of(kernel, path->acquire, link->to);
	const struct et *tid = et_sym(kernel->ets, kernel->tid[0]);
	bool own = et_mentions(kernel->arena, path->op->address, tid);
	if (!path->previous && !path->acquire->vote && ends_by_all(kernel, path->acquire))
		return unsolved(link, release, path);
	if (path->previous || path->acquire->vote || !path->acquire->spins)
		return et_bool(kernel->ets, false);
	if (own && path->via == VIA_WARP)
		return unsolved(link, release, path);
	if (loop && own && path->via == VIA_BLOCK)
		return by_all(link, release, path);
	if (loop)
		return by_round(link, release, wait, loop);
	return own && path->via == VIA_BLOCK ? by_peer(link, release, path)
					     : et_bool(kernel->ets, false);
}
