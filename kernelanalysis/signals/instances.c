#include "kernelanalysis/signals/instances.h"

/*
 * Waits in many places: each thread of a block waits for the flag of another block, or one thread
 * for all of them in turn, in a loop that is over before the access. What orders x and y is the one
 * wait that is for x's signal: the thread, or the round, or both, for which the address awaited is
 * that of the release. They are found by dividing (choice.c), and put into what is asked of a wait.
 */

enum { MOST_THREADS = 1024, WARP_SIZE = 32 };

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

/* The loop whose rounds each wait once: around the spin loop (or the read), and over before the
 * access; not one that some wait ends. */
static const struct loop *rounds_of(
	const struct kernel *kernel, const struct acquire *acquire, const struct access *to)
{
	const struct loop *loop = acquire->op->block->loop;
	loop = loop && acquire->spins ? loop->parent : NULL;
	if (!loop || loop_contains(loop, to->block))
		return NULL;
	bool of_last = comes_before(kernel, acquire->op->instruction, to->instruction);
	return of_last && loop->exits.n > 1 ? NULL : loop;
}

static bool names_thread(const struct kernel *kernel, const struct et *term)
{
	for (unsigned i = 0; i < 3; i++)
		if (et_mentions(kernel->arena, term, et_sym(kernel->ets, kernel->tid[i])))
			return true;
	return false;
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

/* The conjuncts that do not tell the thread: which of a block's threads wait is another's business.
 */
static const struct et *without_thread(struct kernel *kernel, const struct et *condition)
{
	if (condition->op == ET_AND && condition->width == 1)
		return et_and(kernel->ets, without_thread(kernel, condition->arg[0]),
			without_thread(kernel, condition->arg[1]));
	return names_thread(kernel, condition) ? et_bool(kernel->ets, true) : condition;
}

/* The same of any thread of the group. */
static const struct et *unsolved_by_any(
	const struct link *link, const struct order_path *release, const struct order_path *path)
{
	struct order_path any = *path;
	any.condition = without_thread(link->q->kernel, path->condition);
	return unsolved(link, release, &any);
}

/* What is known of the wait that was found. */
static const struct et *many_orders(const struct many *many)
{
	const struct link *link = many->link;
	struct ets *ets = many->choice.ets;
	if (!many->possible)
		return many->unsolved;
	if (many->awaits)
		return et_and(ets, many->possible, signal_executed(link, &many->one, link->y));
	return et_and(ets, many->possible,
		et_or(ets, signal_direct(link, many->release, many->wait),
			signal_indirect(link, many->wait)));
}

static const struct et *many_condition(struct many *many)
{
	const struct link *link = many->link;
	struct ets *ets = many->choice.ets;
	const struct et *x =
		order_term(link->q, many->release->op->address, many->release->via, link->x);
	const struct et *y = acquire_term(link, &many->one, many->one.op->address, many->one.via);
	enum choice_result result = choice_solve(&many->choice, x, y);
	if (result == CHOICE_OF_NONE)
		return et_bool(ets, false);
	if (result == CHOICE_UNKNOWN)
		return many->unsolved;
	const struct et *all = many_orders(many);
	if (many->awaits || !many->possible)
		all = et_and(ets, all, same_address(link->q->kernel, x, y));
	all = choice_put(&many->choice, et_and(ets, many->choice.valid, all));
	return et_or(ets, all, et_and(ets, et_not(ets, many->choice.unique), many->unsolved));
}

static struct many many_new(const struct link *link, const struct order_path *release,
	const struct order_path *path, enum via via, bool awaits)
{
	struct many many = { .link = link, .release = release, .one = *path, .awaits = awaits };
	many.choice.ets = link->q->kernel->ets;
	many.possible = et_bool(many.choice.ets, true);
	many.one.via = via;
	many.unsolved = et_bool(many.choice.ets, false);
	return many;
}

static const struct et *by_round(const struct link *link, const struct order_path *release,
	struct wait *wait, const struct loop *loop, bool awaits)
{
	struct many many = many_new(link, release, wait->path, wait->path->via, awaits);
	many.wait = wait;
	if (!awaits)
		many.unsolved = unsolved(link, release, wait->path);
	return choose_rounds(&many, loop) ? many_condition(&many) : many.unsolved;
}

static bool id_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const uint64_t *const *id = data;
	(void)args;
	*value = *id[1];
	return leaf->op == ET_SYM && (const void *)leaf->sym == (const void *)id[0];
}

/* Does the condition hold for an id, as far as it tells. */
static bool may_be(
	const struct ets *ets, const struct et *condition, const struct symbol *id, uint64_t value)
{
	uint64_t holds;
	const void *data[2] = { id, &value };
	if (condition->op == ET_AND && condition->width == 1)
		return may_be(ets, condition->arg[0], id, value) &&
		       may_be(ets, condition->arg[1], id, value);
	return !et_eval(ets_arena(ets), condition, id_value, (void *)data, &holds) || holds;
}

/* Adds an id of the thread that waits, with its values under the condition, which are below a size.
 */
static void choose_id(
	struct many *many, const struct et *id, const struct et *size, const struct et *condition)
{
	struct ets *ets = many->choice.ets;
	uint64_t most =
		et_is_const(size) && size->value < MOST_THREADS ? size->value : MOST_THREADS;
	uint64_t first = 0, end = most;
	while (first < most && !may_be(ets, condition, id->sym, first))
		first++;
	while (end > first && !may_be(ets, condition, id->sym, end - 1))
		end--;
	const struct et *from = et_const(ets, id->width, first);
	const struct et *count = end == most && !et_is_const(size)
					 ? et_binary(ets, ET_SUB, ET_NSW, size, from)
					 : et_const(ets, id->width, end - first);
	bool is_free = !et_mentions(ets_arena(ets), condition, id);
	many->choice.of[many->choice.n++] = (struct chosen){ id, from, count, is_free, NULL };
}

/* The lane of y's warp that waits: condition for it to be there. */
static const struct et *choose_lane(struct many *many)
{
	struct kernel *kernel = many->link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *x = et_sym(ets, kernel->tid[0]), *size = et_sym(ets, kernel->ntid[0]);
	choose_id(many, et_sym(ets, kernel->peer[0]), et_const(ets, 32, WARP_SIZE),
		et_bool(ets, true));
	return order_term(
		many->link->q, et_binary(ets, ET_ULT, 0, x, size), VIA_LANE, many->link->y);
}

/* The thread of y's block that waits. */
static const struct et *choose_thread(struct many *many)
{
	const struct link *link = many->link;
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *condition = order_term(link->q, many->one.condition, VIA_PEER, link->y);
	for (unsigned i = 0; i < 3; i++) {
		const struct et *size =
			order_term(link->q, et_sym(ets, kernel->ntid[i]), VIA_SELF, link->y);
		choose_id(many, et_sym(ets, kernel->peer[i]), size, condition);
	}
	return et_bool(ets, true);
}

/* The wait is that of another thread of the block or warp, in one of a loop's rounds (NULL: there
 * are none). */
static const struct et *by_peer(const struct link *link, const struct order_path *release,
	const struct order_path *path, const struct loop *loop, bool awaits)
{
	bool of_warp = path->via == VIA_WARP;
	struct many many = many_new(link, release, path, of_warp ? VIA_LANE : VIA_PEER, awaits);
	struct wait wait = signal_wait(link, &many.one);
	many.wait = &wait;
	if (!awaits)
		many.unsolved = unsolved_by_any(link, release, path);
	const struct et *there = of_warp ? choose_lane(&many) : choose_thread(&many);
	if (loop ? !choose_rounds(&many, loop)
		 : !is_told(&many, path->op->address) || !is_told(&many, path->condition))
		return many.unsolved;
	many.possible = many.possible ? et_and(many.choice.ets, there, many.possible) : NULL;
	return many_condition(&many);
}

/* Does a loop end by what is made of all that a loop in it has read in turn, as of flags that are
 * all to be set. */
static bool ends_by_all(const struct kernel *kernel, const struct acquire *acquire)
{
	const struct loop *turns = acquire->op->block->loop, *waits = turns ? turns->parent : NULL;
	return waits && !acquire->spins && !loop_contains(turns, acquire->from) &&
	       loop_contains(waits, acquire->from) && !loop_contains(waits, acquire->success) &&
	       et_mentions(kernel->arena, acquire->op->address,
		       et_sym(kernel->ets, kernel->env->loops[turns->index].counter));
}

/* What is known of the wait in some round, or of some thread; `awaits`: whether there is one. */
static const struct et *in_instance(
	const struct link *link, const struct order_path *release, struct wait *wait, bool awaits)
{
	struct kernel *kernel = link->q->kernel;
	const struct order_path *path = wait->path;
	const struct loop *loop = rounds_of(kernel, path->acquire, link->to);
	bool own = names_thread(kernel, path->op->address);
	if (path->acquire->vote || !path->acquire->spins)
		return et_bool(kernel->ets, false);
	if (own && (path->via == VIA_WARP || path->via == VIA_BLOCK))
		return by_peer(link, release, path, loop, awaits);
	return loop ? by_round(link, release, wait, loop, awaits) : et_bool(kernel->ets, false);
}

const struct et *signal_in_instance(
	const struct link *link, const struct order_path *release, struct wait *wait)
{
	const struct order_path *path = wait->path;
	if (!path->previous && !path->acquire->vote && ends_by_all(link->q->kernel, path->acquire))
		return unsolved(link, release, path);
	return in_instance(link, release, wait, false);
}

const struct et *waits_in_instance(
	const struct link *link, const struct order_path *release, const struct wait *wait)
{
	struct wait own = *wait;
	return in_instance(link, release, &own, true);
}
