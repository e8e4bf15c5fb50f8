#include "report/sentences.h"

#include <inttypes.h>

const char *race_sentence(
	struct arena *arena, const struct race *race, const struct kernel_result *kernel)
{
	return arena_printf(arena, "%s %s-%s race on '%s' (%s) in kernel '%s'",
		race_kind_text(race->kind), access_type_text(race->access[0].type),
		access_type_text(race->access[1].type), race->object ? race->object : "?",
		space_text(race->space), kernel->name);
}

static const char *show_triple(struct arena *arena, const uint64_t at[3])
{
	return arena_printf(arena, "(%" PRIu64 ",%" PRIu64 ",%" PRIu64 ")", at[0], at[1], at[2]);
}

const char *thread_text(struct arena *arena, const struct witness_thread *thread)
{
	return arena_printf(arena, "block %s thread %s", show_triple(arena, thread->block),
		show_triple(arena, thread->thread));
}

const char *witness_sentence(struct arena *arena, const struct race *race)
{
	const struct witness *witness = &race->witness;
	const char *text = arena_printf(arena, "witness: gridDim=%s blockDim=%s",
		show_triple(arena, witness->grid_dim), show_triple(arena, witness->block_dim));
	vec_each(param, &witness->params)
		text = param->is_unsigned ? arena_printf(arena, "%s %s=%" PRIu64, text, param->name,
						    (uint64_t)param->value)
					  : arena_printf(arena, "%s %s=%" PRId64, text, param->name,
						    param->value);
	return arena_printf(arena,
		"%s: %s and %s both touch %s%+" PRId64, text,
		thread_text(arena, &witness->thread[0]), thread_text(arena, &witness->thread[1]),
		race->object ? race->object : "?", (int64_t)witness->offset);
}
