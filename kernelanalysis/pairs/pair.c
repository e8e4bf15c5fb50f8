#include "kernelanalysis/pairs/pair.h"

#include "kernelanalysis/barriers/async.h"
#include "kernelanalysis/pairs/order.h"

/*
 * Terms of a pair for two threads: each instance's own, renamed for its
 * thread, and what orders the two.
 */

/* Facts of the kernel enter queries as facts, so that proofs can name them. */
static bool is_kernel_fact(
	const struct kernel *kernel, struct et_map *launch, const struct et *condition)
{
	vec_each(fact, &kernel->facts) {
		if (condition == (launch ? et_map_apply(launch, fact->cond) : fact->cond))
			return true;
	}
	return false;
}

void push_condition(struct kernel *kernel, struct pair_terms *terms, const struct et *condition)
{
	if (condition->op == ET_AND && condition->width == 1) {
		push_condition(kernel, terms, condition->arg[0]);
		push_condition(kernel, terms, condition->arg[1]);
		return;
	}
	if (et_is_true(condition))
		return;
	vec_each(known, &terms->conditions) {
		if (*known == condition)
			return;
	}
	vec_push(kernel->arena, &terms->conditions, condition);
}

void pair_side(struct kernel *kernel, struct interval *interval, const struct instance *instance,
	unsigned t, struct et_map *launch, struct pair_terms *terms)
{
	struct et_map *map = renaming_map(kernel, interval, instance->state, t + 1);
	const struct access *access = instance->access;
	for (unsigned i = 0; i < 3; i++) {
		terms->tid[t][i] = et_map_apply(map, et_sym(kernel->ets, kernel->tid[i]));
		terms->ctaid[t][i] = et_map_apply(map, et_sym(kernel->ets, kernel->ctaid[i]));
	}
	if (!access->place)
		access_counts_settle(kernel, kernel->accesses.at[access->index]);
	terms->address[t] = apply(launch, map, access->place);
	terms->value[t] = apply(launch, map, access->value);
	size_t before = terms->conditions.n;
	push_condition(kernel, terms, apply(launch, map, access->when));
	push_condition(kernel, terms, apply(launch, map, tallies_known(kernel, access)));
	for (size_t i = before; i < terms->conditions.n; i++)
		if (is_kernel_fact(kernel, launch, terms->conditions.at[i]))
			terms->conditions.at[i--] = terms->conditions.at[--terms->conditions.n];
	struct side side = { kernel, interval, instance, t + 1, launch, terms };
	ways_push(&side);
	if (interval->flight || !interval->point)
		return;
	const struct et *reach = value_reach(kernel->env, interval->point->block);
	struct et_map *at = renaming_map(kernel, interval, 0, t + 1);
	push_condition(kernel, terms, apply(launch, at, reach));
}

void pair_terms(struct kernel *kernel, const struct pair *pair, struct et_map *launch,
	struct pair_terms *terms)
{
	pair_side(kernel, pair->interval, &pair->a, 0, launch, terms);
	pair_side(kernel, pair->interval, &pair->b, 1, launch, terms);
	struct et_map *maps[2] = { renaming_map(kernel, pair->interval, pair->a.state, 1),
		renaming_map(kernel, pair->interval, pair->b.state, 2) };
	if (pair->interval->doubted)
		push_condition(kernel, terms, grid_barriers_doubt(kernel, launch));
	if (!pair->interval->proxy) {
		push_condition(kernel, terms, unlocked_condition(kernel, pair, launch, maps));
		push_condition(kernel, terms, phases_unordered(kernel, pair, launch, maps));
		push_condition(kernel, terms, flight_goes_on(kernel, pair, launch, maps));
	}
	push_condition(kernel, terms, draws_apart(kernel, pair, launch, maps, terms));
	push_condition(kernel, terms, sums_apart(kernel, pair, launch, maps, terms));
	push_condition(kernel, terms, match_leaders_differ(kernel, pair, launch, maps, terms));
	lane_conditions(kernel, pair->interval, launch, maps, terms);
	pair_frame(kernel, pair->interval, launch, terms);
}

bool pair_may_signal(const struct pair *pair)
{
	const struct access *a = pair->a.access, *b = pair->b.access;
	return !pair->interval->proxy &&
	       (a->owned != SCOPE_NONE || a->handed != SCOPE_NONE || a->acquired.n || a->found_by.n ||
		       b->acquired.n || b->found_by.n || a->visited.n || b->visited.n || a->waited_for.n || b->waited_for.n);
}

void pair_signals(struct kernel *kernel, const struct pair *pair, struct et_map *launch,
	const struct drawn *drawn, struct pair_terms *terms)
{
	struct et_map *maps[2] = { renaming_map(kernel, pair->interval, pair->a.state, 1),
		renaming_map(kernel, pair->interval, pair->b.state, 2) };
	if (pair_may_signal(pair))
		push_condition(kernel, terms, unsignalled_condition(kernel, pair, launch, maps, drawn));
}
