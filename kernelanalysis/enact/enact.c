#include <string.h>

#include "kernelanalysis/enact/enact_internal.h"

/* The threads of a block, each run until it waits, and what their waits order. */

enum { MOST_THREADS = 1024, DECODING = 20 };

static bool may_come(const struct enact *e, unsigned i)
{
	return i < e->threads && e->players[i].state != ENACT_DONE;
}

/* Do all lanes that a thread waits with wait for the same; those that have ended hold up none but exchanges. */
static bool all_there(const struct enact *e, const struct enact_player *player)
{
	unsigned first = player->index - player->index % ENACT_WARP;
	bool exchange = player->waits->act == ENACT_TOGETHER;
	for (unsigned k = 0; k < ENACT_WARP; k++) {
		const struct enact_player *other = &e->players[first + k];
		if (!(player->mask >> k & 1) || (!exchange && !may_come(e, first + k)))
			continue;
		if (first + k >= e->threads || other->state != ENACT_WAITS || other->mask != player->mask ||
			other->waits->act != player->waits->act ||
			(exchange && other->waits != player->waits))
			return false;
	}
	return true;
}

/* Lanes go on, ordered behind all that each of them has done. */
static void order_lanes(struct enact *e, unsigned first, uint32_t mask)
{
	uint32_t joined[ENACT_WARP] = { 0 };
	for (unsigned k = 0; k < ENACT_WARP && first + k < e->threads; k++) {
		const struct enact_player *lane = &e->players[first + k];
		for (unsigned i = 0; i < ENACT_WARP && mask >> k & 1; i++)
			joined[i] = lane->seen[i] > joined[i] ? lane->seen[i] : joined[i];
		if (mask >> k & 1 && lane->clock > joined[k])
			joined[k] = lane->clock;
	}
	for (unsigned k = 0; k < ENACT_WARP && first + k < e->threads; k++) {
		struct enact_player *lane = &e->players[first + k];
		if (!(mask >> k & 1) || lane->state == ENACT_DONE)
			continue;
		memcpy(lane->seen, joined, sizeof(joined));
		lane->clock++;
		lane->state = ENACT_RUNS;
	}
}

static bool release_lanes(struct enact *e)
{
	bool released = false;
	for (unsigned i = 0; i < e->threads; i++) {
		struct enact_player *player = &e->players[i];
		unsigned first = i - i % ENACT_WARP;
		if (player->state != ENACT_WAITS || player->waits->act == ENACT_BLOCK_BARRIER || !all_there(e, player))
			continue;
		if (player->waits->act == ENACT_TOGETHER)
			enact_exchanged(&e->players[first], player->mask);
		else
			order_lanes(e, first, player->mask);
		released = true;
	}
	return released;
}

/* What a barrier that counts gives: how many flags are set, or whether all or any are. */
static struct enact_value counted(const struct enact *e, const struct enact_insn *barrier)
{
	const char *name = call_name(barrier->llvm);
	uint64_t set = 0, all = 0;
	struct enact_value result = { .known = barrier->operands.n == 2 };
	for (unsigned i = 0; i < e->threads && result.known; i++) {
		if (e->players[i].state == ENACT_DONE)
			continue;
		struct enact_value flag = enact_operand(&e->players[i], &barrier->operands.at[1]);
		result.known &= flag.known;
		set += flag.bits != 0;
		all++;
	}
	if (strstr(name, ".red.popc"))
		result.bits = set;
	else if (strstr(name, ".red.and"))
		result.bits = set == all;
	else if (strstr(name, ".red.or"))
		result.bits = set != 0;
	else
		result.known = false;
	return result;
}

/* All that have not ended wait at one barrier: they go on; false: they do not. */
static bool release_block(struct enact *e)
{
	const struct enact_insn *barrier = NULL;
	for (unsigned i = 0; i < e->threads; i++) {
		const struct enact_player *player = &e->players[i];
		if (player->state == ENACT_DONE)
			continue;
		if (player->state != ENACT_WAITS || player->waits->act != ENACT_BLOCK_BARRIER ||
			(barrier && player->waits != barrier))
			return false;
		barrier = player->waits;
	}
	if (!barrier)
		return false;
	struct enact_value result = barrier->width ? counted(e, barrier) : (struct enact_value){ 0 };
	for (unsigned i = 0; i < e->threads; i++) {
		struct enact_player *player = &e->players[i];
		if (player->state == ENACT_DONE)
			continue;
		player->slots[barrier->slot] = result;
		player->state = ENACT_RUNS;
	}
	e->epoch++;
	return true;
}

static bool all_done(const struct enact *e)
{
	for (unsigned i = 0; i < e->threads; i++)
		if (e->players[i].state != ENACT_DONE)
			return false;
	return true;
}

static void begin_thread(struct enact *e, unsigned i)
{
	struct enact_player *player = &e->players[i];
	struct enact_value *slots = player->slots;
	uint64_t thread = i, block = e->block;
	*player = (struct enact_player){ .index = i, .block = e->block, .slots = slots, .clock = 1 };
	if (!slots)
		player->slots = arena_alloc(e->arena, (e->slots + 2) * sizeof(*slots));
	for (unsigned k = 0; k < 3; k++) {
		player->id[k] = thread % e->launch->block[k];
		thread /= e->launch->block[k];
		player->id[3 + k] = block % e->launch->grid[k];
		block /= e->launch->grid[k];
	}
}

static void clear(struct enact *e, struct enact_region *region)
{
	region->pages = ptrmap_new(e->arena);
	region->last_key = NULL;
}

static void begin_block(struct enact *e)
{
	e->epoch = 1;
	vec_each(region, &e->regions)
		if ((*region)->shared)
			clear(e, *region);
	for (unsigned i = 0; i < e->threads; i++)
		begin_thread(e, i);
}

static void run_block(struct enact *e)
{
	begin_block(e);
	while (!e->stopped && !all_done(e)) {
		for (unsigned i = 0; i < e->threads && !e->stopped; i++)
			enact_thread_runs(e, &e->players[i]);
		if (!e->stopped && !release_lanes(e) && !release_block(e) && !all_done(e))
			e->stopped = true;
	}
}

static uint64_t blocks_of(const struct enact_launch *launch)
{
	return launch->grid[0] * launch->grid[1] * launch->grid[2];
}

/* What decoding costs, in instructions that are run. */
static bool pay_for_decoding(const struct kernel *kernel, uint64_t *steps)
{
	uint64_t n = 0;
	vec_each(block, &kernel->func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i))
			n++;
	bool enough = DECODING * n < *steps;
	*steps -= enough ? DECODING * n : 0;
	return enough;
}

struct enact *enact_new(struct arena *arena, const struct enact_launch *launch, uint64_t *steps)
{
	uint64_t threads = launch->block[0] * launch->block[1] * launch->block[2];
	struct enact *e = arena_alloc(arena, sizeof(*e));
	if (!threads || threads > MOST_THREADS || !blocks_of(launch) || !pay_for_decoding(launch->kernel, steps))
		return NULL;
	*e = (struct enact){ .launch = launch, .kernel = launch->kernel, .arena = arena, .steps = steps };
	e->slot_of = ptrmap_new(arena);
	e->region_of = ptrmap_new(arena);
	enact_decode(e);
	e->threads = (unsigned)threads;
	e->players = arena_alloc(arena, threads * sizeof(*e->players));
	e->came_to = arena_alloc(arena, launch->kernel->accesses.n + 1);
	e->stored_same = arena_alloc(arena, launch->kernel->accesses.n + 1);
	return e;
}

bool enact_run(struct enact *e, struct enact_race *race)
{
	e->race = race;
	e->stopped = e->raced = e->outside = false;
	vec_each(region, &e->regions)
		clear(e, *region);
	for (e->block = 0; e->block < e->launch->blocks && e->block < blocks_of(e->launch) && !e->stopped; e->block++)
		run_block(e);
	return e->raced;
}

bool enact_ended(const struct enact *e)
{
	return !e->stopped;
}

bool enact_left_memory(const struct enact *e)
{
	return e->outside;
}

bool enact_came_to(const struct enact *e, const struct access *access)
{
	return e->came_to[access->index];
}

bool enact_stored_same(const struct enact *e, const struct access *access)
{
	return e->stored_same[access->index];
}
