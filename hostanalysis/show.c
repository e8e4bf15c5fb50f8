#include "hostanalysis/host.h"

/* Text dump of launches, for --dump=host and tests. */

static const char *dims_show(struct arena *arena, const struct et *const dims[3])
{
	return arena_printf(arena, "(%s, %s, %s)", et_show(arena, dims[0], false),
		et_show(arena, dims[1], false), et_show(arena, dims[2], false));
}

static const char *arg_show(struct arena *arena, const struct host_arg *arg)
{
	if (!arg->pieces.n)
		return "?";
	if (arg->pieces.n == 1 && !arg->pieces.at[0].offset)
		return et_show(arena, arg->pieces.at[0].value, false);
	const char *text = "{";
	vec_each(piece, &arg->pieces)
		text = arena_printf(arena, "%s%s%u: %s", text,
			piece == arg->pieces.at ? "" : ", ", piece->offset,
			et_show(arena, piece->value, false));
	return arena_printf(arena, "%s}", text);
}

static const char *launch_show(struct arena *arena, const struct host_launch *launch)
{
	const char *text = arena_printf(arena, "launch %s at %s:%u from %s%s\n",
		launch->kernel ? launch->kernel : "?", launch->loc.file ? launch->loc.file : "?",
		launch->loc.line, launch->function, launch->cooperative ? " cooperative" : "");
	text = arena_printf(arena, "%s  grid %s block %s shared %s\n", text,
		dims_show(arena, launch->grid), dims_show(arena, launch->block),
		et_show(arena, launch->shared, false));
	if (!launch->args_known)
		text = arena_printf(arena, "%s  arguments not known\n", text);
	for (size_t i = 0; i < launch->args.n; i++)
		text = arena_printf(arena, "%s  arg %zu: %s\n", text, i,
			arg_show(arena, &launch->args.at[i]));
	vec_each(fact, &launch->facts)
		text = arena_printf(arena, "%s  %s: %s  [%s] line %u\n", text,
			fact_kind_text(fact->kind), et_show(arena, fact->cond, false), fact->text,
			fact->loc.line);
	return text;
}

const char *host_show(struct arena *arena, const struct host *host)
{
	const char *text = "";
	vec_each(launch, &host->launches)
		text = arena_printf(arena, "%s%s", text, launch_show(arena, launch));
	vec_each(escape, &host->escapes)
		text = arena_printf(arena, "%sescape %s: %s at %s:%u\n", text, escape->kernel,
			escape->reason, escape->loc.file ? escape->loc.file : "?", escape->loc.line);
	return text;
}
