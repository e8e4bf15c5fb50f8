#include "kernelanalysis/draws/drawing.h"
#include "expr/known.h"
#include "kernelanalysis/signals/signal.h"

#include <stdlib.h>

/* How many steps a counter makes at most: when it comes round, and how far what is found at it comes. */

static bool has_limit(const struct access *counter)
{
	return counter->rmw == RMW_INC || counter->rmw == RMW_DEC;
}

bool counter_has_limit(struct kernel *kernel, const struct access *counter)
{
	const struct et *limit = has_limit(counter) ? value_et(kernel->env, counter->operand) : NULL;
	return limit && (!et_is_const(limit) || limit->value != UINT32_MAX);
}

static bool meets(struct kernel *kernel, const struct access *other, const struct access *counter)
{
	return other->type == ACCESS_ATOMIC && other->object == counter->object && other->writes &&
	       !et_is_false(same_address(kernel, other->address, counter->address));
}

/* What is known of a counter whatever the pair. */
struct counter_steps {
	const struct et *most;	/* so many steps of one are made to it, at most; NULL: not known */
	const struct et *again; /* condition for it to come round before all threads have made their steps */
	bool turns;		/* some access of the kernel takes it the other way */
	const struct et *draws; /* so many steps of one are made to it, at most, unless it is set; NULL: not known */
	VEC(const struct access *) sets; /* what may put another number into it */
	VEC(struct et_map *) setters;    /* a third thread for each */
	bool bounded;		/* what is found at it lies within so many steps of what it began with */
	const struct et *below; /* no more steps than that are made to it, by guards for ids, if there are any; NULL: not known, */
	const struct et *own;	/* ... where this holds */
};

/*
 * Does it take many steps of a counter of all blocks back at once, where it follows from a number that was drawn there who does so: as who is
 * the last to draw, for later launches.
 */
static bool takes_back(struct kernel *kernel, const struct access *other, const struct access *counter)
{
	bool lasts = counter->object->kind == OBJECT_PARAM || counter->object->kind == OBJECT_GLOBAL;
	if (!lasts || counter->type != ACCESS_ATOMIC || !counter_turns_back(kernel, other, counter) ||
		llabs(counter_draw(other)) == 1 || !counter_taken_by(kernel, other))
		return false;
	const struct et *found = value_et(kernel->env, counter->instruction);
	const struct et *told = elected_result(kernel, found);
	return et_mentions(kernel->arena, other->guard, found) ||
	       (told && et_mentions(kernel->arena, other->guard, told));
}

static const struct et *steps_at_most(
	struct kernel *kernel, const struct access *counter, bool unless_set)
{
	struct ets *ets = kernel->ets;
	const struct et *all = et_const(ets, 32, 0);
	vec_each(each, &kernel->accesses) {
		const struct access *other = *each;
		if (!meets(kernel, other, counter) ||
			(unless_set && (keeps_value(other) || counter_set_by(kernel, other, counter) ||
					       takes_back(kernel, other, counter))))
			continue;
		if (other->block->loop || llabs(counter_draw(other)) != 1)
			return NULL;
		all = et_binary(ets, ET_ADD, ET_NSW | ET_NUW, all, threads_at_place(kernel, other));
	}
	return all;
}

/* Condition for so many steps to come round at the access: up to its limit, or down from it. */
static const struct et *comes_round(
	struct kernel *kernel, const struct access *access, const struct et *steps)
{
	struct ets *ets = kernel->ets;
	const struct et *limit = value_et(kernel->env, access->operand);
	if (limit->width != 32 || !counter_has_limit(kernel, access))
		return et_bool(ets, false);
	if (!steps || !term_is_common(limit, LEVEL_GRID))
		return et_bool(ets, true);
	return et_binary(
		ets, ET_ULT, 0, limit, et_binary(ets, ET_SUB, 0, steps, et_const(ets, 32, 1)));
}

/* It may come round wherever it has a limit. */
static const struct et *starts_again(
	struct kernel *kernel, const struct access *counter, const struct et *steps)
{
	const struct et *again = et_bool(kernel->ets, false);
	vec_each(each, &kernel->accesses)
		if (has_limit(*each) && meets(kernel, *each, counter))
			again = et_or(kernel->ets, again, comes_round(kernel, *each, steps));
	return again;
}

/* May something but steps of the counter's own kind write to it, since it was set for its block. */
static bool only_steps(struct kernel *kernel, const struct access *counter)
{
	vec_each(each, &kernel->accesses) {
		const struct access *other = *each;
		bool writes = access_writes(other);
		if (writes && other->object == counter->object &&
			accesses_may_meet(other, counter) &&
			counter_draw(other) != counter_draw(counter) && !keeps_value(other) &&
			!counter_set_to(kernel, other))
			return false;
	}
	return true;
}

/* A counter of all blocks, or of each block in its shared memory, that only steps of one change. */
static bool is_bounded(struct kernel *kernel, const struct access *counter)
{
	bool of_block = is_of_block(kernel, counter->object);
	bool lasts = counter->object->kind == OBJECT_PARAM || counter->object->kind == OBJECT_GLOBAL;
	return llabs(counter_draw(counter)) == 1 && counter->size == 4 && !has_limit(counter) &&
	       (lasts || of_block) &&
	       term_is_common(counter->address, of_block ? LEVEL_BLOCK : LEVEL_GRID) &&
	       only_steps(kernel, counter);
}

static void found_visit(void *data, const struct et *et)
{
	bool *found = data;
	bool leaf = et->op == ET_SYM || et->op == ET_APP;
	*found |= leaf && et->sym->kind >= SYM_LOAD;
}

/* Is it a plain store to what may be the counter: at its place, or at one that no memory and nothing that is drawn decides. */
static bool stores_to(struct kernel *kernel, const struct access *store, const struct access *counter)
{
	bool found = false;
	if (store->type != ACCESS_WRITE || counter->type != ACCESS_ATOMIC || store->object != counter->object)
		return false;
	et_once(kernel->arena, store->address, found_visit, &found);
	return store->address == counter->address || (!found && accesses_may_meet(store, counter));
}

static void sets_find(
	struct kernel *kernel, const struct access *counter, struct counter_steps *steps)
{
	vec_each(other, &kernel->accesses) {
		if (!stores_to(kernel, *other, counter) && !counter_set_by(kernel, *other, counter) &&
			!takes_back(kernel, *other, counter))
			continue;
		vec_push(kernel->arena, &steps->sets, *other);
		vec_push(kernel->arena, &steps->setters, another_thread_map(kernel));
	}
	steps->draws = steps->sets.n ? steps_at_most(kernel, counter, true) : NULL;
}

/* The same by guards for ids, each place letting its own threads through. */
static void below_fill(struct kernel *kernel, const struct access *counter, struct counter_steps *steps)
{
	struct ets *ets = kernel->ets;
	const struct et *all = NULL, *own;
	steps->own = et_bool(ets, true);
	vec_each(each, &kernel->accesses) {
		if (!meets(kernel, *each, counter))
			continue;
		const struct et *here = threads_below(kernel, *each, &own);
		if (!here || here->width != 32 || (all && !et_is_const(all)))
			return;
		steps->own = et_and(ets, steps->own, own);
		all = all ? et_binary(ets, ET_ADD, ET_NSW | ET_NUW, all, here) : here;
	}
	steps->below = all;
}

static const struct counter_steps *steps_of(struct kernel *kernel, const struct access *counter)
{
	if (!kernel->counter_steps)
		kernel->counter_steps = ptrmap_new(kernel->arena);
	struct counter_steps *steps = ptrmap_get(kernel->counter_steps, counter);
	if (steps)
		return steps;
	steps = arena_alloc(kernel->arena, sizeof(*steps));
	*steps = (struct counter_steps){ 0 };
	steps->most = steps_at_most(kernel, counter, false);
	sets_find(kernel, counter, steps);
	steps->again = starts_again(kernel, counter, steps->sets.n ? steps->draws : steps->most);
	vec_each(other, &kernel->accesses)
		steps->turns |= counter_turns_back(kernel, *other, counter);
	steps->bounded = is_bounded(kernel, counter);
	if (steps->bounded && steps->most)
		below_fill(kernel, counter, steps);
	ptrmap_set(kernel->counter_steps, counter, steps);
	return steps;
}

const struct et *counter_starts_again(struct kernel *kernel, const struct access *counter)
{
	return steps_of(kernel, counter)->again;
}

bool counter_turns(struct kernel *kernel, const struct access *counter)
{
	return steps_of(kernel, counter)->turns;
}

size_t counter_sets(struct kernel *kernel, const struct access *counter)
{
	return steps_of(kernel, counter)->sets.n;
}

bool counter_is_set_at(struct kernel *kernel, const struct access *counter, const struct access *access)
{
	vec_each(set, &steps_of(kernel, counter)->sets)
		if (*set == access)
			return true;
	return false;
}

struct counter_set counter_set(struct kernel *kernel, const struct access *counter, size_t i)
{
	const struct counter_steps *steps = steps_of(kernel, counter);
	return (struct counter_set){ steps->sets.at[i], steps->setters.at[i], steps->draws };
}

static bool is_said(const struct pair_terms *terms, const struct et *condition)
{
	if (condition->op == ET_AND && condition->width == 1)
		return is_said(terms, condition->arg[0]) && is_said(terms, condition->arg[1]);
	vec_each(known, &terms->conditions) {
		if (*known == condition)
			return true;
	}
	return et_is_true(condition);
}

/* Condition for the thread, or the one that draws for its block, to come to the counter. */
static const struct et *comes_to_draw(const struct drawing *d, const struct draw *draw, unsigned t)
{
	const struct et *comes = drawn_term(d, draw->elected ? draw->comes : draw->counter->guard, t);
	return is_said(d->terms, comes) ? et_bool(d->kernel->ets, true) : comes;
}

/* The bound that guards for ids give the steps, in the thread's terms; NULL: there is none, or it does not hold. */
static const struct et *steps_below(const struct drawing *d, const struct draw *draw, unsigned t)
{
	const struct counter_steps *steps = steps_of(d->kernel, draw->counter);
	bool holds = steps->below && et_is_true(drawn_term(d, steps->own, t));
	return holds ? drawn_term(d, steps->below, t) : NULL;
}

/* How many steps are made to the counter that the number is drawn from, at most, in the thread's terms; NULL: not known. */
static const struct et *bounded_steps(const struct drawing *d, const struct draw *draw, unsigned t)
{
	const struct counter_steps *own = steps_of(d->kernel, draw->counter);
	if (draw->lanes || draw->changes || !own->bounded || !own->most)
		return NULL;
	const struct et *steps = drawn_term(d, own->most, t), *below = steps_below(d, draw, t);
	if (below && (!et_is_const(steps) || (et_is_const(below) && below->value < steps->value)))
		return below;
	return et_is_const(steps) || steps->op == ET_SYM ? steps : NULL;
}

/* How many steps had been made to the counter, of whose beginning that is known, when the thread drew. */
static const struct et *steps_drawn(const struct drawing *d, const struct draw *draw, const struct et *begins, unsigned t)
{
	const struct et *found = drawn_term(d, draw->found, t), *first = drawn_term(d, begins, t);
	bool up = counter_draw(draw->counter) > 0;
	return et_binary(d->kernel->ets, ET_SUB, 0, up ? found : first, up ? first : found);
}

/* Fewer than so many steps had been made to the counter when the thread drew. */
static void say_fewer(struct drawing *d, const struct draw *draw, const struct et *steps, unsigned t)
{
	struct ets *ets = d->kernel->ets;
	const struct access *counter = draw->counter;
	const struct et *known;
	const struct et *begins = is_of_block(d->kernel, counter->object)
					  ? permits_begin(d->kernel, counter, false, &known)
					  : counter_begins_known(d->kernel, counter, &known);
	const struct et *drawn = steps_drawn(d, draw, begins, t);
	const struct et *when = et_and(ets, comes_to_draw(d, draw, t), drawn_term(d, known, t));
	drawing_say(d, et_or(ets, et_not(ets, when), et_binary(ets, ET_ULT, 0, drawn, steps)));
}

void say_bounded(struct drawing *d, const struct draw *draw, unsigned t)
{
	const struct et *steps = bounded_steps(d, draw, t), *below = steps ? steps_below(d, draw, t) : NULL;
	if (steps)
		say_fewer(d, draw, steps, t);
	if (below && below != steps && !et_is_const(below))
		say_fewer(d, draw, below, t);
}

/* The one place where a counter is drawn from; NULL: there are several. */
static const struct access *only_place(struct kernel *kernel, const struct access *counter)
{
	const struct access *only = NULL;
	vec_each(each, &kernel->accesses) {
		if (!meets(kernel, *each, counter))
			continue;
		if (only)
			return NULL;
		only = *each;
	}
	return only;
}

static bool exclude_each_other(struct kernel *kernel, const struct access *a, const struct access *b)
{
	const struct et *both[] = { a->guard, b->guard };
	size_t n;
	return !known_conjuncts(kernel->arena, known_new(kernel->arena, kernel->ets), 2, both, &n);
}

void say_shared(struct drawing *d, const struct draw *a, const struct draw *b)
{
	struct kernel *kernel = d->kernel;
	struct ets *ets = kernel->ets;
	const struct draw *of[] = { a, b };
	const struct et *below[2], *drawn[2], *when = et_bool(ets, true);
	if (a->counter == b->counter || a->elected || b->elected || !et_is_false(same_address(kernel, a->counter->address, b->counter->address)) ||
		!only_place(kernel, a->counter) || !only_place(kernel, b->counter) ||
		!exclude_each_other(kernel, a->counter, b->counter))
		return;
	for (unsigned t = 0; t < 2; t++) {
		const struct access *counter = of[t]->counter;
		const struct et *known, *begins;
		below[t] = bounded_steps(d, of[t], t) ? steps_below(d, of[t], t) : NULL;
		if (!below[t] || is_of_block(kernel, counter->object))
			return;
		begins = counter_begins_known(kernel, counter, &known);
		drawn[t] = steps_drawn(d, of[t], begins, t);
		when = et_and(ets, when, et_and(ets, comes_to_draw(d, of[t], t), drawn_term(d, known, t)));
	}
	if (below[0] != below[1])
		return;
	const struct et *left = et_binary(ets, ET_SUB, 0, et_binary(ets, ET_SUB, 0, below[1], et_const(ets, 32, 1)), drawn[1]);
	drawing_say(d, et_or(ets, et_not(ets, when), et_binary(ets, ET_ULT, 0, drawn[0], left)));
}

void say_within(struct drawing *d, const struct draw *a, const struct draw *b)
{
	struct ets *ets = d->kernel->ets;
	const struct et *steps = bounded_steps(d, a, 0), *known;
	if (!steps || a->counter != b->counter || is_of_block(d->kernel, a->counter->object))
		return;
	counter_begins_known(d->kernel, a->counter, &known);
	if (et_is_true(drawn_term(d, known, 0)))
		return;
	const struct et *x = drawn_term(d, a->found, 0), *y = drawn_term(d, b->found, 1);
	const struct et *near = et_or(ets, et_binary(ets, ET_ULT, 0, et_binary(ets, ET_SUB, 0, x, y), steps),
		et_binary(ets, ET_ULT, 0, et_binary(ets, ET_SUB, 0, y, x), steps));
	const struct et *both = et_and(ets, comes_to_draw(d, a, 0), comes_to_draw(d, b, 1));
	drawing_say(d, et_or(ets, et_not(ets, both), near));
}
