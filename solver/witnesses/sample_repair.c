#include "solver/witnesses/sample_internal.h"

#include <string.h>

/* Conditions are made to hold by the values that bring both sides of their comparisons together, and by others. */
enum { MOVES = 6, DRAWS = 6, MOST_COMPARED = 3 };

static void mark(struct sample *sample, uint32_t index)
{
	const struct step *step = &sample->tape->steps.at[index];
	if (sample->marked[index])
		return;
	sample->marked[index] = true;
	for (unsigned i = 0; i < step->et->nargs; i++)
		mark(sample, step->args[i]);
}

/* The slots of a part that a condition rests on. */
static size_t slots_below(struct sample *sample, uint32_t root, enum part part, struct slot **slots)
{
	struct tape *tape = sample->tape;
	size_t n = 0;
	memset(sample->marked, 0, tape->steps.n);
	mark(sample, root);
	for (size_t i = 0; i < tape->slots.n; i++)
		tape->slots.at[i].picked = false;
	for (size_t i = 0; i < tape->steps.n; i++) {
		const struct step *step = &tape->steps.at[i];
		bool leaf = step->et->op == ET_SYM || step->et->op == ET_APP;
		struct slot *slot = leaf ? &tape->slots.at[step->slot] : NULL;
		if (!slot || !sample->marked[i] || slot->part != part || slot->picked)
			continue;
		slot->picked = true;
		slots[n++] = slot;
	}
	return n;
}

typedef VEC(struct comparison) comparison_list;

static void find_comparisons(struct sample *sample, uint32_t index, comparison_list *list)
{
	const struct step *step = &sample->tape->steps.at[index];
	const struct et *et = step->et;
	if (list->n == MOST_COMPARED)
		return;
	if (et_op_class((enum et_op)et->op) == ET_COMPARE && et->arg[0]->width > 1) {
		struct comparison found = { { step->args[0], step->args[1] } };
		vec_push(sample->tape->arena, list, found);
		return;
	}
	for (unsigned i = 0; i < et->nargs; i++)
		if (et->arg[i]->width == 1)
			find_comparisons(sample, step->args[i], list);
}

static int64_t apart(const struct tape *tape, const struct comparison *comparison)
{
	unsigned width = tape->steps.at[comparison->of[0]].et->width;
	return sign_extend((tape->value[comparison->of[0]] - tape->value[comparison->of[1]]) & mask_bits(width), width);
}

bool sample_newton(struct tape *tape, struct slot *slot, const struct comparison *comparison, bool exactly, uint64_t *value)
{
	uint64_t before = slot->value, mask = mask_bits(slot->sym->width);
	int64_t distance = apart(tape, comparison);
	tape_set(tape, slot, before + 1);
	int64_t slope = (int64_t)((uint64_t)apart(tape, comparison) - (uint64_t)distance);
	if (!slope || slope == INT64_MIN || distance == INT64_MIN)
		return false;
	*value = (before - (uint64_t)(distance / slope)) & mask;
	return !exactly || distance % slope == 0;
}

/* The best value of a slot so far. */
struct best {
	uint64_t value;
	unsigned failing;
};

static void try_value(struct sample *sample, struct slot *slot, uint64_t value, struct best *best)
{
	uint32_t first;
	if (!best->failing || sample->tape->done >= SAMPLE_STEPS)
		return;
	tape_set(sample->tape, slot, value);
	unsigned failing = tape_failing(sample->tape, slot->part, &first);
	if (failing < best->failing)
		*best = (struct best){ slot->value, failing };
}

/* Gives a slot the one of some values with which the fewest conditions fail, if these are fewer. */
static unsigned improve(struct sample *sample, struct slot *slot,
	const comparison_list *comparisons, unsigned fewest)
{
	struct best best = { slot->value, fewest };
	uint64_t before = slot->value, meets;
	vec_each(comparison, comparisons) {
		if (slot->value != before)
			tape_set(sample->tape, slot, before);
		if (!sample_newton(sample->tape, slot, comparison, false, &meets))
			continue;
		for (uint64_t i = 0; i < 3; i++)
			try_value(sample, slot, meets + i - 1, &best);
	}
	for (unsigned i = 0; i < DRAWS && best.failing; i++)
		try_value(sample, slot, sample_draw_value(sample, slot), &best);
	if (slot->value != best.value)
		tape_set(sample->tape, slot, best.value);
	return best.failing;
}

bool sample_repair(struct sample *sample, enum part part)
{
	struct tape *tape = sample->tape;
	struct slot **slots = arena_alloc(tape->arena, (tape->slots.n + 1) * sizeof(*slots));
	uint32_t root = 0;
	tape_run(tape, part);
	for (unsigned move = 0; move < MOVES; move++) {
		unsigned failing = tape_failing(tape, part, &root), fewest = failing;
		if (!failing)
			return true;
		size_t n = slots_below(sample, root, part, slots);
		comparison_list comparisons = { 0 };
		find_comparisons(sample, root, &comparisons);
		for (size_t i = 0; i < n && fewest; i++)
			fewest = improve(sample, slots[i], &comparisons, fewest);
		if (fewest == failing)
			return false;
	}
	return false;
}

