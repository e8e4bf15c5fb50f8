#include "solver/check_pair.h"

#include "base/effort.h"
#include "base/stats.h"

#define UNSIGNALLED_SHARE 0.3 /* of a short time */

/* A pair of instances makes a question for each pair of places that their addresses can be. */

/* Is it known that a base is the first byte of its object, and not a pointer into one? */
static bool is_first_byte(const struct kernel *kernel, const struct et *base)
{
	const struct object *object = object_of_base(kernel, base->sym);
	if (object)
		return object->kind == OBJECT_GLOBAL || object->kind == OBJECT_SHARED;
	const struct host_alloc *alloc = base->sym->origin;
	return base->sym->kind == SYM_BASE && alloc && alloc->memory != HOST_ARGUMENT &&
	       alloc->memory != HOST_UNKNOWN;
}

/* A pair at two of the places that its addresses can be, which are one object under the condition. */
struct meeting {
	const struct pair *pair;
	struct pair_terms *terms;
	const struct place *place[2];
	const struct et *condition;
	bool signals; /* the terms have the conditions of signals */
	bool one_place;
	bool open; /* not refuted at some places */
};

static void query_fill(struct check *check, const struct meeting *meeting, struct query *query)
{
	static const char *const kinds[] = { "inter-block", "intra-block", "intra-warp" };
	struct arena *arena = check->kernel->arena;
	const struct pair *pair = meeting->pair;
	const struct place *a = meeting->place[0], *b = meeting->place[1];
	query->ets = check->kernel->ets;
	query->offset[0] = a->offset;
	query->offset[1] = b->offset;
	query->size[0] = pair->a.access->size;
	query->size[1] = pair->b.access->size;
	query->facts = &check->launch->facts;
	query->label = arena_printf(arena, "a%u-a%u %s", pair->a.access->index,
		pair->b.access->index, kinds[pair->interval->kind]);
	vec_each(each, &meeting->terms->conditions)
		vec_push(arena, &query->conditions, *each);
	vec_push(arena, &query->conditions, a->guard);
	vec_push(arena, &query->conditions, b->guard);
	vec_push(arena, &query->conditions, meeting->condition);
	query->inside[0] = is_first_byte(check->kernel, a->base);
	query->inside[1] = is_first_byte(check->kernel, b->base);
}

/* Is there no race by what is known so far: most pairs need no signals, which make large queries. */
static bool refuted(struct check *check, const struct meeting *meeting)
{
	struct query query = { .proof_only = true };
	query_fill(check, meeting, &query);
	if (!query_simplify(check->kernel->arena, &query))
		return true;
	struct query small;
	bool vain = pair_stays_open(check, meeting->pair);
	if (query_sketch(check->kernel->arena, &query, &small) &&
		ask_proof(check, &small, vain ? 0 : budget_sparing(check, UNSIGNALLED_SHARE), NULL))
		return true;
	return ask_proof(check, &query, vain ? 0 : budget_sparing(check, UNSIGNALLED_SHARE), NULL);
}

/* The question at these places; NULL: its conditions contradict each other. */
static struct question *question_new(struct check *check, const struct meeting *meeting)
{
	struct arena *arena = check->kernel->arena;
	struct question *question = arena_alloc(arena, sizeof(*question));
	question->pair = arena_alloc(arena, sizeof(*question->pair));
	*question->pair = *meeting->pair;
	question->terms = meeting->terms;
	question->base = meeting->place[0]->base->sym;
	question->one_place = meeting->one_place;
	query_fill(check, meeting, &question->query);
	question->whole = question->query;
	question->whole.conditions = (__typeof__(question->query.conditions)){ 0 };
	vec_each(each, &question->query.conditions)
		vec_push(arena, &question->whole.conditions, *each);
	if (!query_simplify(arena, &question->query))
		return NULL;
	question->reason = "time-out";
	question->where = access_loc(check->kernel, question->pair->a.access);
	return question;
}

static void ask_places(struct check *check, const struct meeting *meeting)
{
	struct question *question = question_new(check, meeting);
	if (!question)
		return;
	if (check->enacted)
		race_confirm(check, question);
	else if (query_is_large(check->kernel->arena, &question->query))
		vec_push(check->kernel->arena, &check->later, question);
	else if (budget_is_cheap(check))
		ask_cheaply(check, question);
	else
		ask_first(check, question);
}

/* A race of blocks that a barrier of the grid is known to leave unordered: no signals need to be asked about. */
static bool races_exposed(struct check *check, const struct meeting *meeting)
{
	struct kernel *kernel = check->kernel;
	const struct et *exposed = rehearsal_exposed(kernel, meeting->pair, check->launch->map);
	struct pair_terms terms = *meeting->terms;
	struct meeting without = *meeting;
	if (et_is_false(exposed))
		return false;
	terms.conditions.at = NULL;
	terms.conditions.n = terms.conditions.room = 0;
	vec_each(each, &meeting->terms->conditions)
		vec_push(kernel->arena, &terms.conditions, *each);
	vec_push(kernel->arena, &terms.conditions, exposed);
	without.terms = arena_alloc(kernel->arena, sizeof(terms));
	*without.terms = terms;
	ask_places(check, &without);
	return reported_has(check->reported, meeting->pair);
}

/* A race of threads drawn without the many signals that may order the pair. */
static void look_for_drawn(struct check *check, const struct meeting *meeting)
{
	struct question *question = question_new(check, meeting);
	if (question)
		race_drawn(check, question, budget_short(check));
}

/* Signals enter the terms once, at the first places that need them. */
static void ask_meeting(struct check *check, struct meeting *meeting)
{
	if (!meeting->signals && !check->enacted) {
		bool proved = !check->hunting && refuted(check, meeting);
		if (proved || races_exposed(check, meeting) || pair_put_off(check, meeting->pair))
			return;
		if (check->drawing) {
			look_for_drawn(check, meeting);
			return;
		}
		pair_signals(check->kernel, meeting->pair, check->launch->map, NULL, meeting->terms);
		meeting->signals = true;
	}
	ask_places(check, meeting);
}

/* The pair at all places that its addresses can be. */
static void meet(struct check *check, struct meeting *meeting, void (*ask)(struct check *, struct meeting *))
{
	struct kernel *kernel = check->kernel;
	const struct pair *pair = meeting->pair;
	struct pair_terms *terms = meeting->terms;
	place_list places[2] = { { 0 }, { 0 } };
	pair_terms(kernel, pair, check->launch->map, terms);
	launch_contents_conditions(check->launch, terms);
	for (unsigned t = 0; t < 2; t++) {
		const struct access *access = t ? pair->b.access : pair->a.access;
		if (address_places(kernel->ets, terms->address[t], &places[t]))
			continue;
		undecided_add(
			check, "address that is no object plus offset", access_loc(kernel, access));
		return;
	}
	vec_each(a, &places[0]) {
		vec_each(b, &places[1]) {
			struct place *at[] = { arena_alloc(kernel->arena, sizeof(*a)), arena_alloc(kernel->arena, sizeof(*b)) };
			*at[0] = *a, *at[1] = *b;
			meeting->place[0] = at[0];
			meeting->place[1] = at[1];
			meeting->one_place = places[0].n * places[1].n == 1 && a->base == b->base && a->base->op == ET_SYM &&
					     et_is_true(a->guard) && et_is_true(b->guard);
			if (chosen_base(check, pair, at[0], at[1], &meeting->condition) ||
				same_base(check, a, b, &meeting->condition))
				ask(check, meeting);
		}
	}
}

static struct meeting meeting_of(struct check *check, const struct pair *pair, enum set_draws set_draws)
{
	struct meeting meeting = { .pair = pair, .signals = !pair_may_signal(pair) };
	meeting.terms = arena_alloc(check->kernel->arena, sizeof(*meeting.terms));
	meeting.terms->set_draws = set_draws;
	return meeting;
}

static void refute(struct check *check, struct meeting *meeting)
{
	meeting->open |= !refuted(check, meeting);
}

/* Is there no race whatever is drawn from counters that may be set back: then it need not be asked who does. */
static bool refuted_undrawn(struct check *check, const struct pair *pair)
{
	struct meeting meeting = meeting_of(check, pair, SET_DRAWS_UNKNOWN);
	meet(check, &meeting, refute);
	return !meeting.open;
}

void ask_pair(struct check *check, const struct pair *pair)
{
	bool asks = check->asks_sets;
	if (reported_has(check->reported, pair) || (asks && refuted_undrawn(check, pair)))
		return;
	stats.pairs++;
	struct meeting meeting = meeting_of(check, pair, asks ? SET_DRAWS_ASKED : SET_DRAWS_APART);
	meet(check, &meeting, ask_meeting);
	if (meeting.terms->has_set_draws)
		pair_draws_set(check, pair);
}
