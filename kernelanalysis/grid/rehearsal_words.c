#include "kernelanalysis/grid/rehearsal.h"

/*
 * The words of a round: each is stored to at most once, by one thread or by the last one at its count; what reads find is
 * what the round before has left; and whoever uses a word in the next round knows that this one is done with it.
 */

/* Can only one of the two happen: both rest on being the last at one count. */
static bool excludes(const struct use *a, const struct use *b)
{
	const struct cell *won = won_before(a->trace, &a->trace->events.at[a->index]);
	return a->trace->thread != b->trace->thread && won &&
	       won == won_before(b->trace, &b->trace->events.at[b->index]);
}

static bool changes(const struct event *event)
{
	return event->kind == EVENT_WRITE || event->kind == EVENT_ADD;
}

/* Does the way change no word before the event. */
static bool is_first(const struct use *use)
{
	for (size_t i = 0; i < use->index; i++)
		if (changes(&use->trace->events.at[i]))
			return false;
	return true;
}

/* Does another thread of its block change words. */
static bool changes_beside(const struct rehearsal *r, const struct trace *trace)
{
	vec_each(other, &r->traces)
		if ((*other)->player.block == trace->player.block && (*other)->thread != trace->thread)
			vec_each(event, &(*other)->events)
				if (changes(event))
					return true;
	return false;
}

/* A read finds what the word held at first: all changes of others come after it. */
static bool reads_before(const struct rehearsal *r, const struct cell *cell, const struct use *read)
{
	bool first = is_first(read) && !changes_beside(r, read->trace);
	vec_each(use, &cell->events) {
		const struct event *event = &use->trace->events.at[use->index];
		if (!changes(event) || use->trace->thread == read->trace->thread || excludes(use, read))
			continue;
		if (!first || !event->before || !set_has(event->before, read->trace->player.block))
			return false;
	}
	return true;
}

/* Has the way come from being the last one at the word's own count. */
static bool has_won(const struct cell *cell, const struct use *use)
{
	for (size_t i = 0; i < use->index; i++) {
		const struct event *event = &use->trace->events.at[i];
		if (event->kind == EVENT_ADD && event->cell == cell && event->last)
			return true;
	}
	return false;
}

/* Plain stores: by the last one at the word's own count, or with a fence behind what a count has shown; nobody waits for them. */
static bool weak_fits(const struct cell *cell)
{
	bool weak = false, looked = false;
	vec_each(use, &cell->events) {
		const struct event *event = &use->trace->events.at[use->index];
		weak |= event->weak;
		looked |= event->kind == EVENT_WAIT || event->kind == EVENT_READ;
		bool ordered = event->fenced && won_before(use->trace, event);
		if (event->weak && !ordered && !has_won(cell, use))
			return false;
	}
	return !weak || !looked;
}

/* Who stores to a word that is counted is the last one at its count. */
static bool stores_fit(const struct cell *cell)
{
	vec_each(use, &cell->events) {
		const struct event *event = &use->trace->events.at[use->index];
		bool won = has_won(cell, use);
		if (event->kind == EVENT_WRITE && !won)
			return false;
		if (event->kind == EVENT_ADD && won && !event->last)
			return false;
	}
	return true;
}

/* A count that goes down is taken to begin with what it is set back to. */
static bool begins_well(struct rehearsal *r, const struct cell *cell)
{
	if (!cell->counts_down || cell->begun)
		return true;
	if (!cell->written.n)
		return rehearsal_fails(r, "what a counter that goes down holds at first is not known");
	return cell->written.at[0] == cell->value ||
	       rehearsal_is_none(r, "a counter is set back to another number than come");
}

static bool word_holds(struct rehearsal *r, struct cell *cell)
{
	uint64_t stores;
	if (!rehearsal_times(r, EVENT_WRITE, cell, &stores))
		return rehearsal_fails(r, "who stores to a word is not known");
	if (stores > 1 || cell->written.n > 1)
		return rehearsal_is_none(r, "several threads store to one of its words in a round");
	if (stores != cell->written.n)
		return rehearsal_fails(r, "what a word holds is not known");
	if (stores && cell->n && !stores_fit(cell))
		return rehearsal_is_none(r, "a count is set back by others than the last one to come");
	if (!begins_well(r, cell))
		return false;
	if (!weak_fits(cell))
		return rehearsal_is_none(r, "a word is changed by a plain store, which is not ordered");
	vec_each(use, &cell->events)
		if (use->trace->events.at[use->index].kind == EVENT_READ && !reads_before(r, cell, use))
			return rehearsal_is_none(r, "a word that is read may be changed meanwhile");
	return true;
}

/* Does the block use the word; has it to know that the round before is done with it. */
static bool users_informed(struct rehearsal *r, const struct cell *cell)
{
	vec_each(use, &cell->events)
		if (cell->changed && !set_has(cell->informed, use->trace->player.block))
			return rehearsal_is_none(r, "a word is used again before it is done with");
	return true;
}

static void go_on(struct rehearsal *r, struct cell *cell, const uint64_t *const *known)
{
	for (uint64_t i = 0; cell->adder && i < cell->n; i++)
		cell->value = cell_counted(cell, cell->value);
	if (cell->written.n)
		cell->value = cell->written.at[0];
	cell->changed = cell->written.n || cell->n;
	cell->informed = arena_alloc(r->arena, (r->blocks / 64 + 1) * sizeof(uint64_t));
	for (unsigned b = 0; b < r->blocks; b++)
		if (known[b] && set_has(known[b], mark_of(r, cell)))
			cell->informed[b / 64] |= UINT64_C(1) << b % 64;
}

/* What each block knows at its end, by all of its threads on any of their ways. */
static uint64_t **known_at_end(const struct rehearsal *r)
{
	unsigned words = rehearsal_set_words(r);
	uint64_t **known = arena_alloc(r->round, r->blocks * sizeof(*known));
	for (size_t i = 0; i < r->traces.n;) {
		const struct trace *trace = r->traces.at[i];
		uint64_t *common = arena_alloc(r->round, words * sizeof(*common));
		memcpy(common, trace->knows, words * sizeof(*common));
		for (i++; i < r->traces.n && r->traces.at[i]->thread == trace->thread; i++)
			for (unsigned w = 0; w < words; w++)
				common[w] &= r->traces.at[i]->knows[w];
		uint64_t **of = &known[trace->player.block];
		if (!*of)
			*of = arena_alloc(r->round, words * sizeof(*common));
		for (unsigned w = 0; w < words; w++)
			(*of)[w] |= common[w];
	}
	return known;
}

static void expose(struct rehearsal *r, unsigned leaves, unsigned comes)
{
	struct kernel *kernel = r->kernel;
	struct exposure *exposure = arena_alloc(kernel->arena, sizeof(*exposure));
	size_t loops = kernel->func->loops.n;
	exposure->barrier = r->barrier;
	exposure->rounds = arena_alloc(kernel->arena, loops * sizeof(*exposure->rounds));
	for (unsigned i = 0; i < 3; i++) {
		exposure->leaves[i] = leaves % r->grid[i];
		exposure->comes[i] = comes % r->grid[i];
		leaves /= (unsigned)r->grid[i];
		comes /= (unsigned)r->grid[i];
	}
	for (size_t i = 0; i < loops; i++)
		exposure->rounds[i] = r->players.at[0].rounds[i];
	if (!r->guessed)
		kernel->exposure = exposure;
}

/* Does every block know at its end that all have come: nearest neighbours first, as those are seen most. */
static bool all_known(struct rehearsal *r, uint64_t **known)
{
	for (unsigned far = 0; far < r->blocks; far++)
		for (unsigned b = 0; b < r->blocks; b++) {
			unsigned other = (b + far) % r->blocks;
			if (known[b] && set_has(known[b], other))
				continue;
			expose(r, b, other);
			return rehearsal_is_none(r, "a block may leave it before all have come, or "
						    "without seeing what they did");
		}
	return true;
}

bool rehearsal_words_hold(struct rehearsal *r)
{
	uint64_t **known = known_at_end(r);
	if (!all_known(r, known))
		return false;
	vec_each(cell, &r->cells)
		if (!word_holds(r, *cell) || !users_informed(r, *cell))
			return false;
	vec_each(cell, &r->cells) go_on(r, *cell, (const uint64_t *const *)known);
	return true;
}
