#include "kernelanalysis/barriers.h"

#include "expr/place.h"
#include "kernelanalysis/turns.h"

/*
 * Arrays of barriers, of which each operation chooses one: bar[i % 2]. When the j-th arrival of
 * every thread is at the same one, and each wait is at the one of the arrival it waits for, the
 * barriers that take turns are like a single one: phase j is over when all have arrived for the
 * j-th time. Which barrier an operation means is found by evaluating its address for the first
 * rounds of the loops.
 */

enum { FIRST_ID = 16 };

static const char reason[] = "barrier objects chosen at run time";

struct round {
	uint64_t number;
	const struct symbol *counter; /* NULL: of any loop */
};

static bool round_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct round *round = data;
	(void)args;
	*value = round->number;
	return leaf->op == ET_SYM && leaf->sym->kind == SYM_LOOP &&
	       (!round->counter || leaf->sym == round->counter);
}

bool turn_value(struct kernel *kernel, const struct et *term, const struct symbol *counter,
	uint64_t round, uint64_t *value)
{
	struct round data = { round, counter };
	return term && et_eval(kernel->arena, term, round_value, &data, value);
}

bool turn_element(struct kernel *kernel, LLVMValueRef object, const struct symbol *counter,
	uint64_t round, uint64_t *index)
{
	place_list places = { 0 };
	if (!address_places(kernel->ets, value_et(kernel->env, object), &places) ||
		places.n != 1 || !turn_value(kernel, places.at[0].offset, counter, round, index))
		return false;
	*index /= 8;
	return *index < TURN_ELEMENTS;
}

uint64_t turn_rounds(struct kernel *kernel, LLVMValueRef instruction)
{
	const struct loop *loop = instruction_block(kernel->func, instruction)->loop;
	const struct et *all = loop ? loop_rounds(kernel->env, loop) : NULL;
	bool few = all && et_is_const(all) && all->value && all->value < TURN_ROUNDS;
	return few ? all->value : TURN_ROUNDS;
}

/* All that it means in the first rounds of an operation, a bit each; 0: not known. */
static uint64_t elements(struct kernel *kernel, LLVMValueRef object, LLVMValueRef operation)
{
	uint64_t set = 0, index;
	for (uint64_t round = 0; round < turn_rounds(kernel, operation); round++) {
		if (!turn_element(kernel, object, NULL, round, &index))
			return 0;
		set |= UINT64_C(1) << index;
	}
	return set;
}

/* Moves the operations on single barriers of the array to the array's. */
static void gather(struct kernel *kernel, struct phased *array)
{
	vec_each(each, &kernel->phased) {
		struct phased *single = *each;
		if (single == array || !single->object || single->id ||
			object_of(kernel, single->object)->value != array->object)
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
			uint64_t other = elements(kernel, (*op)->object, (*op)->instruction);
			if (other & set)
				set |= other;
		}
	}
	return set;
}

/* Does the j-th arrival go to the same barrier wherever it is made. */
static bool takes_turns(struct kernel *kernel, const struct phased *phased, uint64_t set,
	struct turns *turns)
{
	uint64_t used = 0, j, index;
	turns->n = (unsigned)__builtin_popcountll(set);
	vec_each(each, &phased->ops) {
		const struct sync *op = *each;
		const struct et *before = phased_before(kernel, phased, false, op->instruction);
		uint64_t rounds = op->arrives ? turn_rounds(kernel, op->instruction) : 0;
		for (uint64_t round = 0; round < rounds; round++) {
			if (!turn_value(kernel, before, NULL, round, &j) ||
				!turn_element(kernel, op->object, NULL, round, &index))
				return false;
			j %= turns->n;
			if (!(turns->seen >> j & 1) && (used >> index & 1))
				return false;
			if (turns->seen >> j & 1 && turns->element[j] != index)
				return false;
			turns->element[j] = index;
			turns->seen |= UINT64_C(1) << j;
			used |= UINT64_C(1) << index;
		}
	}
	return true;
}

/* Is every wait at the barrier of the arrival whose token it has. */
static bool waits_match(struct kernel *kernel, const struct phased *phased)
{
	vec_each(each, &phased->ops) {
		const struct sync *wait = *each;
		bool found = !wait->waits || wait->parity;
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

static bool set_count(struct kernel *kernel, const struct phased *array, struct phased *phased,
	uint64_t set)
{
	vec_each(init, &array->inits) {
		struct barrier_call barrier;
		if (!barrier_of_call(*init, &barrier))
			return false;
		uint64_t which = elements(kernel, barrier.id.value, *init); /* 0: of any thread's choice */
		if (which && !(which & set))
			continue;
		LLVMValueRef count = barrier.count.value;
		if (phased->count &&
			value_et(kernel->env, phased->count) != value_et(kernel->env, count))
			return false;
		phased->count = count;
	}
	return true;
}

static void split(struct kernel *kernel, struct phased *array)
{
	uint64_t done = 0;
	gather(kernel, array);
	vec_each(op, &array->ops) {
		if (!array->unknown && !elements(kernel, (*op)->object, (*op)->instruction))
			array->unknown = reason;
	}
	for (size_t i = 0; i < array->ops.n && !array->unknown; i++) {
		uint64_t set = elements(kernel, array->ops.at[i]->object,
			array->ops.at[i]->instruction);
		if (set & done)
			continue;
		set = closed(kernel, array, set);
		done |= set;
		struct turns turns = { 0 };
		struct phased *phased = phased_of(
			kernel, array->object, FIRST_ID + (uint64_t)__builtin_ctzll(set));
		vec_each(op, &array->ops) {
			if (!(elements(kernel, (*op)->object, (*op)->instruction) & set))
				continue;
			(*op)->phased = phased;
			phased->turns = true;
			vec_push(kernel->arena, &phased->ops, *op);
		}
		if (!set_count(kernel, array, phased, set) || !waits_match(kernel, phased) ||
			!takes_turns(kernel, phased, set, &turns))
			array->unknown = reason;
		phased->taking = turns.n;
		if (!array->unknown)
			parities_fill(kernel, phased, &turns);
	}
	if (array->unknown) {
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
