#include "kernelanalysis/signals/arrivals.h"

/*
 * Who is chosen by a number that was drawn from a counter, such as the last block of each group: as
 * no two draw the same from one counter, there is one for each counter at most.
 */

static bool contains(const struct et *guard, const struct et *test)
{
	if (guard->op == ET_AND && guard->width == 1)
		return contains(guard->arg[0], test) || contains(guard->arg[1], test);
	return guard == test;
}

/* Does the draw's counter only grow, so that each number is drawn once, but for writes by who is
 * chosen (*set). */
static bool only_grows(
	const struct kernel *kernel, const struct access *draw, const struct et *test, bool *set)
{
	bool others = false;
	*set = false;
	vec_each(each, &kernel->accesses) {
		const struct access *other = *each;
		if (other->object != draw->object || !access_writes(other) || keeps_value(other) ||
			!accesses_may_meet(other, draw))
			continue;
		bool adds =
			other->rmw == RMW_ADD && counter_step(other) && other->size == draw->size;
		if (!adds && !contains(other->guard, test))
			return false;
		*set |= !adds;
		others |= adds && other != draw;
	}
	return !*set || !others;
}

/* The addition that has found the value, once for each thread. */
static const struct access *draw_of(struct kernel *kernel, const struct et *value, bool *told)
{
	if (value->op != ET_SYM)
		return NULL;
	vec_each(each, &kernel->accesses) {
		const struct access *draw = *each;
		if (draw->type != ACCESS_ATOMIC || draw->rmw != RMW_ADD || !counter_step(draw) ||
			draw->scope < SCOPE_DEVICE || draw->block->loop ||
			is_of_block(kernel, draw->object))
			continue;
		const struct et *found = value_et(kernel->env, draw->instruction);
		*told = found != value;
		if (found == value || elected_result(kernel, found) == value)
			return draw;
	}
	return NULL;
}

/* Who draws this number has drawn it after all others: nobody is behind him who could draw it once
 * more, where he sets the counter. */
static const struct et *draws_last(struct kernel *kernel, const struct access *draw,
	const struct et *number, const struct sharing *sharing)
{
	struct ets *ets = kernel->ets;
	const struct et *all =
		sharing ? threads_sharing(kernel, draw, sharing) : threads_at(kernel, draw);
	if (counter_step(draw) != 1 || number->width != all->width ||
		!term_is_common(number, LEVEL_GRID))
		return et_bool(ets, false);
	return et_binary(ets, ET_ULE, 0, all,
		et_binary(ets, ET_ADD, 0, number, et_const(ets, all->width, 1)));
}

/* Is it a test for one number, the same for all who draw from one counter. */
static bool is_choice(struct kernel *kernel, const struct et *test, struct chooser *chooser)
{
	if (test->op != ET_EQ)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		struct sharing sharing = { .places = et_const(kernel->ets, 32, 1) };
		const struct et *number = test->arg[1 - i];
		bool set;
		chooser->draw = draw_of(kernel, test->arg[i], &chooser->told);
		if (!chooser->draw || !only_grows(kernel, chooser->draw, test, &set))
			continue;
		bool one = term_is_common(chooser->draw->address, LEVEL_GRID);
		if (!one && !sharing_find(kernel, chooser->draw, &sharing))
			continue;
		chooser->places = sharing.places;
		chooser->when =
			set ? draws_last(kernel, chooser->draw, number, one ? NULL : &sharing)
			    : et_bool(kernel->ets, true);
		if (term_is_common_given(number, LEVEL_GRID, sharing.by) &&
			!et_is_false(chooser->when))
			return true;
	}
	return false;
}

static bool find_choice(struct kernel *kernel, const struct et *guard, struct chooser *chooser)
{
	if (guard->op == ET_AND && guard->width == 1)
		return find_choice(kernel, guard->arg[0], chooser) ||
		       find_choice(kernel, guard->arg[1], chooser);
	return is_choice(kernel, guard, chooser);
}

struct chooser chooser_of(struct kernel *kernel, const struct access *access)
{
	struct chooser chooser = { NULL, false, NULL, NULL };
	return find_choice(kernel, access->guard, &chooser)
		       ? chooser
		       : (struct chooser){ NULL, false, NULL, NULL };
}

const struct et *threads_chosen(
	struct kernel *kernel, const struct access *access, const struct et **when)
{
	struct chooser chooser = chooser_of(kernel, access);
	if (!chooser.draw || chooser.draw->object == access->object)
		return NULL;
	*when = chooser.when;
	return chooser.told ? et_binary(kernel->ets, ET_MUL, ET_NSW | ET_NUW, chooser.places,
				      threads_of_block_at(kernel, access))
			    : chooser.places;
}
