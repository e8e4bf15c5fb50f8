#include "solver/launches/before.h"
#include "solver/check_pair.h"

#include <string.h>

/* The verdict of a launch, and the facts that it rests on. */

struct mention {
	const struct et_set *terms;
	bool found;
};

static void mention_visit(void *data, const struct et *et)
{
	struct mention *mention = data;
	mention->found |=
		et->op == ET_SYM && et->sym->kind == SYM_LOOP && et_set_has(mention->terms, et);
}

static void ignore_visit(void *data, const struct et *et)
{
	(void)data;
	(void)et;
}

/* Parameters that follow a host loop's counter enter by substitution: so do its bounds. */
static void use_loop_bounds(struct check *check)
{
	struct kernel *kernel = check->kernel;
	struct et_set *terms = et_set_new(kernel->arena);
	vec_each(param, &kernel->params)
		et_each(terms, et_map_apply(check->launch->map, et_sym(kernel->ets, param->sym)),
			ignore_visit, NULL);
	for (size_t i = 0; i < check->launch->facts.n; i++) {
		struct mention mention = { terms, false };
		if (check->launch->facts.at[i].kind != FACT_LOOP_BOUND)
			continue;
		et_once(kernel->arena, check->launch->facts.at[i].cond, mention_visit,
			&mention);
		check->used_facts[i] |= mention.found;
	}
}

/* Dimensions and relations enter by substitution, so every proof of a seen launch rests on them. */
static void keep_dimensions(struct check *check)
{
	const struct host_launch *host = check->launch->host;
	const struct et *const *dims[] = { check->launch->grid, check->launch->block };
	static const char *const names[] = { "gridDim", "blockDim" };
	if (!host || check->result->verdict != VERDICT_RACE_FREE)
		return;
	for (unsigned i = 0; i < 2; i++) {
		struct fact fact = { i ? FACT_BLOCK : FACT_GRID, et_bool(check->kernel->ets, true),
			NULL, host->loc };
		fact.text = arena_printf(check->run, "%s = (%s, %s, %s)", names[i],
			et_show(check->run, dims[i][0], false),
			et_show(check->run, dims[i][1], false),
			et_show(check->run, dims[i][2], false));
		vec_push(check->run, &check->result->facts, fact);
	}
}

/* What the host has put into memory enters by substitution, or as conditions of the pairs that read it. */
static void keep_contents(struct check *check)
{
	const struct host_launch *host = check->launch->host;
	if (!host || check->result->verdict != VERDICT_RACE_FREE)
		return;
	for (size_t i = 0; i < host->contents.n; i++) {
		const struct host_contents *contents = &host->contents.at[i];
		struct fact fact = { FACT_CONTENTS, et_bool(check->kernel->ets, true), contents->text,
			contents->loc };
		if (!fact.text)
			fact.text = "contents of memory";
		if (check->launch->read[i])
			vec_push(check->run, &check->result->facts, fact);
	}
}

void keep_facts(struct check *check)
{
	struct launch *launch = check->launch;
	keep_dimensions(check);
	keep_contents(check);
	if (check->result->verdict == VERDICT_RACE_FREE)
		use_loop_bounds(check);
	for (size_t i = 0; i < launch->facts.n; i++) {
		if (!check->used_facts[i] && !launch_fact_settles(launch, &launch->facts.at[i]))
			continue;
		struct fact fact = launch->facts.at[i];
		bool known = false;
		vec_each(other, &check->result->facts)
			known |= other->kind == fact.kind && other->loc.line == fact.loc.line &&
				 !strcmp(other->text, fact.text);
		if (!known)
			vec_push(check->run, &check->result->facts, fact);
	}
}

void launch_describe(struct check *check)
{
	struct launch_result *result = check->result;
	const struct host_launch *host = check->launch->host;
	if (host)
		result->loc = host->loc;
	for (unsigned i = 0; i < 3; i++) {
		result->grid[i] = et_show(check->run, check->launch->grid[i], false);
		result->block[i] = et_show(check->run, check->launch->block[i], false);
	}
	result->assumptions = check->launch->assumptions;
}

/*
 * What races for some launch need not do so for those that kernels make, which are all there are; nor where launches are
 * in sight, as the kernel's address may go elsewhere to ask for something or to find it again.
 */
static void doubt_races(struct check *check)
{
	const struct host_escape *unlisted = check->launch->unlisted;
	const char *reason = "launch by a kernel, which is not modelled";
	struct loc loc;
	if (check->launch->host || !check->result->races.n)
		return;
	if (unlisted) {
		reason = arena_printf(check->run, "%s, and some launch other than those that are seen would race",
			unlisted->reason);
		loc = unlisted->loc;
	} else if (!kernel_launched_inside(check->kernel, &loc)) {
		return;
	}
	check->result->races.n = 0;
	undecided_add(check, reason, loc);
}

/* What the kernel has access to by a pointer of the launch; NULL: nothing. */
static const struct object *object_behind(struct check *check, const struct et *pointer)
{
	const struct et *own = ptrmap_get(check->launch->pointers, pointer);
	struct ets *ets = check->kernel->ets;
	vec_each(object, &check->kernel->objects)
		if ((*object)->base && et_map_apply(check->launch->map, et_sym(ets, (*object)->base)) == (own ? own : pointer))
			return *object;
	return NULL;
}

/* Pointers that may be the same are no different objects where one of them is written to. */
static void doubt_exchanged(struct check *check)
{
	const struct host_launch *host = check->launch->host;
	for (size_t i = 0; host && i < host->exchanged.n; i++) {
		const struct object *a = object_behind(check, host->exchanged.at[i].pointer[0]);
		const struct object *b = object_behind(check, host->exchanged.at[i].pointer[1]);
		if (!a || !b || (!a->written && !b->written))
			continue;
		const char *reason = arena_printf(check->run,
			"'%s' and '%s' may be the same memory, as the host hands these pointers round in a way that is not followed",
			a->name, b->name);
		undecided_add(check, reason, host->loc);
		return;
	}
}

/* What a proof of the launch rests on beside the assumptions of its questions. */
static unsigned proof_assumptions(const struct check *check)
{
	unsigned assumptions = ASSUME_IN_BOUNDS | ASSUME_DISTINCT;
	if (check->kernel->assumes_growth)
		assumptions |= ASSUME_NO_WRAP;
	if (check->kernel->assumes_taken)
		assumptions |= ASSUME_TAKEN_VALUES;
	if (check->kernel->assumes_progress)
		assumptions |= ASSUME_PROGRESS;
	if (check->kernel->assumes_unset || check->launch->unset)
		assumptions |= ASSUME_UNSET_FLAGS;
	return assumptions;
}

void launch_conclude(struct check *check)
{
	struct launch_result *result = check->result;
	doubt_races(check);
	doubt_exchanged(check);
	doubt_second_pointers(check);
	vec_each(entry, &check->kernel->unsupported) {
		if (launch_suffers(check->launch, entry))
			undecided_add(check, entry->what, entry->loc);
	}
	doubt_foreign(check);
	if (result->races.n)
		result->verdict = VERDICT_RACE;
	else if (result->undecided.n)
		result->verdict = VERDICT_UNDECIDED;
	else
		result->verdict = VERDICT_RACE_FREE;
	if (result->verdict == VERDICT_RACE_FREE)
		result->assumptions |= proof_assumptions(check);
	result->begun = check->launch->begun;
	result->unsearched = check->proof_only && result->verdict == VERDICT_UNDECIDED;
	keep_facts(check);
}
