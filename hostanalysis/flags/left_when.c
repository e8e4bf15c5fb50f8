#include "hostanalysis/flags/leftovers.h"

/* Conditions for an earlier launch to have been made before a later one, and to have been given the same pointer. */

static void loop_visit(void *data, const struct et *et)
{
	*(bool *)data |= et->op == ET_SYM && et->sym->kind == SYM_LOOP;
}

bool is_steady(struct root *root, const struct et *term)
{
	bool loop = false;
	et_once(root->pass->arena, term, loop_visit, &loop);
	return !loop;
}

/* Rounds of loops in which the earlier launch was made. */
struct at_round {
	const struct symbol *counter;
	const struct et *round;
};
typedef VEC(struct at_round) round_list;

static const struct et *round_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const round_list *rounds = data;
	(void)ets;
	vec_each(at, rounds)
		if (leaf->op == ET_SYM && leaf->sym == at->counter)
			return at->round;
	return NULL;
}

/* The term in the earlier rounds. */
static const struct et *earlier(struct root *root, round_list *rounds, const struct et *term)
{
	return et_map_once(root->pass->ets, term, round_leaf, rounds);
}

static const struct et *counter_add(struct root *root, round_list *rounds, const struct symbol *counter)
{
	const struct et *round = et_sym(root->pass->ets,
		symbol_new(root->pass->ets, SYM_HOST, LEVEL_GRID, counter->width, "an earlier round"));
	struct at_round at = { counter, round };
	vec_push(root->pass->arena, rounds, at);
	return round;
}

/* Some round of the loop. */
static const struct et *round_add(struct root *root, round_list *rounds, const struct loop *loop)
{
	return counter_add(root, rounds, root->env->loops[loop->index].counter);
}

/* What of the condition speaks of the loop's rounds. */
static const struct et *about(struct root *root, const struct et *cond, const struct et *counter)
{
	struct ets *ets = root->pass->ets;
	if (cond->op == ET_AND && cond->width == 1)
		return et_and(ets, about(root, cond->arg[0], counter),
			about(root, cond->arg[1], counter));
	return et_mentions(root->pass->arena, cond, counter) ? host_condition(root, cond)
							     : et_bool(ets, true);
}

const struct et *rounds_apart(
	struct root *root, const struct launch_call *first, const struct launch_call *second,
	const struct loop *loop)
{
	struct ets *ets = root->pass->ets;
	const struct et *k = et_sym(ets, root->env->loops[loop->index].counter);
	const struct et *zero = et_const(ets, k->width, 0);
	round_list rounds = { 0 };
	const struct et *j = round_add(root, &rounds, loop);
	const struct et *here = value_reach(root->env, instruction_block(root->func, second->call));
	const struct et *there = value_reach(root->env, instruction_block(root->func, first->call));
	there = earlier(root, &rounds, about(root, there, k));
	const struct et *apart = et_and(ets, et_binary(ets, ET_SLE, 0, zero, j),
		et_binary(ets, ET_SLT, 0, j, k));
	apart = et_is_true(there) ? et_binary(ets, ET_SLT, 0, zero, k) : et_and(ets, apart, there);
	return et_and(ets, apart, about(root, here, k));
}

const struct et *made_before(
	struct root *root, const struct launch_call *first, const struct launch_call *second)
{
	struct ets *ets = root->pass->ets;
	if (instruction_dominates(root->func, first->call, second->call))
		return et_bool(ets, true);
	const struct et *reach = value_reach(root->env, instruction_block(root->func, first->call));
	return is_steady(root, reach)
		       ? host_condition(root, reach)
		       : et_sym(ets, symbol_new(ets, SYM_HOST, LEVEL_GRID, 1, "launched before"));
}

/* The loops around the first launch whose rounds differ from those of the second one: inside the region, or not around both. */
static const struct et *rounds_fill(struct root *root, const struct block *first, const struct block *second,
	const struct loop *region, round_list *rounds)
{
	struct ets *ets = root->pass->ets;
	const struct et *some = et_bool(ets, true);
	for (const struct loop *loop = first->loop; loop; loop = loop->parent) {
		if (region ? loop != region && loop_contains(loop, region->header) : loop_contains(loop, second))
			break;
		const struct et *round = round_add(root, rounds, loop);
		const struct et *k = et_sym(ets, root->env->loops[loop->index].counter);
		some = et_and(ets, some, et_binary(ets, ET_SLE, 0, et_const(ets, k->width, 0), round));
		if (loop == region)
			some = et_and(ets, some, et_binary(ets, ET_SLT, 0, round, k));
	}
	return some;
}

/* How often loops inside the rounds are run, of which a term tells, may be another number in each round. */
static void inner_rounds_add(struct root *root, const struct block *from, const struct et *term, round_list *rounds)
{
	vec_each(each, &root->func->loops) {
		const struct symbol *counter = root->env->loops[(*each)->index].counter;
		if (counter && !loop_contains(*each, from) &&
			et_mentions(root->pass->arena, term, et_sym(root->pass->ets, counter)))
			counter_add(root, rounds, counter);
	}
}

const struct et *comes_back(struct root *root, const struct launch_call *first, const struct launch_call *second,
	const struct loop *region, const struct et *pointer, const struct et *later)
{
	struct ets *ets = root->pass->ets;
	const struct block *from = instruction_block(root->func, first->call);
	round_list rounds = { 0 };
	const struct et *when = rounds_fill(root, from, instruction_block(root->func, second->call), region, &rounds);
	const struct et *reach = value_reach(root->env, from);
	if (region)
		inner_rounds_add(root, from, pointer, &rounds);
	vec_each(at, &rounds)
		when = et_and(ets, when, earlier(root, &rounds, about(root, reach, et_sym(ets, at->counter))));
	if (!region)
		when = et_and(ets, when, made_before(root, first, second));
	return et_and(ets, when, host_same_place(ets, earlier(root, &rounds, pointer), later));
}

/* Values in earlier rounds. */
struct then {
	struct root *root;
	const struct block *from;
	round_list rounds;
};

static const struct et *value_then(void *data, const struct et *value)
{
	struct then *then = data;
	inner_rounds_add(then->root, then->from, value, &then->rounds);
	return earlier(then->root, &then->rounds, value);
}

const struct et *given_in_round(struct root *root, const struct launch_call *first, const struct launch_call *second,
	const struct loop *loop, uint64_t number)
{
	struct ets *ets = root->pass->ets;
	struct then then = { .root = root, .from = instruction_block(root->func, first->call) };
	const struct et *when = rounds_fill(root, then.from, instruction_block(root->func, second->call), loop, &then.rounds);
	const struct et *reach = value_reach(root->env, then.from);
	vec_each(at, &then.rounds)
		when = et_and(ets, when, earlier(root, &then.rounds, about(root, reach, et_sym(ets, at->counter))));
	given_add(root, &first->launch, number, &second->launch, value_then, &then);
	return when;
}
