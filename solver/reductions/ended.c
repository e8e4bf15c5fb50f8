#include "solver/check_pair.h"

/*
 * Loops that are over: of how many rounds they had, where no address and no other condition speaks
 * of it, the conditions say only that they have ended. They are left out where some number of
 * rounds is known to fulfil them, whatever else holds. Where addresses rest on what threads find or
 * exchange they stay: what is drawn there is looked for with all that the threads have done.
 */
enum {
	MOST_CONDITIONS = 4, /* that speak of one loop's rounds */
	MOST_ROUNDS = 64     /* that are tried where nothing else is spoken of */
};

struct over {
	const struct et *rounds;    /* NULL: there is a reason to keep its conditions */
	size_t at[MOST_CONDITIONS]; /* conditions that mention them, in the query */
	unsigned n;
	bool alone; /* they mention nothing else */
};

struct overs {
	struct arena *arena;
	VEC(struct over) loops;
	size_t condition; /* the one that is looked at */
	unsigned leaves;  /* of it */
	bool exchanged;	  /* addresses rest on more than inputs and who the threads are */
};

static struct over *over_of(struct overs *overs, const struct et *leaf)
{
	vec_each(over, &overs->loops)
		if (over->rounds == leaf)
			return over;
	return NULL;
}

static bool is_rounds(const struct et *et)
{
	return et->op == ET_SYM && et->sym->kind == SYM_LOOP && et->width > 1;
}

static void see_condition(void *data, const struct et *et)
{
	struct overs *overs = data;
	overs->leaves += et->op == ET_SYM || et->op == ET_APP;
	if (!is_rounds(et))
		return;
	struct over *over = over_of(overs, et);
	if (!over) {
		vec_push(overs->arena, &overs->loops,
			((struct over){ .rounds = et, .alone = true }));
		over = &overs->loops.at[overs->loops.n - 1];
	}
	if (over->n < MOST_CONDITIONS)
		over->at[over->n] = overs->condition;
	over->n++;
}

static void see_address(void *data, const struct et *et)
{
	struct overs *overs = data;
	struct over *over = is_rounds(et) ? over_of(overs, et) : NULL;
	if (over)
		over->n = MOST_CONDITIONS + 1;
	if (et->op == ET_SYM || et->op == ET_APP)
		overs->exchanged |= et->sym->kind > SYM_LOAD;
}

static void find_loops(struct overs *overs, const struct query *query)
{
	for (size_t i = 0; i < query->conditions.n; i++) {
		overs->condition = i;
		overs->leaves = 0;
		et_once(overs->arena, query->conditions.at[i], see_condition, overs);
		vec_each(over, &overs->loops)
			over->alone &= !over->n || over->n > MOST_CONDITIONS ||
				       over->at[over->n - 1] != i || overs->leaves == 1;
	}
	struct et_set *seen = et_set_new(overs->arena);
	for (unsigned i = 0; i < 2 && query->offset[i]; i++)
		et_each(seen, query->offset[i], see_address, overs);
}

static bool may_be(const struct symbol *sym, int64_t rounds)
{
	return !sym->bounded || (sym->lo <= rounds && rounds <= sym->hi);
}

/* Do so many rounds fulfil all conditions, which speak of nothing else. */
static bool ends_after(const struct query *query, const struct over *over, int64_t rounds)
{
	const struct et *number = et_const(query->ets, over->rounds->width, (uint64_t)rounds);
	bool holds = may_be(over->rounds->sym, rounds);
	for (unsigned i = 0; holds && i < over->n; i++)
		holds = et_is_true(
			et_with(query->ets, query->conditions.at[over->at[i]], over->rounds, number));
	return holds;
}

static bool ends_by_itself(const struct query *query, const struct over *over)
{
	for (int64_t rounds = 0; over->alone && rounds <= MOST_ROUNDS; rounds++)
		if (ends_after(query, over, rounds))
			return true;
	return false;
}

/* The rounds, as a number of 32 bits. */
static bool is_count(const struct et *et, const struct et *rounds)
{
	return et->width == 32 && (et == rounds || (et->op == ET_TRUNC && et->arg[0] == rounds));
}

/* bound <= rounds: true after as many rounds as the bound has, or after none. */
static bool is_end(struct arena *arena, const struct et *condition, const struct et *rounds)
{
	return (condition->op == ET_SLE || condition->op == ET_ULE) &&
	       is_count(condition->arg[1], rounds) &&
	       !et_mentions(arena, condition->arg[0], rounds);
}

/* rounds == 0 | !end(rounds - 1): no round before was the last one. */
static bool is_first_end(
	struct ets *ets, const struct et *condition, const struct et *end, const struct et *rounds)
{
	const struct et *none = et_binary(ets, ET_EQ, 0, rounds, et_const(ets, rounds->width, 0));
	const struct et *before =
		et_binary(ets, ET_SUB, ET_NSW, rounds, et_const(ets, rounds->width, 1));
	const struct et *goes_on = et_not(ets, et_with(ets, end, rounds, before));
	return condition == et_or(ets, none, goes_on) || condition == et_or(ets, goes_on, none);
}

/* The rounds that go on up to a constant bound above 0, at least that many by the condition; NULL: it says something else. */
static const struct et *least_rounds(const struct et *condition)
{
	bool least = condition->op == ET_SLE || condition->op == ET_ULE;
	if (!least || !et_is_const(condition->arg[0]) || et_signed(condition->arg[0]) < 1)
		return NULL;
	const struct et *count = condition->arg[1];
	const struct et *rounds = count->op == ET_TRUNC ? count->arg[0] : count;
	return is_rounds(rounds) && (rounds == count || is_count(count, rounds)) ? rounds : NULL;
}

bool query_count_ended(struct arena *arena, struct query *query)
{
	struct ets *ets = query->ets;
	size_t n = query->conditions.n;
	for (size_t i = 0; i < n; i++) {
		const struct et *end = query->conditions.at[i], *rounds = least_rounds(end);
		for (size_t k = 0; rounds && k < n; k++)
			if (is_first_end(ets, query->conditions.at[k], end, rounds))
				vec_push(arena, &query->conditions,
					et_binary(ets, ET_EQ, 0, rounds, et_const(ets, rounds->width, end->arg[0]->value)));
	}
	return query->conditions.n > n;
}

/* Of a condition for at least so many rounds as a bound has, which does not speak of them: the rounds; NULL: it is none. */
static const struct et *rounds_of_end(struct arena *arena, const struct et *condition)
{
	if ((condition->op != ET_SLE && condition->op != ET_ULE) || condition->arg[1]->op != ET_TRUNC)
		return NULL;
	const struct et *rounds = condition->arg[1]->arg[0];
	return is_rounds(rounds) && is_end(arena, condition, rounds) ? rounds : NULL;
}

static void put_rounds(struct query *query, const struct et *rounds, const struct et *by)
{
	for (unsigned i = 0; i < 2 && query->offset[i]; i++)
		query->offset[i] = et_with(query->ets, query->offset[i], rounds, by);
	vec_each(condition, &query->conditions)
		*condition = et_with(query->ets, *condition, rounds, by);
}

void query_put_ended(struct arena *arena, struct query *query)
{
	struct ets *ets = query->ets;
	for (size_t i = 0; i < query->conditions.n; i++) {
		const struct et *end = query->conditions.at[i], *rounds = rounds_of_end(arena, end);
		bool ended = false;
		for (size_t k = 0; rounds && k < query->conditions.n; k++)
			ended |= is_first_end(ets, query->conditions.at[k], end, rounds);
		if (!ended)
			continue;
		const struct et *none = et_const(ets, 64, 0), *bound = end->arg[0];
		bool is_signed = end->op == ET_SLE;
		const struct et *count = et_cast(ets, is_signed ? ET_SEXT : ET_ZEXT, 64, bound);
		put_rounds(query, rounds, is_signed ? et_ite(ets, et_binary(ets, ET_SLT, 0, none, count), count, none) : count);
	}
}

static bool ends_at_bound(struct overs *overs, const struct query *query, const struct over *over)
{
	if (over->n > 2 || !may_be(over->rounds->sym, 0) || !may_be(over->rounds->sym, INT32_MAX))
		return false;
	for (unsigned i = 0; i < over->n; i++) {
		const struct et *end = query->conditions.at[over->at[i]];
		if (is_end(overs->arena, end, over->rounds) &&
			(over->n == 1 ||
				is_first_end(query->ets, query->conditions.at[over->at[!i]], end,
					over->rounds)))
			return true;
	}
	return false;
}

/* Do facts speak of the rounds, as they do of those of a loop around the launch. */
static bool is_in_facts(struct arena *arena, const struct query *query, const struct et *rounds)
{
	for (size_t i = 0; query->facts && i < query->facts->n; i++)
		if (et_mentions(arena, query->facts->at[i].cond, rounds))
			return true;
	return false;
}

static void leave_out(struct query *query, const bool *ended)
{
	size_t n = 0;
	for (size_t i = 0; i < query->conditions.n; i++)
		if (!ended[i])
			query->conditions.at[n++] = query->conditions.at[i];
	query->conditions.n = n;
}

void query_drop_ended(struct query *query)
{
	struct arena *scratch = arena_new();
	struct overs overs = { .arena = scratch };
	bool *ended = arena_alloc(scratch, query->conditions.n + 1);
	find_loops(&overs, query);
	vec_each(over, &overs.loops) {
		if (overs.exchanged || over->n > MOST_CONDITIONS ||
			!(ends_by_itself(query, over) || ends_at_bound(&overs, query, over)))
			continue;
		bool told = is_in_facts(scratch, query, over->rounds);
		for (unsigned i = 0; i < over->n; i++)
			ended[over->at[i]] |= !told;
	}
	leave_out(query, ended);
	arena_free(scratch);
}
