#include "kernelanalysis/grid/rehearsal.h"

/*
 * What the threads know when a round is over: sets of blocks that have come to the barrier, and of words
 * that are as the round leaves them. A wait adds what all who may have written its value had released; who
 * finds that all others have added, what all of them had; a fence behind makes it the thread's own, and a fence before an
 * operation gives it away (release and acquire patterns of the PTX memory model). The least solution is taken.
 */

enum { MOST_INNER = 4, GROUPS = 33, MOST_SET_WORDS = 1 << 23 };

struct minds {
	struct rehearsal *r;
	unsigned words; /* of a set */
	bool changed;
	uint64_t **gathered; /* by block, group (its warps, then the whole), and number of an inner barrier */
};

static uint64_t *set_new(const struct minds *o)
{
	return arena_alloc(o->r->round, o->words * sizeof(uint64_t));
}

static void set_put(uint64_t *set, unsigned i)
{
	set[i / 64] |= UINT64_C(1) << i % 64;
}

static void set_join(const struct minds *o, uint64_t *to, const uint64_t *from)
{
	for (unsigned i = 0; i < o->words; i++)
		to[i] |= from[i];
}

/* `to` is all that sets had in common so far; NULL: there was none yet. */
static void set_meet(const struct minds *o, uint64_t **to, const uint64_t *from)
{
	if (!*to) {
		*to = set_new(o);
		memcpy(*to, from, o->words * sizeof(**to));
		return;
	}
	for (unsigned i = 0; i < o->words; i++)
		(*to)[i] &= from[i];
}

static void learn(struct minds *o, uint64_t *set, const uint64_t *more)
{
	for (unsigned i = 0; i < o->words; i++) {
		o->changed |= (more[i] & ~set[i]) != 0;
		set[i] |= more[i];
	}
}

struct cell *won_before(const struct trace *trace, const struct event *event)
{
	struct cell *won = NULL;
	for (const struct event *e = trace->events.at; e < event; e++)
		if (e->kind == EVENT_ADD && e->last)
			won = e->cell;
	return won;
}

unsigned events_at(const struct trace *trace, enum event_kind kind, const struct cell *cell)
{
	unsigned n = 0;
	vec_each(event, &trace->events) n += event->kind == kind && event->cell == cell;
	return n;
}

const void *actor_of(const struct rehearsal *r, const struct trace *trace, const struct event *event)
{
	unsigned n = events_at(trace, event->kind, event->cell);
	for (size_t i = trace->first; i < r->traces.n && r->traces.at[i]->thread == trace->thread; i++)
		if (events_at(r->traces.at[i], event->kind, event->cell) != n)
			return won_before(trace, event);
	return &r->players.at[trace->thread];
}

struct actor {
	unsigned times;   /* in each of its ways */
	uint64_t threads; /* that may be it */
	unsigned thread;  /* the last one seen */
	bool uneven;
	uint64_t *given;  /* what all of its ways give away */
};

struct actors {
	struct ptrmap *of; /* cell or player -> actor */
	VEC(const void *) keys;
	bool unknown;
};

/* Who does events of this kind at the word. */
static struct actors actors_of(const struct minds *o, enum event_kind kind, const struct cell *cell)
{
	const struct rehearsal *r = o->r;
	struct actors actors = { .of = ptrmap_new(r->round) };
	vec_each(each, &cell->events) {
		const struct trace *trace = each->trace;
		const struct event *event = &trace->events.at[each->index];
		if (event->kind != kind)
			continue;
		const void *key = actor_of(r, trace, event);
		if (!key || trace->thread >= r->players.n) {
			actors.unknown = true;
			continue;
		}
		struct actor *actor = ptrmap_get(actors.of, key);
		unsigned times = events_at(trace, kind, cell);
		if (!actor) {
			actor = arena_alloc(r->round, sizeof(*actor));
			actor->thread = UINT32_MAX;
			actor->times = times;
			ptrmap_set(actors.of, key, actor);
			vec_push(r->round, &actors.keys, key);
		}
		actor->uneven |= actor->times != times;
		actor->threads += actor->thread != trace->thread;
		actor->thread = trace->thread;
		if (o->words)
			set_meet(o, &actor->given, event->released);
	}
	return actors;
}

static bool is_player(const struct rehearsal *r, const void *key)
{
	const struct player *player = key;
	return player >= r->players.at && player < r->players.at + r->players.n;
}

/* Threads that may be the last at the count. */
static uint64_t rivals_at(const struct rehearsal *r, const struct cell *cell)
{
	uint64_t n = 0;
	unsigned thread = UINT32_MAX;
	vec_each(each, &cell->events) {
		if (each->trace->events.at[each->index].kind != EVENT_ADD)
			continue;
		n += each->trace->thread != thread;
		thread = each->trace->thread;
	}
	(void)r;
	return n;
}

bool rehearsal_times(struct rehearsal *r, enum event_kind kind, const struct cell *cell, uint64_t *n)
{
	struct minds o = { .r = r };
	struct actors actors = actors_of(&o, kind, cell);
	*n = 0;
	if (actors.unknown)
		return false;
	vec_each(key, &actors.keys) {
		const struct actor *actor = ptrmap_get(actors.of, *key);
		if (actor->uneven ||
			(!is_player(r, *key) && rivals_at(r, *key) != actor->threads))
			return false;
		*n += actor->times;
	}
	return true;
}

/* What is given away at the word by who adds to it, and by who stores each of its values. */
static void give(struct minds *o, struct cell *cell)
{
	struct actors adders = actors_of(o, EVENT_ADD, cell);
	uint64_t *all = set_new(o);
	vec_each(key, &adders.keys) {
		const struct actor *actor = ptrmap_get(adders.of, *key);
		set_join(o, all, actor->given);
	}
	cell->all = all;
	cell->given.n = 0;
	for (size_t i = 0; i < cell->written.n; i++) {
		uint64_t *given = NULL;
		vec_each(each, &cell->events) {
			const struct event *event = &each->trace->events.at[each->index];
			if (event->kind == EVENT_WRITE && event->value == cell->written.at[i])
				set_meet(o, &given, event->released);
		}
		vec_push(o->r->round, &cell->given, given ? given : set_new(o));
	}
}

static const uint64_t *given_with(const struct cell *cell, uint64_t value)
{
	for (size_t i = 0; i < cell->written.n; i++)
		if (cell->written.at[i] == value)
			return cell->given.at[i];
	return NULL;
}

/* What who waits knows of the others; *done: also that the word is as the round leaves it. */
static const uint64_t *gain_of_wait(const struct minds *o, const struct event *wait, bool *done)
{
	uint64_t *gain = NULL;
	const struct cell *cell = wait->cell;
	*done = false;
	if (wait->passes_before || wait->passes_part || !(wait->passes_all || wait->passes.n))
		return set_new(o);
	vec_each(value, &wait->passes) set_meet(o, &gain, given_with(cell, *value));
	if (wait->passes_all)
		set_meet(o, &gain, cell->all);
	*done = !wait->passes_all || !cell->written.n;
	return gain;
}

/* The thread comes to a barrier of its block or warp inside: learns what all have in common on all of their ways. */
static void pass_inner(struct minds *o, const struct trace *trace, struct event *at,
	unsigned number, uint64_t *knows)
{
	if (number >= MOST_INNER) {
		rehearsal_fails(o->r, "there are too many barriers inside");
		return;
	}
	unsigned group = at->of_warp ? trace->player.warp : GROUPS - 1;
	size_t first = ((size_t)trace->player.block * GROUPS + group) * MOST_INNER;
	uint64_t **gathered = &o->gathered[first + number], *common = NULL;
	if (!*gathered)
		*gathered = set_new(o);
	learn(o, at->released, knows);
	const trace_list *traces = &o->r->traces;
	for (size_t i = trace->first; i < traces->n && traces->at[i]->thread == trace->thread; i++) {
		unsigned n = 0;
		vec_each(event, &traces->at[i]->events)
			if (event->kind == EVENT_BARRIER && event->of_warp == at->of_warp &&
				n++ == number)
				set_meet(o, &common, event->released);
	}
	learn(o, *gathered, common);
	set_join(o, knows, *gathered);
}

struct mind {
	uint64_t *knows, *given, *seen;
};

static void fence(const struct minds *o, struct mind *mind, const struct event *event)
{
	if (event->acquires)
		set_join(o, mind->knows, mind->seen);
	if (event->releases)
		set_join(o, mind->given, mind->knows);
}

static bool is_fenced(const struct minds *o, const struct mind *mind)
{
	for (unsigned i = 0; i < o->words; i++)
		if (mind->seen[i] & ~mind->knows[i])
			return false;
	return true;
}

static void operate(struct minds *o, struct mind *mind, struct event *event)
{
	const uint64_t *gain = NULL;
	event->fenced = is_fenced(o, mind);
	learn(o, event->before, mind->knows);
	bool done = event->kind == EVENT_WRITE;
	if (event->kind == EVENT_WAIT)
		gain = gain_of_wait(o, event, &done);
	if (event->kind == EVENT_ADD && event->last) {
		gain = event->cell->all;
		done = !event->cell->written.n;
	}
	if (event->kind != EVENT_WAIT)
		learn(o, event->released, event->releases && !event->weak ? mind->knows : mind->given);
	if (gain)
		set_join(o, event->acquires ? mind->knows : mind->seen, gain);
	if (done)
		set_put(mind->knows, mark_of(o->r, event->cell));
}

static void follow_trace(struct minds *o, struct trace *trace)
{
	struct mind mind = { set_new(o), set_new(o), set_new(o) };
	unsigned inner[2] = { 0, 0 };
	set_put(mind.knows, trace->player.block);
	if (o->r->barrier->fenced_before)
		set_put(mind.given, trace->player.block);
	vec_each(event, &trace->events) {
		if (event->kind == EVENT_FENCE)
			fence(o, &mind, event);
		else if (event->kind == EVENT_BARRIER)
			pass_inner(o, trace, event, inner[event->of_warp]++, mind.knows);
		else if (event->kind == EVENT_READ)
			learn(o, event->released, mind.knows);
		else
			operate(o, &mind, event);
	}
	if (o->r->barrier->fenced_behind)
		set_join(o, mind.knows, mind.seen);
	learn(o, trace->knows, mind.knows);
}

bool rehearsal_know(struct rehearsal *r)
{
	struct minds o = { .r = r, .words = rehearsal_set_words(r) };
	uint64_t events = 0;
	vec_each(trace, &r->traces) events += (*trace)->events.n + 8;
	if (events * o.words > MOST_SET_WORDS)
		return rehearsal_fails(r, "there are too many threads and words");
	o.gathered = arena_alloc(
		r->round, (size_t)r->blocks * GROUPS * MOST_INNER * sizeof(*o.gathered));
	vec_each(trace, &r->traces) {
		(*trace)->knows = set_new(&o);
		vec_each(event, &(*trace)->events) {
			event->released = set_new(&o);
			event->before = set_new(&o);
		}
	}
	do {
		o.changed = false;
		vec_each(cell, &r->cells) give(&o, *cell);
		vec_each(trace, &r->traces) follow_trace(&o, *trace);
		r->steps += events * o.words / 8;
	} while (o.changed && !r->failure && r->steps < MOST_STEPS);
	return !r->failure && (r->steps < MOST_STEPS ||
				      rehearsal_fails(r, "there are too many threads and rounds"));
}
