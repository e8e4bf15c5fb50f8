#include "solver/causes/cause.h"

#include "kernelanalysis/passes.h"

/* Why a pair races, in one sentence that names the operation and line that is too weak. */

static const char *const scope_names[] = {
	[SCOPE_NONE] = "no", [SCOPE_BLOCK] = "block", [SCOPE_CLUSTER] = "cluster",
	[SCOPE_DEVICE] = "device", [SCOPE_SYSTEM] = "system"
};

const char *cause_scope(enum scope scope)
{
	return scope_names[scope];
}

unsigned cause_line(const struct why *why, const struct access *access)
{
	return access_loc(why->check->kernel, access).line;
}

const char *narrow_cause(const struct why *why, const char *what, unsigned line, enum scope scope)
{
	return arena_printf(why->check->run, "scope too narrow: %s line %u has %s scope; %s", what,
		line, cause_scope(scope), why->other);
}

static const char *atomic_cause(const struct why *why)
{
	const struct access *sides[] = { why->a, why->b };
	bool both = why->a->type == ACCESS_ATOMIC && why->b->type == ACCESS_ATOMIC;
	for (unsigned t = 0; t < 2; t++)
		if (sides[t]->type == ACCESS_ATOMIC && sides[t]->scope < why->needed)
			return narrow_cause(why, "the atomic at", cause_line(why, sides[t]), sides[t]->scope);
	if (both)
		return "the two atomics are of different sizes";
	for (unsigned t = 0; t < 2; t++)
		if (sides[t]->type == ACCESS_ATOMIC)
			return arena_printf(why->check->run,
				"the access at line %u is atomic, the other is plain",
				cause_line(why, sides[t]));
	return NULL;
}

const char *race_cause(struct check *check, const struct pair *pair)
{
	bool inter = pair->interval->kind == RACE_INTER_BLOCK;
	struct why why = { check, pair->a.access, pair->b.access, pair->interval->kind,
		interval_scope(pair->interval),
		inter ? "the other thread is in another block" : "it orders no other thread" };
	const char *cause = pair->interval->proxy
		? "fence.proxy.async missing between the write and the bulk copy that reads"
		: flight_cause(&why, pair->interval->flight);
	if (!cause)
		cause = end_cause(&why);
	if (!cause)
		cause = bulk_cause(&why);
	if (!cause)
		cause = atomic_cause(&why);
	if (!cause)
		cause = lock_cause(&why);
	if (!cause)
		cause = by_hand_cause(&why, pair);
	if (!cause)
		cause = signals_cause(&why);
	return cause ? cause : barrier_cause(&why, pair);
}
