#include "kernelanalysis/barriers/cluster_hall.h"

static bool seat_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct hall *hall = data;
	const unsigned *size = hall->kernel->cluster;
	uint64_t tid = hall->seat % hall->threads, rank = hall->seat / hall->threads;
	const uint64_t thread[3] = { tid % hall->dims[0], tid / hall->dims[0] % hall->dims[1],
		tid / hall->dims[0] / hall->dims[1] };
	const uint64_t block[3] = { rank % size[0], rank / size[0] % size[1], rank / size[0] / size[1] };
	(void)args;
	if (leaf->op != ET_SYM)
		return false;
	for (unsigned i = 0; i < 3; i++) {
		if (leaf->sym != hall->place[i])
			continue;
		*value = block[i];
		return true;
	}
	if (leaf->sym == hall->kernel->measures[MEASURE_ELECTED_LANE]) {
		*value = hall->elected;
		return true;
	}
	if (leaf->sym->builtin != BUILTIN_TID)
		return false;
	*value = thread[leaf->sym->axis];
	return true;
}

/* A block's index, of which its place in the cluster is the rest, or the lower bits. */
static const struct et *place_of(void *data, struct ets *ets, const struct et *et)
{
	const struct hall *hall = data;
	const unsigned *size = hall->kernel->cluster;
	for (unsigned i = 0; i < 3 && et->nargs == 2 && et->width == 32; i++) {
		bool index = et->arg[0]->op == ET_SYM && et->arg[0]->sym == hall->kernel->ctaid[i] &&
			     et_is_const(et->arg[1]);
		bool rest = index && et->op == ET_UREM && et->arg[1]->value == size[i];
		bool bits = index && et->op == ET_AND && et->arg[1]->value + 1 == size[i] &&
			    !(size[i] & (size[i] - 1));
		if (rest || bits)
			return et_sym(ets, hall->place[i]);
	}
	return NULL;
}

void hall_elect(struct hall *hall, uint64_t lane)
{
	hall->elected = lane;
	hall->known = ptrmap_new(hall->kernel->arena);
}

bool hall_start(struct hall *hall)
{
	struct kernel *kernel = hall->kernel;
	static const char *const names[] = { "place.x", "place.y", "place.z" };
	hall->threads = hall->dims[0] * hall->dims[1] * hall->dims[2];
	hall->ranks = (uint64_t)kernel->cluster[0] * kernel->cluster[1] * kernel->cluster[2];
	for (unsigned i = 0; i < 3; i++)
		hall->place[i] = symbol_new(kernel->ets, SYM_ID, LEVEL_BLOCK, 32, names[i]);
	hall->places = et_map_new(kernel->ets, NULL, NULL);
	et_map_operations(hall->places, place_of, hall);
	hall_elect(hall, 0);
	return hall->ranks && hall->ranks <= MOST_RANKS && hall->threads &&
	       hall->threads * hall->ranks <= MOST_SEATS;
}

static bool evaluate(struct hall *hall, const struct et *term, uint64_t *values)
{
	struct arena *scratch = arena_new();
	uint64_t n = hall->threads * hall->ranks;
	bool known = true;
	for (hall->seat = 0; known && hall->seat < n; hall->seat++)
		known = et_eval(scratch, term, seat_value, hall, &values[hall->seat]);
	arena_free(scratch);
	return known;
}

const uint64_t *hall_values(struct hall *hall, const struct et *term)
{
	static const uint64_t unknown;
	const uint64_t *found = ptrmap_get(hall->known, term);
	if (!found) {
		uint64_t n = hall->threads * hall->ranks;
		uint64_t *values = arena_alloc(hall->kernel->arena, (size_t)n * sizeof(*values));
		const struct et *placed = et_map_apply(hall->places, et_map_apply(hall->launch, term));
		found = evaluate(hall, placed, values) ? values : &unknown;
		ptrmap_set(hall->known, term, found);
	}
	return found == &unknown ? NULL : found;
}

const uint64_t *hall_targets(struct hall *hall, const struct et *rank)
{
	return hall_values(hall, rank ? rank : cluster_rank(hall->kernel));
}
