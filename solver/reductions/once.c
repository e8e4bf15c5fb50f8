#include "base/ptrmap.h"
#include "expr/span.h"
#include "solver/check_pair.h"

/*
 * Loops that are left in their first round: `rounds == 0 | more`, where `more` holds for no greater number of rounds. It is
 * evaluated for one round, over all that the conditions leave of who the threads are, and compares what grows with the rounds.
 */
struct leaf_spans {
	struct ptrmap *spans; /* by leaf */
};

static bool leaf_span(void *data, const struct et *leaf, struct span *span)
{
	const struct leaf_spans *spans = data;
	const struct span *found = ptrmap_get(spans->spans, leaf);
	if (found)
		*span = *found;
	return found != NULL;
}

static void learn_span(struct arena *arena, struct leaf_spans *spans, const struct et *condition)
{
	if (condition->op == ET_AND && condition->width == 1) {
		learn_span(arena, spans, condition->arg[0]);
		learn_span(arena, spans, condition->arg[1]);
		return;
	}
	bool below = condition->op == ET_ULT;
	if ((!below && condition->op != ET_EQ) || !et_is_const(condition->arg[1]) ||
		condition->arg[0]->op != ET_SYM || condition->arg[0]->width == 1 ||
		(below && !condition->arg[1]->value) || ptrmap_get(spans->spans, condition->arg[0]))
		return;
	struct span *span = arena_alloc(arena, sizeof(*span));
	uint64_t value = condition->arg[1]->value;
	*span = span_steps(condition->arg[0]->width, below ? 0 : value, below ? value - 1 : value, 1);
	ptrmap_set(spans->spans, condition->arg[0], span);
}

/* The rounds of which a condition says `rounds == 0`; NULL: it says something else. */
static const struct et *no_rounds(const struct et *et)
{
	bool zero = et->op == ET_EQ && et_is_const(et->arg[1]) && !et->arg[1]->value;
	return zero && et->arg[0]->op == ET_SYM && et->arg[0]->sym->kind == SYM_LOOP &&
			       et->arg[0]->width > 1
		       ? et->arg[0]
		       : NULL;
}

struct growth {
	struct arena *arena;
	struct ets *ets;
	struct leaf_spans *spans;
	const struct et *rounds;
};

static bool is_nonnegative(struct growth *growth, const struct et *et)
{
	return span_of(growth->arena, et, leaf_span, growth->spans).hi >> (et->width - 1) == 0;
}

/* Does the term not fall as the rounds grow, in arithmetic that does not wrap. */
static bool grows(struct growth *growth, const struct et *et)
{
	if (et == growth->rounds || !et_mentions(growth->arena, et, growth->rounds))
		return true;
	if (!(et->flags & ET_NSW))
		return false;
	if (et->op == ET_ADD)
		return grows(growth, et->arg[0]) && grows(growth, et->arg[1]);
	return et->op == ET_MUL && et->arg[0] == growth->rounds &&
	       !et_mentions(growth->arena, et->arg[1], growth->rounds) &&
	       is_nonnegative(growth, et->arg[1]);
}

/* Is it false of one round and of more. */
static bool never_goes_on(struct growth *growth, const struct et *more)
{
	if (more->width == 1 && (more->op == ET_AND || more->op == ET_OR)) {
		bool first = never_goes_on(growth, more->arg[0]);
		return first == (more->op == ET_AND) ? first : never_goes_on(growth, more->arg[1]);
	}
	bool is_signed = more->op == ET_SLT || more->op == ET_SLE, is_unsigned = more->op == ET_ULT || more->op == ET_ULE;
	bool left = (is_signed || is_unsigned) && et_mentions(growth->arena, more->arg[0], growth->rounds);
	if ((!is_signed && !is_unsigned) || (left && !(is_signed && grows(growth, more->arg[0]))) ||
		et_mentions(growth->arena, more->arg[1], growth->rounds))
		return false;
	const struct et *one = et_const(growth->ets, growth->rounds->width, 1);
	const struct et *then = et_with(growth->ets, more, growth->rounds, one);
	struct span span = span_of(growth->arena, then, leaf_span, growth->spans);
	return span_is(&span, 0);
}

static const struct et *ends_at_once(struct growth *growth, const struct et *condition)
{
	if (condition->op != ET_OR || condition->width > 1)
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		growth->rounds = no_rounds(condition->arg[i]);
		if (growth->rounds && never_goes_on(growth, condition->arg[!i]))
			return condition->arg[i];
	}
	return NULL;
}

bool query_leave_once(struct arena *arena, struct query *query)
{
	struct leaf_spans spans = { ptrmap_new(arena) };
	struct growth growth = { arena, query->ets, &spans, NULL };
	bool found = false;
	for (size_t i = 0; i < query->conditions.n; i++)
		learn_span(arena, &spans, query->conditions.at[i]);
	for (size_t i = 0; i < query->conditions.n; i++) {
		const struct et *none = ends_at_once(&growth, query->conditions.at[i]);
		if (none)
			query->conditions.at[i] = none;
		found |= none != NULL;
	}
	return found;
}
