#include "driver/archs.h"

#include <string.h>

#include "frontend/arch.h"
#include "report/merge.h"

static bool has(const text_list *list, const char *text)
{
	vec_each(known, list) {
		if (!strcmp(*known, text))
			return true;
	}
	return false;
}

static void add(struct arena *arena, text_list *archs, const char *named)
{
	const char *arch = arch_choose(arena, named).arch;
	if (!has(archs, arch))
		vec_push(arena, archs, arch);
}

text_list archs_of_unit(
	struct arena *arena, const struct compiler *compiler, const struct unit *unit)
{
	text_list archs = { 0 };
	if (unit->archs.n)
		return unit->archs;
	const text_list *named =
		unit->entry ? &unit->entry->translation.archs : &compiler->archs;
	if (!compiler->arch_given || !unit->entry)
		vec_each(arch, named)
			add(arena, &archs, *arch);
	if (!archs.n || compiler->arch_option) {
		archs = (text_list){ 0 };
		vec_push(arena, &archs, compiler->arch);
	}
	return archs;
}

text_list archs_sorted(struct arena *arena, const text_list *archs)
{
	text_list left = { 0 }, sorted = { 0 };
	vec_each(arch, archs)
		vec_push(arena, &left, *arch);
	while (left.n) {
		const char *newest = arch_newest(&left);
		size_t kept = 0;
		vec_push(arena, &sorted, newest);
		vec_each(arch, &left)
			if (strcmp(*arch, newest))
				left.at[kept++] = *arch;
		left.n = kept;
	}
	return sorted;
}

text_list archs_of(
	struct arena *arena, const struct project *project, const struct compiler *compiler)
{
	text_list all = { 0 };
	vec_each(unit, &project->units) {
		text_list archs = archs_of_unit(arena, compiler, unit);
		vec_each(arch, &archs)
			add(arena, &all, *arch);
	}
	return archs_sorted(arena, &all);
}

struct project archs_part(struct arena *arena, const struct project *project,
	const struct compiler *compiler, const char *arch)
{
	struct project part = *project;
	memset(&part.units, 0, sizeof(part.units));
	memset(&part.context, 0, sizeof(part.context));
	vec_each(unit, &project->units) {
		text_list archs = archs_of_unit(arena, compiler, unit);
		struct unit with = *unit;
		if (!has(&archs, arch)) {
			vec_push(arena, &part.context, with);
			continue;
		}
		with.arch = arch;
		vec_push(arena, &part.units, with);
	}
	vec_each(unit, &project->context)
		vec_push(arena, &part.context, *unit);
	return part;
}

void archs_label(struct arena *arena, struct results *results, const char *arch)
{
	results_merge_launches(arena, results);
	vec_each(kernel, &results->kernels)
		vec_each(launch, &kernel->launches)
			launch->archs = arch;
}
