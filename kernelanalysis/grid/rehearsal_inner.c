#include "kernelanalysis/grid/rehearsal.h"

/* Barriers of a block or a warp inside a barrier of the grid: whether all come to them whom they wait for. */

enum { WARPS = 32 };

static unsigned barriers_inside(const struct trace *trace, bool of_warp)
{
	unsigned n = 0;
	vec_each(event, &trace->events) n += event->kind == EVENT_BARRIER && event->of_warp == of_warp;
	return n;
}

/* How many threads of each warp are followed: as many as there are, or none comes to the warp's barriers. */
static void count_lanes(const struct rehearsal *r, unsigned lanes[WARPS])
{
	for (size_t i = 0; i < r->players.n; i += r->blocks) lanes[r->players.at[i].warp]++;
}

static bool is_whole(const struct rehearsal *r, const unsigned lanes[WARPS], unsigned warp)
{
	uint64_t threads = r->block[0] * r->block[1] * r->block[2], first = warp * 32;
	return lanes[warp] == (threads - first < 32 ? threads - first : 32);
}

/* Has the group had as many in all ways before; each of its `known` is that number and one. */
static bool is_even(unsigned *known, unsigned n)
{
	bool even = !*known || *known == n + 1;
	*known = n + 1;
	return even;
}

bool rehearsal_inner_meet(struct rehearsal *r)
{
	uint64_t threads = r->block[0] * r->block[1] * r->block[2];
	unsigned lanes[WARPS] = { 0 };
	unsigned *by_block = arena_alloc(r->round, r->blocks * sizeof(*by_block));
	unsigned *by_warp = arena_alloc(r->round, (size_t)r->blocks * WARPS * sizeof(*by_warp));
	count_lanes(r, lanes);
	vec_each(trace, &r->traces) {
		const struct player *player = &(*trace)->player;
		unsigned all = barriers_inside(*trace, false), own = barriers_inside(*trace, true);
		if (!is_even(&by_block[player->block], all) || (all && r->followed != threads))
			return rehearsal_fails(r, "not all threads come to a block barrier inside");
		if (!is_even(&by_warp[player->block * WARPS + player->warp], own) ||
			(own && !is_whole(r, lanes, player->warp)))
			return rehearsal_fails(r, "not all lanes come to a warp barrier inside");
	}
	return true;
}
