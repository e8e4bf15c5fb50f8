#include "kernelanalysis/cluster_hall.h"

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

static const struct et *same_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	(void)data;
	(void)ets;
	(void)leaf;
	return NULL;
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

bool hall_start(struct hall *hall)
{
	struct kernel *kernel = hall->kernel;
	static const char *const names[] = { "place.x", "place.y", "place.z" };
	hall->threads = hall->dims[0] * hall->dims[1] * hall->dims[2];
	hall->ranks = (uint64_t)kernel->cluster[0] * kernel->cluster[1] * kernel->cluster[2];
	for (unsigned i = 0; i < 3; i++)
		hall->place[i] = symbol_new(kernel->ets, SYM_ID, LEVEL_BLOCK, 32, names[i]);
	hall->places = et_map_new(kernel->ets, same_leaf, NULL);
	et_map_operations(hall->places, place_of, hall);
	return hall->ranks && hall->ranks <= MOST_RANKS && hall->threads &&
	       hall->threads * hall->ranks <= MOST_SEATS;
}

uint64_t *hall_values(struct hall *hall, const struct et *term)
{
	struct arena *arena = hall->kernel->arena;
	uint64_t n = hall->threads * hall->ranks;
	uint64_t *values = arena_alloc(arena, (size_t)n * sizeof(*values));
	term = et_map_apply(hall->places, et_map_apply(hall->launch, term));
	for (hall->seat = 0; hall->seat < n; hall->seat++)
		if (!et_eval(arena, term, seat_value, hall, &values[hall->seat]))
			return NULL;
	return values;
}

uint64_t *hall_targets(struct hall *hall, const struct et *rank)
{
	uint64_t *to = hall_values(hall, rank ? rank : cluster_rank(hall->kernel));
	for (uint64_t seat = 0; to && seat < hall->threads * hall->ranks; seat++)
		to[seat] &= UINT32_MAX;
	return to;
}
