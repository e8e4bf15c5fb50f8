#include "report/merge.h"

#include <string.h>

bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

bool same_race(const struct race *a, const struct race *b)
{
	for (int i = 0; i < 2; i++)
		if (!same_loc(&a->access[i].loc, &b->access[i].loc) ||
			a->access[i].type != b->access[i].type)
			return false;
	return a->kind == b->kind && a->space == b->space && a->severity == b->severity &&
	       same_text(a->object, b->object);
}

static bool same_config(const struct launch_result *a, const struct launch_result *b)
{
	for (int axis = 0; axis < 3; axis++)
		if (!same_text(a->grid[axis], b->grid[axis]) ||
			!same_text(a->block[axis], b->block[axis]))
			return false;
	return true;
}

/* Same launch, same verdict, same reasons. */
static bool same_launch(const struct launch_result *a, const struct launch_result *b)
{
	if (!same_loc(&a->loc, &b->loc) || !same_config(a, b) || a->verdict != b->verdict ||
		a->races.n != b->races.n || a->undecided.n != b->undecided.n)
		return false;
	for (size_t i = 0; i < a->races.n; i++)
		if (!same_race(&a->races.at[i], &b->races.at[i]))
			return false;
	for (size_t i = 0; i < a->undecided.n; i++)
		if (!same_loc(&a->undecided.at[i].loc, &b->undecided.at[i].loc) ||
			!same_text(a->undecided.at[i].reason, b->undecided.at[i].reason))
			return false;
	return true;
}

/* Does a list of architectures have one. */
static bool has_arch(const char *archs, const char *arch)
{
	size_t length = strlen(arch);
	for (const char *at = archs; (at = strstr(at, arch)); at += length)
		if (!at[length] || at[length] == ',')
			return true;
	return false;
}

static void add_launch(
	struct arena *arena, struct kernel_result *kernel, const struct launch_result *launch)
{
	vec_each(other, &kernel->launches) {
		if (!same_launch(other, launch))
			continue;
		if (launch->archs && !has_arch(other->archs, launch->archs)) {
			other->archs = arena_printf(arena, "%s, %s", other->archs, launch->archs);
			return;
		}
		vec_each(race, &other->races)
			race->more++;
		return;
	}
	vec_push(arena, &kernel->launches, *launch);
}

static struct kernel_result *kernel_in(
	const struct results *results, size_t n, const struct kernel_result *kernel)
{
	for (size_t i = 0; i < n; i++) {
		struct kernel_result *other = &results->kernels.at[i];
		if (same_text(other->mangled, kernel->mangled) &&
			same_text(other->name, kernel->name) && same_loc(&other->loc, &kernel->loc))
			return other;
	}
	return NULL;
}

static void merge_kernels(struct arena *arena, struct results *results)
{
	size_t kept = 0;
	vec_each(kernel, &results->kernels) {
		struct kernel_result *first = kernel_in(results, kept, kernel);
		if (!first) {
			results->kernels.at[kept++] = *kernel;
			continue;
		}
		vec_each(launch, &kernel->launches)
			add_launch(arena, first, launch);
	}
	results->kernels.n = kept;
}

static void merge_races(struct arena *arena, struct results *results)
{
	VEC(struct race *) all = { 0 };
	vec_each(kernel, &results->kernels)
		vec_each(launch, &kernel->launches)
			vec_each(race, &launch->races) {
				struct race **first = all.at, **end = all.at + all.n;
				while (first < end && !same_race(*first, race))
					first++;
				if (first == end) {
					vec_push(arena, &all, race);
				} else {
					(*first)->more += race->more + 1;
					race->repeated = true;
				}
			}
}

static void merge_findings(struct results *results)
{
	size_t kept = 0;
	vec_each(finding, &results->findings) {
		bool seen = false;
		for (size_t i = 0; i < kept; i++) {
			const struct finding *other = &results->findings.at[i];
			seen |= same_text(other->rule, finding->rule) &&
				other->severity == finding->severity &&
				same_loc(&other->loc, &finding->loc) &&
				same_text(other->message, finding->message);
		}
		if (!seen)
			results->findings.at[kept++] = *finding;
	}
	results->findings.n = kept;
}

static void merge_errors(struct results *results)
{
	size_t kept = 0;
	vec_each(error, &results->errors) {
		bool seen = false;
		for (size_t i = 0; i < kept; i++)
			seen |= same_text(results->errors.at[i].file, error->file) &&
				same_text(results->errors.at[i].message, error->message);
		if (!seen)
			results->errors.at[kept++] = *error;
	}
	results->errors.n = kept;
}

void results_append(struct arena *arena, const struct results *from, struct results *to)
{
	vec_each(kernel, &from->kernels)
		vec_push(arena, &to->kernels, *kernel);
	vec_each(finding, &from->findings)
		vec_push(arena, &to->findings, *finding);
	vec_each(error, &from->errors)
		vec_push(arena, &to->errors, *error);
	vec_each(note, &from->notes)
		vec_push(arena, &to->notes, *note);
	to->partial |= from->partial;
	to->unchecked += from->unchecked;
	to->system_launches += from->system_launches;
}

void results_merge_launches(struct arena *arena, struct results *results)
{
	merge_kernels(arena, results);
}

void results_merge(struct arena *arena, struct results *results)
{
	merge_kernels(arena, results);
	merge_races(arena, results);
	merge_findings(results);
	merge_errors(results);
}
