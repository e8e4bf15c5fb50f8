#include "kernelanalysis/draws/drawing.h"
#include "kernelanalysis/draws/locked_draws.h"
#include "kernelanalysis/draws/swapped_draws.h"
#include "kernelanalysis/signals/signal.h"

#include <stdlib.h>

/* What threads of a pair find at counters: by themselves, for their warp, for their block, or under a lock. */

static bool is_elected(const struct elected *elected, const struct et *result)
{
	return (result->op == ET_SYM || result->op == ET_APP) && elected->sym == result->sym;
}

const struct et *elected_result(struct kernel *kernel, const struct et *result)
{
	const struct elected *only = NULL;
	vec_each(elected, &kernel->elected) {
		if (!is_elected(elected, result))
			continue;
		if (only)
			return NULL;
		only = elected;
	}
	return only ? et_app(kernel->ets, only->twin, result->nargs, result->arg) : NULL;
}

void draw_push(struct kernel *kernel, draw_list *list, const struct draw *draw)
{
	struct draw own = *draw;
	own.word = draw->lanes ? value_et(kernel->env, draw->lanes->shuffle) : draw->found;
	if (own.found->width == own.amount->width)
		vec_push(kernel->arena, list, own);
}

struct following {
	struct kernel *kernel;
	const struct block *block;
	bool follows;
};

static void following_visit(void *data, const struct et *et)
{
	struct following *following = data;
	struct kernel *kernel = following->kernel;
	bool counts = false;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	vec_each(loop, &kernel->func->loops)
		counts |= et->op == ET_SYM && loop_contains(*loop, following->block) && et->sym == kernel->env->loops[(*loop)->index].counter;
	following->follows &= counts || term_is_common(et, LEVEL_BLOCK);
}

/* Do ids of the block, what all its threads share and the rounds of the loops around it alone say where the counter is: who reads the number knows it by
 * those. */
static bool follows_rounds(struct kernel *kernel, const struct access *counter)
{
	struct following following = { kernel, counter->block, true };
	et_once(kernel->arena, counter->address, following_visit, &following);
	return following.follows;
}

/* What one thread of the block finds for all. */
static void push_elected(struct kernel *kernel, draw_list *list, const struct draw *own)
{
	const struct et *result = own->found;
	if ((own->changes && !et_is_true(own->changes)) ||
		!follows_rounds(kernel, own->counter))
		return;
	for (size_t i = 0; i < kernel->elected.n; i++) {
		struct elected elected = kernel->elected.at[i];
		struct draw draw = *own;
		if (!is_elected(&elected, result))
			continue;
		draw.found = et_app(kernel->ets, elected.twin, result->nargs, result->arg);
		draw.amount = elected_term(kernel, &elected, own->amount);
		draw.elected = true;
		draw.comes = elected_term(kernel, &elected, draw.counter->guard);
		if (!draw.comes)
			draw.comes = et_bool(kernel->ets, false);
		draw.kept = amount_kept(kernel, draw.added);
		if (draw.amount)
			draw_push(kernel, list, &draw);
	}
}

void draws_push(struct kernel *kernel, draw_list *list, const struct access *counter,
	const struct et *turned)
{
	struct ets *ets = kernel->ets;
	LLVMValueRef subtracted = counter_subtracts(counter);
	struct draw draw = { .counter = counter, .added = subtracted ? subtracted : counter->operand, .turned = turned };
	draw.found = value_et(kernel->env, counter->instruction);
	int64_t change = counter_draw(counter);
	draw.down = counter_change(counter) < 0 || subtracted;
	draw.amount = change ? et_const(ets, draw.found->width, (uint64_t)llabs(change))
			     : value_et(kernel->env, draw.added);
	draw_push(kernel, list, &draw);
	vec_each(lanes, &kernel->aggregated) {
		struct draw shared = draw;
		if (lanes->op != counter || !term_is_common_in_warp(kernel, counter->address,
						     lanes_matched(kernel, lanes), &shared.flat))
			continue;
		if (!term_is_common_in_warp(kernel, draw.amount, lanes->count, &shared.flat))
			shared.amount = lanes->amount;
		if (shared.amount && shared.amount == lanes->amount)
			shared.kept = amount_kept_in_warp(kernel, lanes);
		if (!shared.amount)
			continue;
		shared.found = value_et(kernel->env, lanes->result);
		shared.lanes = lanes;
		draw_push(kernel, list, &shared);
	}
	push_elected(kernel, list, &draw);
}

/* What is found at a plain counter under a lock. */
static void push_locked(const struct drawing *d, draw_list *list, const struct access *counter)
{
	struct kernel *kernel = d->kernel;
	enum race_kind kind = d->pair->interval->kind;
	bool blocks = kind == RACE_INTER_BLOCK;
	const locked_draw_list found = locked_draws(kernel, counter, kind);
	vec_each(each, &found) {
		struct draw draw = { .counter = counter,
			.found = value_et(kernel->env, each->found),
			.amount = each->amount,
			.added = each->added,
			.changes = each->changes,
			.down = each->down };
		if (each->scope < (blocks ? SCOPE_DEVICE : SCOPE_BLOCK) ||
			(blocks && counter->object->space == SPACE_SHARED))
			continue;
		draw_push(kernel, list, &draw);
		push_elected(kernel, list, &draw);
	}
}

/* May what the counter's operation finds matter: without signals it does not where nothing uses it. */
static bool may_matter(const struct drawing *d, const struct access *counter)
{
	return LLVMGetFirstUse(counter->instruction) || pair_may_signal(d->pair);
}

static bool is_drawn_from(const struct access *counter)
{
	return counter_draw(counter) || (counter->rmw == RMW_ADD && !counter_shrinks(counter)) || counter_subtracts(counter);
}

/* The accesses by which some pair may draw, in their order. */
struct counters {
	VEC(const struct access *) list;
};

static const struct counters *counters_of(struct kernel *kernel)
{
	if (kernel->counters)
		return kernel->counters;
	struct counters *counters = arena_alloc(kernel->arena, sizeof(*counters));
	vec_each(access, &kernel->accesses) {
		struct swapped_draw swapped;
		LLVMValueRef other;
		bool down;
		if (is_drawn_from(*access) || locked_change(kernel, *access, true, &other, &down) || swapped_draw_of(kernel, *access, &swapped))
			vec_push(kernel->arena, &counters->list, *access);
	}
	return kernel->counters = counters;
}

draw_list draws_of(struct drawing *d)
{
	draw_list list = { 0 };
	bool blocks = d->pair->interval->kind == RACE_INTER_BLOCK;
	vec_each(each, &counters_of(d->kernel)->list) {
		const struct access *counter = *each;
		push_locked(d, &list, counter);
		draws_swapped(d, &list, counter);
		if (!is_drawn_from(counter) || !may_matter(d, counter) || counter->scope < (blocks ? SCOPE_DEVICE : SCOPE_BLOCK) ||
			(blocks && counter->object->space == SPACE_SHARED))
			continue;
		const struct et *turned = counter_turned(d, counter);
		if (!et_is_true(turned))
			draws_push(d->kernel, &list, counter, turned);
	}
	return list;
}
