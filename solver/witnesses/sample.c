#include "solver/witnesses/sample_internal.h"

enum {
	MOST_TERMS = 3000,
	ROUNDS = SAMPLE_NEAR + 8, /* values of what is shared */
	STEERED = 12, /* pairs of threads in a round that are brought together */
	REPAIRS = 4   /* threads of a side whose conditions are repaired */
};

static void draw_part(struct sample *sample, enum part part)
{
	vec_each(slot, &sample->tape->slots)
		if (slot->part == part)
			slot->value = sample_draw_value(sample, slot);
}

static void draw_spreads(struct sample *sample)
{
	static const uint64_t spreads[] = { 0, 3, 0, 100 };
	vec_each(slot, &sample->tape->slots)
		slot->spread = slot->sym->bounded ? 0 : spreads[sample_draw(sample, 4)];
}

static void keep_thread(struct sample *sample, unsigned side)
{
	struct tape *tape = sample->tape;
	enum part part = side ? PART_SECOND : PART_FIRST;
	size_t n = tape->order[part].n, at = sample->found[side]++;
	sample->offset[side][at] = tape->value[tape->offset[side]];
	for (size_t i = 0; i < n; i++)
		sample->threads[side][at * n + i] = tape->value[tape->order[part].at[i]];
	for (size_t i = 0; i < tape->slots.n; i++)
		sample->slots[side][at * tape->slots.n + i] = tape->slots.at[i].value;
}

static void restore_thread(struct sample *sample, unsigned side, size_t at)
{
	struct tape *tape = sample->tape;
	enum part part = side ? PART_SECOND : PART_FIRST;
	size_t n = tape->order[part].n;
	for (size_t i = 0; i < n; i++)
		tape->value[tape->order[part].at[i]] = sample->threads[side][at * n + i];
	for (size_t i = 0; i < tape->slots.n; i++)
		if (tape->slots.at[i].part == part)
			tape->slots.at[i].value = sample->slots[side][at * tape->slots.n + i];
}

static void find_threads(struct sample *sample, unsigned side)
{
	enum part part = side ? PART_SECOND : PART_FIRST;
	unsigned repairs = REPAIRS;
	sample->found[side] = 0;
	for (unsigned i = 0; i < SAMPLE_THREADS && sample->tape->done < SAMPLE_STEPS; i++) {
		draw_part(sample, part);
		if (tape_holds(sample->tape, part) || (repairs && repairs-- && sample_repair(sample, part)))
			keep_thread(sample, side);
	}
}

/* Values of what is shared, and threads under them; false: these facts or conditions hold for none that were tried. */
static bool start_round(struct sample *sample)
{
	sample->next = sample->steered = sample->found[0] = sample->found[1] = 0;
	draw_spreads(sample);
	draw_part(sample, PART_SHARED);
	if (!tape_holds(sample->tape, PART_SHARED) && !sample_repair(sample, PART_SHARED))
		return false;
	find_threads(sample, 0);
	if (sample->found[0])
		find_threads(sample, 1);
	return sample->found[0] && sample->found[1];
}

static bool overlap(const struct query *query, uint64_t first, uint64_t second)
{
	int64_t d = (int64_t)(first - second);
	if ((query->inside[0] && (int64_t)first < 0) || (query->inside[1] && (int64_t)second < 0))
		return false;
	return d < (int64_t)query->size[1] && -(int64_t)query->size[0] < d;
}

/* Do two threads that were kept meet; the tape has their values then. */
static bool meet(struct sample *sample, size_t first, size_t second)
{
	struct tape *tape = sample->tape;
	const struct query *query = tape->query;
	if (!sample->late && !overlap(query, sample->offset[0][first], sample->offset[1][second]))
		return false;
	restore_thread(sample, 0, first);
	restore_thread(sample, 1, second);
	return tape_holds(tape, PART_BOTH) &&
	       overlap(query, tape->value[tape->offset[0]], tape->value[tape->offset[1]]);
}

static bool steer_slot(struct sample *sample, struct slot *slot)
{
	struct tape *tape = sample->tape;
	struct comparison offsets = { { tape->offset[0], tape->offset[1] } };
	uint64_t before = slot->value, value;
	uint32_t failing;
	bool found = sample_newton(tape, slot, &offsets, true, &value);
	tape_set(tape, slot, found ? value : before);
	if (found && !tape_failing(tape, PART_SECOND, &failing) && tape_holds(tape, PART_BOTH) &&
		overlap(tape->query, tape->value[tape->offset[0]], tape->value[tape->offset[1]]))
		return true;
	if (found)
		tape_set(tape, slot, before);
	return false;
}

/* Brings a pair of threads together by one value of the second. */
static bool steer(struct sample *sample, size_t first, size_t second)
{
	struct tape *tape = sample->tape;
	restore_thread(sample, 0, first);
	restore_thread(sample, 1, second);
	vec_each(slot, &tape->slots)
		if (slot->part == PART_SECOND && slot->sym->width > 1 &&
			steer_slot(sample, slot))
			return true;
	return false;
}

static bool next_pair(struct sample *sample)
{
	size_t n = sample->found[0] * sample->found[1];
	while (sample->next < n && sample->tape->done < SAMPLE_STEPS) {
		size_t pair = sample->next++;
		if (meet(sample, pair / sample->found[1], pair % sample->found[1]))
			return true;
	}
	while (n && !sample->late && sample->steered < STEERED && sample->tape->done < SAMPLE_STEPS) {
		size_t i = sample->steered++;
		if (steer(sample, i % sample->found[0], (i + 1) % sample->found[1]))
			return true;
	}
	return false;
}

struct sample *sample_new(struct arena *arena, const struct query *query)
{
	struct sample *sample = arena_alloc(arena, sizeof(*sample));
	sample->tape = tape_new(arena, query, MOST_TERMS);
	if (!sample->tape)
		return NULL;
	const struct tape *tape = sample->tape;
	sample->random = UINT64_C(0x2545f4914f6cdd1d);
	sample->marked = arena_alloc(arena, tape->steps.n + 1);
	for (unsigned side = 0; side < 2; side++) {
		size_t steps = tape->order[side ? PART_SECOND : PART_FIRST].n;
		sample->threads[side] = arena_alloc(arena, (SAMPLE_THREADS * steps + 1) * sizeof(uint64_t));
		sample->slots[side] = arena_alloc(arena, (SAMPLE_THREADS * tape->slots.n + 1) * sizeof(uint64_t));
	}
	for (unsigned side = 0; side < 2; side++)
		sample->late |= (tape->steps.at[tape->offset[side]].part | (side ? PART_SECOND : PART_FIRST)) == PART_BOTH;
	sample_find_constants(sample);
	sample_find_divisors(sample);
	return sample;
}

bool sample_next(struct sample *sample)
{
	while (!next_pair(sample)) {
		if (sample->round++ == ROUNDS || sample->tape->done >= SAMPLE_STEPS)
			return false;
		start_round(sample);
	}
	return true;
}

const struct tape *sample_tape(const struct sample *sample)
{
	return sample->tape;
}
