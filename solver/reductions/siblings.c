#include "solver/reductions/siblings.h"

#include <string.h>

#include "base/effort.h"
#include "base/strmap.h"
#include "solver/check_pair.h"

#define RACED_SHARE 8 /* this part of the time may go into places that raced, */
#define OPEN_SHARE 4  /* this one of that for a question into one that stayed open, */
#define SLACK 1.5     /* unless proofs have taken nearly as long */

enum { MOST_RACED = 4, MOST_TRIES = 2, MOST_CHEAP_TRIES = 8, BARREN = 2 };

/* Two places, as those that raced. */
struct raced {
	struct loc places[2];
	enum race_kind kind;
};

struct family {
	struct arena *arena;
	struct loc kernel;
	struct strmap *open; /* places -> anything */
	VEC(struct raced) raced;
	VEC(struct raced) left; /* one: of the first pair that made a launch undecided */
	double slowest; /* proof */
	unsigned undecided, decided; /* launches, without those decided cheaply */
};

struct siblings {
	struct arena *arena;
	VEC(struct family *) families;
};

struct siblings *siblings_new(struct arena *arena)
{
	struct siblings *siblings = arena_alloc(arena, sizeof(*siblings));
	siblings->arena = arena;
	return siblings;
}

static bool same_place(struct loc a, struct loc b)
{
	return a.line == b.line && a.column == b.column && a.file && b.file && !strcmp(a.file, b.file);
}

struct family *family_of(struct siblings *siblings, const struct kernel *kernel)
{
	vec_each(known, &siblings->families)
		if (same_place((*known)->kernel, kernel->loc))
			return *known;
	struct family *family = arena_alloc(siblings->arena, sizeof(*family));
	family->arena = siblings->arena;
	family->kernel = kernel->loc;
	family->kernel.file = kernel->loc.file ? arena_strdup(family->arena, kernel->loc.file) : NULL;
	family->open = strmap_new(family->arena);
	vec_push(siblings->arena, &siblings->families, family);
	return family;
}

static const char *key_of(struct arena *arena, struct check *check, const struct pair *pair)
{
	struct loc a = access_loc(check->kernel, pair->a.access), b = access_loc(check->kernel, pair->b.access);
	return arena_printf(arena, "%u:%u %u:%u %d", a.line, a.column, b.line, b.column, pair->interval->kind);
}

bool family_open(const struct family *family, struct check *check, const struct pair *pair)
{
	return !family->raced.n && strmap_get(family->open, key_of(check->kernel->arena, check, pair));
}

void family_proved(struct family *family, double seconds)
{
	family->slowest = seconds > family->slowest ? seconds : family->slowest;
}

bool family_is_open(const struct family *family)
{
	return family->undecided && !family->decided;
}

bool family_is_barren(const struct family *family)
{
	return family && family->undecided >= BARREN && !family->decided;
}

double family_seconds(const struct family *family, double seconds)
{
	double least = seconds / OPEN_SHARE, enough = SLACK * family->slowest;
	enough = enough > least && !family_is_barren(family) ? enough : least;
	return enough < seconds ? enough : seconds;
}

static bool same_places(const struct raced *a, const struct raced *b)
{
	return a->kind == b->kind && same_place(a->places[0], b->places[0]) &&
	       same_place(a->places[1], b->places[1]);
}

static bool is_known(const struct family *family, const struct raced *raced)
{
	vec_each(known, &family->raced)
		if (same_places(known, raced))
			return true;
	return false;
}

static void own_places(struct family *family, struct raced *raced)
{
	for (unsigned i = 0; i < 2; i++)
		raced->places[i].file = raced->places[i].file
						? arena_strdup(family->arena, raced->places[i].file)
						: NULL;
}

/* The first race of a launch, which makes its verdict. */
static void keep_race(struct family *family, const struct check *check)
{
	vec_each(race, &check->result->races) {
		struct raced raced = { { race->access[0].loc, race->access[1].loc }, race->kind };
		if (race->severity != SEVERITY_ERROR)
			continue;
		own_places(family, &raced);
		if (!is_known(family, &raced) && family->raced.n < MOST_RACED)
			vec_push(family->arena, &family->raced, raced);
		return;
	}
}

/* The first pair that made the launch undecided. */
static void keep_left(struct family *family, const struct check *check)
{
	const struct pair *pair = &check->dooming;
	if (!pair->interval || family->left.n)
		return;
	struct raced left = { { access_loc(check->kernel, pair->a.access),
				      access_loc(check->kernel, pair->b.access) },
		pair->interval->kind };
	own_places(family, &left);
	vec_push(family->arena, &family->left, left);
}

void family_keep(struct family *family, struct check *check)
{
	bool decided = check->result->verdict == VERDICT_RACE ||
		       check->result->verdict == VERDICT_RACE_FREE;
	family->undecided += check->result->verdict == VERDICT_UNDECIDED &&
			     (check->open.n || check->dooming.interval);
	family->decided += decided && check->asked;
	vec_each(question, &check->open)
		strmap_set(family->open, key_of(family->arena, check, (*question)->pair), family);
	keep_race(family, check);
	keep_left(family, check);
}

static bool is_at(struct check *check, const struct instance *a, const struct instance *b, const struct raced *raced)
{
	struct loc x = access_loc(check->kernel, a->access), y = access_loc(check->kernel, b->access);
	return (same_place(x, raced->places[0]) && same_place(y, raced->places[1])) ||
	       (same_place(x, raced->places[1]) && same_place(y, raced->places[0]));
}

static bool is_at_one(struct check *check, const struct instance *instance, const struct raced *raced)
{
	struct loc place = access_loc(check->kernel, instance->access);
	return same_place(place, raced->places[0]) || same_place(place, raced->places[1]);
}

/* Asks about pairs of the interval at these places; counts them off. */
static void ask_interval(struct check *check, struct interval *interval, const struct raced *raced, unsigned *tries)
{
	for (size_t i = 0; *tries && i < interval->instances.n; i++) {
		const struct instance *a = &interval->instances.at[i];
		if (!is_at_one(check, a, raced))
			continue;
		for (size_t k = i; *tries && k < interval->instances.n; k++) {
			const struct instance *b = &interval->instances.at[k];
			if (!is_at(check, a, b, raced) || pair_ruled_out(check, interval, a, b))
				continue;
			--*tries;
			struct pair pair = { interval, *a, *b };
			if (ask_for_race(check, &pair))
				return;
		}
	}
}

void family_ask(const struct family *family, struct check *check)
{
	double end = effort_now() + check->options->seconds / RACED_SHARE;
	vec_each(raced, &family->raced) {
		unsigned tries = budget_is_cheap(check) ? MOST_CHEAP_TRIES : MOST_TRIES;
		vec_each(interval, &check->kernel->intervals)
			if ((*interval)->kind == raced->kind && !(*interval)->flight && !check->settled &&
				effort_now() < end)
				ask_interval(check, *interval, raced, &tries);
	}
}

/* The first pair of the interval at these places. */
static bool find_left(
	struct check *check, struct interval *interval, const struct raced *left, struct pair *pair)
{
	for (size_t i = 0; i < interval->instances.n; i++) {
		const struct instance *a = &interval->instances.at[i];
		if (!is_at_one(check, a, left))
			continue;
		for (size_t k = i; k < interval->instances.n; k++) {
			const struct instance *b = &interval->instances.at[k];
			bool swap = a->access->index > b->access->index;
			if (!is_at(check, a, b, left) || pair_ruled_out(check, interval, a, b))
				continue;
			*pair = (struct pair){ interval, swap ? *b : *a, swap ? *a : *b };
			return true;
		}
	}
	return false;
}

void family_ask_open(const struct family *family, struct check *check)
{
	struct pair pair;
	if (!family_is_open(family) || !family->left.n)
		return;
	vec_each(each, &check->kernel->intervals) {
		struct interval *interval = *each;
		if (interval->kind != family->left.at[0].kind || interval->flight ||
			interval->doubted || interval->split ||
			!find_left(check, interval, &family->left.at[0], &pair))
			continue;
		check->foremost = pair;
		check->expects_open = true;
		ask_pair(check, &pair);
		check->expects_open = false;
		return;
	}
}
