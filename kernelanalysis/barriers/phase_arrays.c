#include "kernelanalysis/barriers/barriers.h"

#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/intervals/turns.h"

/*
 * Arrays of barriers, of which each operation chooses one: bar[i % 2]. When the j-th arrival of
 * every thread is at the same one, and each wait is at the one of the arrival it waits for, the
 * barriers that take turns are like a single one: phase j is over when all have arrived for the
 * j-th time. Which barrier an operation means is found by evaluating its address for the first
 * rounds of the loops.
 */

enum { FIRST_ID = NAMED_BARRIERS };

static const char reason[] = "barriers chosen at run time";

uint64_t turn_elements(struct kernel *kernel, LLVMValueRef object, LLVMValueRef operation)
{
	struct turn_rounds rounds;
	uint64_t set = 0, index;
	if (!turn_rounds_start(kernel, operation, &rounds) || !turn_goes_on(kernel, value_et(kernel->env, object), &rounds))
		return 0;
	do {
		if (!turn_element(kernel, object, &rounds, &index))
			return 0;
		set |= UINT64_C(1) << index;
	} while (turn_rounds_next(&rounds));
	return set;
}

/* Is the barrier one of the array: of its object, or with a number. */
static bool belongs(struct kernel *kernel, const struct phased *single, const struct phased *array)
{
	if (!array->object)
		return !single->object && single->id < NAMED_BARRIERS;
	return single->object && !single->id &&
	       object_of(kernel, single->object)->value == array->object;
}

/* Moves the operations on single barriers of the array to the array's. */
static void gather(struct kernel *kernel, struct phased *array)
{
	vec_each(each, &kernel->phased) {
		struct phased *single = *each;
		if (single == array || !belongs(kernel, single, array))
			continue;
		vec_each(op, &single->ops) vec_push(kernel->arena, &array->ops, *op);
		vec_each(init, &single->inits) vec_push(kernel->arena, &array->inits, *init);
		if (single->unknown && !array->unknown)
			array->unknown = single->unknown;
		single->ops.n = 0;
	}
}

/* The barriers that operations take in turn with one of these. */
static uint64_t closed(struct kernel *kernel, const struct phased *array, uint64_t set)
{
	for (uint64_t before = 0; before != set;) {
		before = set;
		vec_each(op, &array->ops) {
			uint64_t other = turn_elements(kernel, (*op)->object, (*op)->instruction);
			if (other & set)
				set |= other;
		}
	}
	return set;
}

/* Notes that arrival j is at the barrier with this index; false: another one is known to be. */
static bool take_turn(struct turns *turns, uint64_t j, uint64_t index)
{
	bool known = turns->seen >> j & 1;
	for (unsigned k = 0; !known && k < turns->n; k++)
		if (turns->seen >> k & 1 && turns->element[k] == index)
			return false;
	if (known && turns->element[j] != index)
		return false;
	turns->element[j] = index;
	turns->seen |= UINT64_C(1) << j;
	return true;
}

/* Does the j-th arrival go to the same barrier wherever it is made. */
static bool takes_turns(struct kernel *kernel, const struct phased *phased, uint64_t set,
	struct turns *turns)
{
	turns->n = (unsigned)__builtin_popcountll(set);
	vec_each(each, &phased->ops) {
		const struct sync *op = *each;
		struct turn_rounds rounds;
		uint64_t j, index;
		const struct phased same = phased_at_rank(kernel, phased, op_rank(kernel, op));
		const struct et *before = phased_before(kernel, &same, false, op->instruction);
		if (!op->arrives)
			continue;
		if (!turn_rounds_start(kernel, op->instruction, &rounds))
			return false;
		do {
			if (!turn_value_at(kernel, before, &rounds, &j) ||
				!turn_element(kernel, op->object, &rounds, &index))
				return false;
			if ((int64_t)j >= 0 && !take_turn(turns, j % turns->n, index))
				return false;
		} while (turn_rounds_next(&rounds));
	}
	return true;
}

/* Is every wait at the barrier of the arrival whose token it has. */
static bool waits_match(struct kernel *kernel, const struct phased *phased)
{
	vec_each(each, &phased->ops) {
		const struct sync *wait = *each;
		bool found = !wait->waits || wait->parity || (wait->arrives && !wait->token);
		vec_each(op, &phased->ops)
			found |= (*op)->instruction == wait->token &&
				 (*op)->block->loop == wait->block->loop &&
				 value_et(kernel->env, (*op)->object) ==
					 value_et(kernel->env, wait->object);
		if (!found)
			return false;
	}
	return true;
}

static bool add_count(struct kernel *kernel, struct phased *phased, LLVMValueRef count)
{
	bool fits = !phased->count ||
		    value_et(kernel->env, phased->count) == value_et(kernel->env, count);
	phased->count = count;
	return fits;
}

static bool set_count(struct kernel *kernel, const struct phased *array, struct phased *phased,
	uint64_t set)
{
	for (size_t i = 0; !array->object && i < phased->ops.n; i++)
		if (!add_count(kernel, phased, named_count(phased->ops.at[i]->instruction)))
			return false;
	vec_each(init, &array->inits) {
		struct barrier_call barrier;
		if (!barrier_of_call(*init, &barrier))
			return false;
		uint64_t which = turn_elements(
			kernel, barrier.id.value, *init); /* 0: of any thread's choice */
		if (which && !(which & set))
			continue;
		if (!add_count(kernel, phased, barrier.count.value))
			return false;
	}
	return true;
}

/* Is it at a number that no barrier has, in some of the first rounds. */
static bool is_stray(struct kernel *kernel, const struct sync *op)
{
	const struct et *term = value_et(kernel->env, op->object);
	struct turn_rounds rounds;
	uint64_t number;
	if (!turn_rounds_start(kernel, op->instruction, &rounds))
		return false;
	do {
		if (!turn_value_at(kernel, term, &rounds, &number))
			return false;
		if (number >= NAMED_BARRIERS)
			return true;
	} while (turn_rounds_next(&rounds));
	return false;
}

/* Leaves out operations that no thread may come to, which is for the check of a launch. */
static void leave_strays(struct kernel *kernel, struct phased *array)
{
	size_t n = 0;
	vec_each(op, &array->ops) {
		if (!array->object && is_stray(kernel, *op))
			(*op)->kind = SYNC_STRAY;
		else
			array->ops.at[n++] = *op;
	}
	array->ops.n = n;
}

static void split(struct kernel *kernel, struct phased *array)
{
	uint64_t done = 0;
	gather(kernel, array);
	leave_strays(kernel, array);
	vec_each(op, &array->ops) {
		if (!array->unknown && !turn_elements(kernel, (*op)->object, (*op)->instruction))
			array->unknown = reason;
	}
	for (size_t i = 0; i < array->ops.n && !array->unknown; i++) {
		uint64_t set = turn_elements(
			kernel, array->ops.at[i]->object, array->ops.at[i]->instruction);
		if (set & done)
			continue;
		set = closed(kernel, array, set);
		done |= set;
		struct turns turns = { 0 };
		struct phased *phased = phased_of(
			kernel, array->object, FIRST_ID + (uint64_t)__builtin_ctzll(set));
		vec_each(op, &array->ops) {
			if (!(turn_elements(kernel, (*op)->object, (*op)->instruction) & set))
				continue;
			(*op)->phased = phased;
			phased->turns = true;
			vec_push(kernel->arena, &phased->ops, *op);
		}
		if (!set_count(kernel, array, phased, set) || !waits_match(kernel, phased) ||
			!takes_turns(kernel, phased, set, &turns)) {
			if (phase_shares_fill(kernel, array, phased, reason))
				continue;
			array->unknown = reason;
		}
		phased->taking = turns.n;
		if (!array->unknown)
			parities_fill(kernel, phased, &turns);
		if (phased->unknown)
			phase_shares_fill(kernel, array, phased, phased->unknown);
	}
	if (array->unknown && array->ops.n) {
		kernel_unsupported(kernel, array->ops.at[0]->instruction, "%s", array->unknown);
		vec_each(each, &kernel->phased) if ((*each)->object == array->object)
			(*each)->unknown = array->unknown;
	}
	array->ops.n = 0;
}

void phase_arrays_fill(struct kernel *kernel)
{
	for (size_t i = 0; i < kernel->phased.n; i++)
		if (kernel->phased.at[i]->array && kernel->phased.at[i]->ops.n)
			split(kernel, kernel->phased.at[i]);
}
