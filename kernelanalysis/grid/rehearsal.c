#include "kernelanalysis/grid/rehearsal.h"

/* The rehearsal of a launch: all its threads that have a part in its barriers, from one barrier to the next. */

enum { MOST_REPETITIONS = 64, CUT_ROUNDS = 7 };

/* Is it a part of what an operation of the barriers gives: of a compare-and-swap what it has found, or whether that was expected. */
static bool is_part(const struct kernel *kernel, LLVMValueRef i)
{
	const struct access *op = LLVMIsAExtractValueInst(i) ? access_at(kernel, LLVMGetOperand(i, 0)) : NULL;
	return op && op->of_rehearsed;
}

static void slots_fill(struct rehearsal *r)
{
	const struct kernel *kernel = r->kernel;
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(i));
			const struct access *op = access_at(kernel, i);
			bool number = kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind;
			bool result = (op && op->of_rehearsed && op->instruction == i) || is_part(kernel, i);
			if (number && type_width(i) <= 64 && (LLVMIsAPHINode(i) || result))
				ptrmap_set(r->slots, i, (void *)(uintptr_t)++r->nslots);
		}
	}
}

static bool guessed_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct rehearsal *r = data;
	(void)args;
	vec_each(guess, &r->guesses)
		if (leaf->op == ET_SYM && guess->sym == leaf->sym) {
			*value = guess->value;
			return true;
		}
	return false;
}

static void guess_one(void *data, const struct et *leaf)
{
	struct rehearsal *r = data;
	uint64_t value;
	if (leaf->op == ET_SYM && leaf->sym->builtin == BUILTIN_NONE && leaf->sym->kind != SYM_BASE &&
		!guessed_value(r, leaf, NULL, &value))
		vec_push(r->arena, &r->guesses, ((struct guess){ leaf->sym, 1 }));
}

/* A size that is not known becomes `guess`: one of the values that it is made of does, where 1 stands for the others. */
static bool guess_size(struct rehearsal *r, const struct et *n, uint64_t guess, uint64_t *size)
{
	size_t first = r->guesses.n;
	r->guessed = true;
	if (et_eval(r->arena, n, guessed_value, r, size))
		return true;
	et_once(r->arena, n, guess_one, r);
	for (size_t i = first; i < r->guesses.n; i++) {
		r->guesses.at[i].value = guess;
		if (et_eval(r->arena, n, guessed_value, r, size) && *size == guess)
			return true;
		r->guesses.at[i].value = 1;
	}
	return rehearsal_fails(r, "the size of the launch is not known");
}

/* The sizes along the axes; one that is not known is tried as `guess`. */
static bool size_of(struct rehearsal *r, const struct symbol *const *of, unsigned first, uint64_t guess)
{
	uint64_t *size = first ? r->block : r->grid;
	for (unsigned i = 0; i < 3; i++) {
		const struct et *n = et_map_apply(r->launch, et_sym(r->kernel->ets, of[i]));
		size[i] = et_is_const(n) ? n->value : 0;
		if (!et_is_const(n) && !guess_size(r, n, i ? 1 : guess, &size[i]))
			return false;
	}
	return true;
}

static struct player player_new(struct rehearsal *r, uint64_t block, uint64_t thread)
{
	struct player player = { .block = (unsigned)block, .warp = (unsigned)(thread / 32) };
	const uint64_t *grid = r->grid, *size = r->block;
	for (unsigned i = 0; i < 3; i++) {
		player.id[BUILTIN_TID - BUILTIN_TID][i] = thread % size[i];
		player.id[BUILTIN_CTAID - BUILTIN_TID][i] = block % grid[i];
		player.id[BUILTIN_NTID - BUILTIN_TID][i] = size[i];
		player.id[BUILTIN_NCTAID - BUILTIN_TID][i] = grid[i];
		thread /= size[i];
		block /= grid[i];
	}
	player.values = arena_alloc(r->arena, r->nslots * sizeof(*player.values));
	player.known = arena_alloc(r->arena, r->nslots * sizeof(*player.known));
	player.rounds = arena_alloc(r->arena, r->kernel->func->loops.n * sizeof(*player.rounds));
	player.at = r->kernel->func->blocks.at[0];
	player.next = LLVMGetFirstInstruction(player.at->llvm);
	return player;
}

/* Has the thread of these ids no part in any of the barriers, whatever its block and the round. */
static bool is_idle(struct rehearsal *r, uint64_t thread)
{
	struct player player = player_new(r, 0, thread);
	player.anywhere = true;
	bool idle = true;
	vec_each(barrier, &r->kernel->rehearsed) {
		r->barrier = *barrier;
		idle = idle && rehearsal_idle(r, &player);
	}
	return idle;
}

static bool players_fill(struct rehearsal *r)
{
	uint64_t threads = r->block[0] * r->block[1] * r->block[2];
	uint64_t blocks = r->grid[0] * r->grid[1] * r->grid[2];
	if (threads > 1024 || blocks > MOST_PLAYERS)
		return rehearsal_fails(r, "there are too many threads and rounds");
	r->blocks = (unsigned)blocks;
	for (uint64_t t = 0; t < threads; t++) {
		if (is_idle(r, t))
			continue;
		r->followed++;
		for (uint64_t b = 0; b < blocks; b++)
			vec_push(r->arena, &r->players, player_new(r, b, t));
		if (r->players.n > MOST_PLAYERS)
			return rehearsal_fails(r, "there are too many threads and rounds");
	}
	return !r->failure;
}

/* All threads come to one barrier; NULL with no failure: to their ends. */
static const struct grid_barrier *next_barrier(struct rehearsal *r)
{
	const struct grid_barrier *next = NULL;
	for (size_t i = 0; i < r->players.n; i++) {
		const struct grid_barrier *barrier = rehearsal_way(r, &r->players.at[i]);
		if (r->failure)
			return NULL;
		if (i && barrier != next) {
			rehearsal_is_none(r, "not all threads come to it equally often");
			return NULL;
		}
		next = barrier;
	}
	return next;
}

static void round_begin(struct rehearsal *r)
{
	vec_each(cell, &r->cells) {
		struct cell *c = *cell;
		c->adder = NULL;
		c->n = 0;
		c->written.at = NULL;
		c->written.n = c->written.room = 0;
		c->given.at = NULL;
		c->given.n = c->given.room = 0;
	}
}

/* Follows all threads once: fills the ways and the events of each word. */
static bool walk_all(struct rehearsal *r)
{
	r->traces.at = NULL;
	r->traces.n = r->traces.room = 0;
	for (unsigned i = 0; i < r->players.n; i++) {
		size_t first = r->traces.n;
		if (!rehearsal_walk(r, i))
			return false;
		for (size_t t = first; t < r->traces.n; t++)
			r->traces.at[t]->first = first;
	}
	vec_each(cell, &r->cells) {
		(*cell)->events.at = NULL;
		(*cell)->events.n = (*cell)->events.room = 0;
	}
	vec_each(trace, &r->traces)
		for (size_t i = 0; i < (*trace)->events.n; i++) {
			struct cell *cell = (*trace)->events.at[i].cell;
			struct use use = { *trace, i };
			if (cell)
				vec_push(r->round, &cell->events, use);
		}
	return true;
}

/* A count that goes down begins with as many as come: words_hold asks what it is set back to. */
static void begin_count(struct cell *cell, uint64_t n)
{
	bool down = cell->adder->rmw == RMW_OTHER ||
		    (cell->adder->rmw == RMW_ADD && cell->operand >> (cell->width - 1));
	if (!down || cell->begun || cell->value)
		return;
	uint64_t step = cell->adder->rmw == RMW_OTHER ? cell->operand : -cell->operand;
	cell->value = n * step & mask_bits(cell->width);
	cell->counts_down = true;
}

/* Puts in how often each word is counted; *changed: that is new for one. */
static bool count_all(struct rehearsal *r, bool *changed)
{
	for (size_t i = 0; i < r->cells.n; i++) {
		struct cell *cell = r->cells.at[i];
		uint64_t n;
		if (!cell->adder)
			continue;
		if (!rehearsal_times(r, EVENT_ADD, cell, &n))
			return rehearsal_fails(r, "how often one of its counters is added to is not known");
		if (n == cell->n)
			continue;
		*changed = true;
		begin_count(cell, n);
		cell->n = n;
	}
	return true;
}

static size_t values_stored(const struct rehearsal *r)
{
	size_t n = 0;
	vec_each(cell, &r->cells) n += (*cell)->written.n;
	return n;
}

static bool all_arrive(struct rehearsal *r)
{
	vec_each(trace, &r->traces)
		if (!(*trace)->player.next)
			return rehearsal_is_none(r, "some wait in it does not end");
	return true;
}

/* Follows the round until no more values and counts come up. */
static bool settle(struct rehearsal *r)
{
	for (unsigned n = 0; n < MOST_REPETITIONS; n++) {
		size_t stored = values_stored(r);
		bool changed = false;
		if (!walk_all(r) || !count_all(r, &changed))
			return false;
		if (!changed && values_stored(r) == stored)
			return all_arrive(r) && rehearsal_inner_meet(r);
	}
	return rehearsal_fails(r, "its waits hang together in too many steps");
}

/* Behind the round: where all ways of a thread lead, with what they have in common. */
static void leave(struct rehearsal *r)
{
	vec_each(trace, &r->traces) {
		struct player *player = &r->players.at[(*trace)->thread];
		const struct player *way = &(*trace)->player;
		bool is_first = *trace == r->traces.at[(*trace)->first];
		player->at = way->at;
		player->next = way->next;
		for (unsigned i = 0; i < r->nslots; i++) {
			bool same = is_first || (player->known[i] && player->values[i] == way->values[i]);
			player->known[i] = way->known[i] && same;
			player->values[i] = way->values[i];
		}
	}
}

static bool play_round(struct rehearsal *r, const struct grid_barrier *barrier)
{
	r->barrier = barrier;
	r->round = arena_new();
	round_begin(r);
	bool holds = settle(r) && rehearsal_know(r) && rehearsal_words_hold(r);
	vec_each(cell, &r->cells) {
		(*cell)->begun = true;
		(*cell)->counted |= (*cell)->n > 1;
	}
	if (holds)
		leave(r);
	arena_free(r->round);
	r->round = NULL;
	return holds;
}

static bool play(struct rehearsal *r)
{
	unsigned rounds = 0;
	const struct grid_barrier *barrier;
	while ((barrier = next_barrier(r))) {
		if (rounds++ == MOST_ROUNDS)
			return rehearsal_fails(r, "there are too many rounds");
		if (!play_round(r, barrier))
			return false;
	}
	return !r->failure && !r->defect;
}

/* Has no launch of another size left counts that this one does not expect: those of all who add, which grow from round to round. */
static bool counts_fit(struct rehearsal *r)
{
	vec_each(each, &r->cells) {
		struct cell *cell = *each;
		if (cell->counted && cell_is_resized(r, cell) &&
			cell->value != cell_begins(r, cell))
			return rehearsal_fails(r, "a launch of another size has left its words");
	}
	return true;
}

/* The launch once more, which finds as it was left what nobody sets back. */
static bool play_again(struct rehearsal *r)
{
	bool left = false;
	if (!counts_fit(r))
		return false;
	vec_each(cell, &r->cells) left |= cell_is_left(r, *cell);
	if (!left)
		return true;
	vec_each(cell, &r->cells) {
		struct cell *c = *cell;
		bool keeps = cell_is_left(r, c) || c->counts_down;
		c->value = keeps ? c->value : cell_begins(r, c);
		c->changed = false;
	}
	for (size_t i = 0; i < r->players.n; i++) {
		struct player *player = &r->players.at[i];
		memset(player->known, 0, r->nslots * sizeof(*player->known));
		memset(player->rounds, 0,
			r->kernel->func->loops.n * sizeof(*player->rounds));
		player->at = r->kernel->func->blocks.at[0];
		player->next = LLVMGetFirstInstruction(player->at->llvm);
	}
	return play(r);
}

static bool rehearse(struct rehearsal *r, uint64_t guess)
{
	r->round = r->arena;
	if (!size_of(r, r->kernel->nctaid, 0, guess) || !size_of(r, r->kernel->ntid, 3, 64) ||
		!players_fill(r))
		return false;
	if (!play(r) || !play_again(r))
		return false;
	vec_each(barrier, &r->kernel->rehearsed)
		if (r->unknown && !runs_everywhere(r->kernel,
					  instruction_block(r->kernel->func, (*barrier)->from)))
			return rehearsal_fails(r, "not all blocks are known to come to it equally often");
	return !r->cut || rehearsal_repeats(r);
}

static enum rehearsal_result result_with(struct kernel *kernel, struct et_map *launch, uint64_t guess)
{
	struct arena *arena = arena_new();
	struct rehearsal r = { .kernel = kernel, .launch = launch, .arena = arena };
	r.slots = ptrmap_new(arena);
	r.terms = ptrmap_new(arena);
	r.bases = ptrmap_new(arena);
	r.at = ptrmap_new(arena);
	r.skips = ptrmap_new(arena);
	r.most_rounds = CUT_ROUNDS;
	slots_fill(&r);
	bool holds = rehearse(&r, guess);
	if (r.guessed && holds)
		rehearsal_fails(&r, "the size of the launch is not known");
	kernel->rehearsed_why = r.failure;
	arena_free(arena);
	return r.failure ? REHEARSAL_UNKNOWN : holds ? REHEARSAL_HOLDS : REHEARSAL_FAILS;
}

enum rehearsal_result rehearsal_of(struct kernel *kernel, struct et_map *launch)
{
	static const uint64_t guesses[] = { 32, 6, 3 };
	if (!kernel->rehearsed.n)
		return REHEARSAL_HOLDS;
	if (!launch || launch == kernel->rehearsed_for)
		return launch ? (enum rehearsal_result)kernel->rehearsed_as : REHEARSAL_UNKNOWN;
	enum rehearsal_result result = REHEARSAL_FAILS;
	kernel->exposure = NULL;
	for (unsigned i = 0; i < 3 && result == REHEARSAL_FAILS; i++)
		result = result_with(kernel, launch, guesses[i]);
	kernel->rehearsed_for = launch;
	kernel->rehearsed_as = result;
	return result;
}

const struct access *rehearsal_doubted(const struct kernel *kernel, const char **why)
{
	*why = kernel->rehearsed_why;
	return kernel->rehearsed.at[0]->arrive;
}
