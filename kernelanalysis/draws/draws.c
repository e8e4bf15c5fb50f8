#include "kernelanalysis/draws/drawing.h"
#include "expr/span.h"
#include "kernelanalysis/draws/locked_draws.h"
#include "kernelanalysis/signals/signal.h"
#include "kernelanalysis/draws/swapped_draws.h"

#include <stdlib.h>

/*
 * Distinct results: what atomic additions find at one counter that only grows, or only shrinks.
 * Two of them are at least as far apart as the earlier one adds, and so are those of
 * warp-aggregated ones, whose lanes have ranks of their own behind what one of them found.
 */

/* What the counter holds behind the thread's draw. */
static const struct et *next_drawn(const struct drawing *d, const struct draw *draw, unsigned t)
{
	return et_binary(d->kernel->ets, draw->down ? ET_SUB : ET_ADD, draw->down ? ET_NSW : ET_NUW | ET_NSW,
		drawn_term(d, draw->found, t), drawn_term(d, draw->amount, t));
}

/* It does not overflow there. */
static const struct et *next_fits(const struct drawing *d, const struct draw *draw, unsigned t)
{
	const struct et *found = drawn_term(d, draw->found, t), *next = next_drawn(d, draw, t);
	return draw->down ? et_binary(d->kernel->ets, ET_SLE, 0, next, found)
			  : et_binary(d->kernel->ets, ET_ULE, 0, found, next);
}

/* One thread's result lies at least as far behind the other's as the other added. */
static const struct et *behind(
	const struct drawing *d, const struct draw *a, unsigned t, const struct draw *b)
{
	struct ets *ets = d->kernel->ets;
	const struct et *next = next_drawn(d, a, t), *found = drawn_term(d, b->found, !t);
	const struct et *apart = et_and(ets, next_fits(d, a, t),
		a->down ? et_binary(ets, ET_SLE, 0, found, next) : et_binary(ets, ET_ULE, 0, next, found));
	return a->low && b->low ? et_and(ets, apart, draws_behind_below(d, a, t, b)) : apart;
}

/* Does the thread change the counter, as far as that is its own business. */
static const struct et *changes_it(const struct drawing *d, const struct draw *draw, unsigned t)
{
	return draw->changes ? drawn_term(d, draw->changes, t) : et_bool(d->kernel->ets, true);
}

/* What is drawn under a lock is apart for those who change the counter under one and the same. */
static const struct et *drawn_without_lock(
	const struct drawing *d, const struct draw *a, const struct draw *b)
{
	struct ets *ets = d->kernel->ets;
	const struct et *both = et_and(ets, changes_it(d, a, 0), changes_it(d, b, 1));
	bool locks[2] = { a->changes && !a->swapped, b->changes && !b->swapped };
	if (!locks[0] || !locks[1])
		return locks[0] != locks[1] ? et_bool(ets, true) : et_not(ets, both);
	struct order_query q = order_query_of(
		d->kernel, d->pair->interval->kind, d->threads.launch, d->threads.maps);
	const struct et *locked =
		locked_together(&q, a->counter, &q.view[0], b->counter, &q.view[1]);
	return et_not(ets, et_and(ets, both, locked));
}

/* Condition for the two to be apart, or not to be known to be. */
static const struct et *draws_lie_apart(struct drawing *d, const struct draw *a, const struct draw *b)
{
	struct ets *ets = d->kernel->ets;
	const struct et *same = et_binary(ets, ET_EQ, 0, drawn_term(d, a->counter->address, 0),
		drawn_term(d, b->counter->address, 1));
	const struct et *term = et_or(ets, behind(d, a, 0, b), behind(d, b, 1, a));
	term = et_or(ets, et_not(ets, same), term);
	term = et_or(ets, term, drawn_without_lock(d, a, b));
	term = et_or(ets, term, lanes_drew_together(d, a, b));
	term = et_or(ets, term, et_not(ets, lanes_known(d, a->flat || b->flat)));
	if (a->turned)
		term = et_or(ets, term, a->turned);
	term = et_or(ets, term, draws_come_round(d, a->counter, a->found->width));
	const struct et *drew = et_and(ets, lanes_drew(d, a->lanes, 0), lanes_drew(d, b->lanes, 1));
	term = et_or(ets, term, et_not(ets, drew));
	return et_or(ets, term, drawn_term(d, counter_starts_again(d->kernel, a->counter), 0));
}

static void say_apart(struct drawing *d, const struct draw *a, const struct draw *b)
{
	drawing_say(d, draws_lie_apart(d, a, b));
}

struct occurrence {
	const struct symbol *sym;
	bool found;
};

static void occurrence_visit(void *data, const struct et *et)
{
	struct occurrence *occurrence = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		occurrence->found |=
			et->sym == occurrence->sym || et->sym->original == occurrence->sym;
}

static void mention(void *data, const struct et *et)
{
	struct ptrmap *mentioned = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	ptrmap_set(mentioned, et->sym, et->sym);
	if (et->sym->original)
		ptrmap_set(mentioned, et->sym->original, et->sym);
}

bool drawing_mentions(struct drawing *d, const struct et *word)
{
	if (!d->mentioned) {
		struct arena *scratch = arena_new();
		struct et_set *seen = et_set_new(scratch);
		d->mentioned = ptrmap_new(d->kernel->arena);
		vec_each(condition, &d->terms->conditions)
			et_each(seen, *condition, mention, d->mentioned);
		arena_free(scratch);
	}
	return ptrmap_get(d->mentioned, word->sym);
}

/* Does what is known of the pair depend on what thread t drew. */
static bool matters_for(struct drawing *d, const struct draw *draw, unsigned t)
{
	const struct et *word = drawn_term(d, draw->word, t);
	if (draw->swapped || draw->addressed[t] || (word->op != ET_SYM && word->op != ET_APP))
		return true;
	return drawing_mentions(d, word);
}

/* Whom draws of amounts that differ by ids choose by what they find is not followed: by them two threads may be one. */
static void say_apart_perhaps(struct drawing *d, const struct draw *draw)
{
	struct ets *ets = d->kernel->ets;
	if (draw->elected && d->pair->interval->kind != RACE_INTER_BLOCK)
		return;
	if (et_is_const(draw->amount) || !term_is_plain(draw->amount, NULL) || draw->lanes || counter_sets(d->kernel, draw->counter) ||
		!matters_for(d, draw, 0) || !matters_for(d, draw, 1))
		return;
	const struct et *unknown = et_sym(ets,
		symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 1, "whom additions of different amounts choose"));
	const struct et *apart = et_and(ets, draws_lie_apart(d, draw, draw),
		et_and(ets, next_fits(d, draw, 0), next_fits(d, draw, 1)));
	drawing_say(d, et_or(ets, apart, unknown));
}

/* Does it matter that what both drew is apart: a signal may speak of the one. */
static bool matters(struct drawing *d, const struct draw *a, const struct draw *b)
{
	bool first = matters_for(d, a, 0), second = matters_for(d, b, 1);
	return pair_may_signal(d->pair) ? first || second : first && second;
}

/* What was drawn before the counter is set may be drawn again. */
static void ask_set(const struct drawing *d, struct draw *draw)
{
	const struct et *none = et_bool(d->kernel->ets, false);
	if (draw->set_asked)
		return;
	draw->set_asked = true;
	draw->turned = et_or(d->kernel->ets, draw->turned ? draw->turned : none,
		counter_set_meanwhile(d, draw->counter));
}

/* Does the thread's address depend on what was drawn. */
static bool in_address(const struct drawing *d, const struct draw *draw, unsigned t)
{
	struct occurrence occurrence = { draw->word->sym, false };
	if (draw->swapped)
		return et_mentions(d->kernel->arena, d->terms->address[t], drawn_term(d, draw->word, t));
	if (draw->word->op == ET_SYM || draw->word->op == ET_APP)
		et_once(d->kernel->arena, d->terms->address[t], occurrence_visit, &occurrence);
	return occurrence.found;
}

static bool no_leaf(void *data, const struct et *leaf, struct span *span)
{
	(void)data;
	(void)leaf;
	(void)span;
	return false;
}

/* Does the thread itself add a number that is not negative and small, whatever memory decides of it: a choice, a count of bits. */
static bool adds_little(const struct kernel *kernel, const struct draw *draw)
{
	enum { MOST_ADDED = 1 << 10 };
	return !draw->down && !draw->swapped && !draw->lanes && !draw->elected &&
	       span_of(kernel->arena, draw->amount, no_leaf, NULL).hi <= MOST_ADDED;
}

/* Additions of constants at two places, by threads of which each knows what it found: one number may choose one thread for both. */
static bool elect_together(struct drawing *d, const struct draw *a, const struct draw *b)
{
	return a != b && !a->swapped && !b->swapped && counter_draw(a->counter) && counter_draw(b->counter) && !a->lanes &&
	       !b->lanes && matters_for(d, a, 0) && matters_for(d, b, 1);
}

static bool related(struct drawing *d, const struct draw *a, const struct draw *b)
{
	bool blocks = d->pair->interval->kind == RACE_INTER_BLOCK;
	if ((a->elected || b->elected) && !blocks)
		return false;
	if (a == b && (counter_draw(a->counter) || (a->changes && et_is_const(a->amount)) ||
			      draw_counts_above(a->amount) || adds_little(d->kernel, a)))
		return true;
	return a->counter->object == b->counter->object && a->found->width == b->found->width &&
	       ((a->addressed[0] && b->addressed[1]) || elect_together(d, a, b));
}

/* Condition for the counter to start below zero, as far as it is known what it starts with. */
static const struct et *starts_below(struct kernel *kernel, const struct access *counter)
{
	const struct et *below = counter_set_below(kernel, counter);
	return counter->object->space == SPACE_GLOBAL ? et_or(kernel->ets, below, counter_begins_below(kernel, counter)) : below;
}

/* Condition for earlier launches to have brought the counter near its end. */
static const struct et *may_be_high(const struct drawing *d, const struct draw *draw)
{
	const struct et *known = et_bool(d->kernel->ets, true);
	if (draw->counter->object->space == SPACE_GLOBAL && draws_are_large(d, draw->counter, draw->found->width - 1))
		counter_begins_known(d->kernel, draw->counter, &known);
	return et_not(d->kernel->ets, known);
}

/*
 * Counters start at zero or above it, unless known to start below, and do not overflow; amounts that are computed are taken
 * for ones that do not make them smaller.
 */
static void say_growing(struct drawing *d, const struct draw *draw, unsigned t)
{
	struct ets *ets = d->kernel->ets;
	const struct et *zero = et_const(ets, draw->found->width, 0);
	if (counter_subtracts(draw->counter)) {
		d->kernel->assumes_growth = true;
		drawing_say(d, et_binary(ets, ET_SLE, 0, zero, drawn_term(d, draw->amount, t)));
	}
	if (counter_draw(draw->counter) < 0 || draw->down || draw->swapped)
		return;
	const struct et *round = draws_come_round(d, draw->counter, draw->found->width - 1);
	const struct et *below = et_or(ets, starts_below(d->kernel, draw->counter), may_be_high(d, draw));
	below = drawn_term(d, below, t);
	drawing_say(d, et_or(ets, et_or(ets, round, below),
		et_binary(ets, ET_SLE, 0, zero, drawn_term(d, draw->found, t))));
	if (draw->kept)
		drawing_say(d, drawn_term(d, draw->kept, t));
	if (et_is_const(draw->amount))
		return;
	d->kernel->assumes_growth = true;
	drawing_say(d, et_binary(ets, ET_SLE, 0, zero, drawn_term(d, draw->amount, t)));
	drawing_say(d, drawn_term(d, tallies_of_term(d->kernel, draw->amount), t));
}

/* Numbers from a counter that may be set back are apart unless it is, which takes long to ask: first for places that are drawn alone. */
static void say_set(struct drawing *d, struct draw *a, const struct draw *b, struct pair_terms *terms)
{
	if (!matters(d, a, b))
		return;
	if (a->swapped || a->addressed[0] || a->addressed[1] || terms->set_draws == SET_DRAWS_ASKED)
		ask_set(d, a);
	else
		terms->has_set_draws = true;
	if (a->set_asked || terms->set_draws != SET_DRAWS_UNKNOWN)
		say_apart(d, a, b);
}

static void say_of(struct drawing *d, struct draw *a, const struct draw *b, struct pair_terms *terms)
{
	say_growing(d, a, 0);
	say_growing(d, b, 1);
	say_bounded(d, a, 0);
	say_bounded(d, b, 1);
	say_bits(d, a, 0);
	say_bits(d, b, 1);
	say_within(d, a, b);
	if (counter_sets(d->kernel, a->counter))
		say_set(d, a, b, terms);
	else
		say_apart(d, a, b);
}

const struct et *draws_apart(struct kernel *kernel, const struct pair *pair, struct et_map *launch,
	struct et_map *const maps[2], struct pair_terms *terms)
{
	struct drawing d = { .kernel = kernel,
		.pair = pair,
		.terms = terms,
		.threads = { .kernel = kernel, .launch = launch, .maps = { maps[0], maps[1] } },
		.known = et_bool(kernel->ets, true) };
	draw_list list = draws_of(&d);
	draws_of_rounds(&d, &list);
	for (unsigned t = 0; t < 2; t++)
		d.threads.lane[t] = lane_of_thread(kernel, terms->tid[t], launch);
	vec_each(lanes, &kernel->aggregated)
		say_ranks(&d, lanes);
	vec_each(draw, &list) {
		draw_cut_halves(&d, &list, draw);
		for (unsigned t = 0; t < 2; t++) {
			draw->addressed[t] = in_address(&d, draw, t);
			if (draw->addressed[t])
				say_group_bounded(&d, draw, t);
		}
	}
	if (!pair_may_signal(pair))
		draws_find_idle(&d, &list);
	vec_each(a, &list)
		vec_each(b, &list)
			if (!(a->idle && b->idle) && related(&d, a, b) && !counter_set_between(&d, a->counter, b->counter))
				say_of(&d, a, b, terms);
			else if (a == b && !a->idle && !related(&d, a, b))
				say_apart_perhaps(&d, a);
	vec_each(a, &list)
		vec_each(b, &list)
			if (a->addressed[0] && b->addressed[1])
				say_shared(&d, a, b);
	say_gathered(&d);
	say_climbing(&d);
	if (d.mentioned)
		ptrmap_drop(d.mentioned);
	return d.known;
}

/* Are the threads in one round of the loops that the counter is in, where both accesses (or NULL) are in these. */
static const struct et *same_rounds(const struct order_query *q, const struct draw *draw, const struct view *a,
	const struct view *b, const struct access *const at[2])
{
	struct kernel *kernel = q->kernel;
	const struct loop *loop = draw->counter->block->loop;
	const struct et *same = et_bool(kernel->ets, true);
	if (!loop || draw->swapped || draw->changes || !at[0] || !at[1] || !loop_contains(loop, at[0]->block) ||
		!loop_contains(loop, at[1]->block))
		return same;
	for (; loop; loop = loop->parent) {
		const struct et *k = et_sym(kernel->ets, kernel->env->loops[loop->index].counter);
		same = et_and(kernel->ets, same, et_binary(kernel->ets, ET_EQ, 0, order_term(q, k, VIA_SELF, a),
							 order_term(q, k, VIA_SELF, b)));
	}
	return same;
}

/* Do the threads share what was drawn: they are one, or of one block that one of them drew for, and in one round. */
static const struct et *same_drawer(const struct order_query *q, const struct draw *draw,
	const struct view *a, const struct view *b, const struct access *const at[2])
{
	struct kernel *kernel = q->kernel;
	const struct et *same = same_rounds(q, draw, a, b, at);
	for (unsigned i = 0; i < 6; i++) {
		const struct et *id =
			et_sym(kernel->ets, i < 3 ? kernel->ctaid[i] : kernel->tid[i - 3]);
		if (i < 3 || !draw->elected)
			same = et_and(kernel->ets, same,
				et_binary(kernel->ets, ET_EQ, 0, order_term(q, id, VIA_SELF, a),
					order_term(q, id, VIA_SELF, b)));
	}
	return same;
}

bool counter_only_grows(const struct kernel *kernel, const struct access *counter)
{
	bool steps = counter_step(counter) || swapped_way(counter) == SWAPPED_UP;
	if (!steps || counter->scope < SCOPE_DEVICE ||
		counter->object->space == SPACE_SHARED)
		return false;
	vec_each(other, &kernel->accesses)
		if (counter_turns_back(kernel, *other, counter) ||
			counter_set_by(kernel, *other, counter) ||
			((*other)->type == ACCESS_WRITE && (*other)->object == counter->object &&
				accesses_may_meet(*other, counter)))
			return false;
	return true;
}

const struct et *draws_differ(
	const struct order_query *q, const struct view *a, const struct view *b, const struct access *const at[2])
{
	struct ets *ets = q->kernel->ets;
	struct drawing d = { .kernel = q->kernel,
		.threads = { .kernel = q->kernel, .launch = q->launch, .maps = { a->map, b->map } },
		.known = et_bool(ets, true) };
	vec_each(counter, &q->kernel->accesses) {
		draw_list list = { 0 };
		if (counter_only_grows(q->kernel, *counter) && counter_step(*counter))
			draws_push(q->kernel, &list, *counter, NULL);
		else if (counter_only_grows(q->kernel, *counter))
			draws_swapped(&d, &list, *counter);
		vec_each(draw, &list) {
			if (draw->lanes)
				continue;
			const struct et *known = d.known;
			d.known = et_bool(ets, true);
			say_apart(&d, draw, draw);
			d.known =
				et_and(ets, known, et_or(ets, same_drawer(q, draw, a, b, at), d.known));
		}
	}
	return d.known;
}
