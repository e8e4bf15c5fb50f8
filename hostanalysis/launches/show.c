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

static bool is_pointer(struct ets *ets, const struct host_arg *arg)
{
	if (arg->pieces.n != 1 || arg->pieces.at[0].width != 64)
		return false;
	const struct et *offset, *value = arg->pieces.at[0].value;
	return value->op == ET_ITE || host_pointee(ets, value, &offset);
}

/* Pairs of pointer arguments about which something is known. */
static const char *aliasing_show(struct arena *arena, struct ets *ets,
	const struct host_launch *launch)
{
	static const char *const words[] = { "distinct", "same", "may alias", "unknown" };
	const char *text = "", *distinct = "";
	for (size_t i = 0; i < launch->args.n; i++) {
		for (size_t j = i + 1; j < launch->args.n; j++) {
			if (!is_pointer(ets, &launch->args.at[i]) ||
				!is_pointer(ets, &launch->args.at[j]))
				continue;
			struct host_aliasing aliasing = host_alias(arena, ets,
				launch->args.at[i].pieces.at[0].value,
				launch->args.at[j].pieces.at[0].value);
			if (aliasing.alias == HOST_ALIAS_DISTINCT) {
				distinct = arena_printf(arena, "%s %zu-%zu", distinct, i, j);
				continue;
			}
			text = arena_printf(arena, "%s  args %zu, %zu: %s%s%s  [%s]\n", text, i, j,
				words[aliasing.alias], aliasing.delta ? " + " : "",
				aliasing.delta ? et_show(arena, aliasing.delta, false) : "",
				aliasing.reason);
		}
	}
	return *distinct ? arena_printf(arena, "  distinct:%s\n%s", distinct, text) : text;
}

/* What launches before have left. */
static const char *before_show(struct arena *arena, const struct host_before *before)
{
	const char *text = "";
	vec_each(left, &before->left)
		text = arena_printf(arena, "%s  %s as line %u left it, if %s, in another size if %s, perhaps if %s, in another size perhaps if %s, of one size if %s\n", text,
			left->variable ? left->variable
				       : arena_printf(arena, "arg %u+%u", left->arg, left->offset),
			left->loc.line, et_show(arena, left->when, false),
			et_show(arena, left->resized, false), et_show(arena, left->perhaps, false),
			et_show(arena, left->resized_perhaps, false), et_show(arena, left->given, false));
	for (size_t i = 0; i < before->kept.n; i++)
		if (!before->kept.at[i])
			text = arena_printf(arena, "%s  arg %zu: another one before\n", text, i);
	return text;
}

static const char *contents_show(struct arena *arena, const struct host_contents *contents)
{
	const char *text = arena_printf(arena, "  contents of %s: %u bits of each %u bytes, from byte %u",
		et_show(arena, contents->base, false), contents->width, contents->stride,
		contents->offset);
	if (contents->value)
		text = arena_printf(arena, "%s: %s", text, et_show(arena, contents->value, false));
	if (contents->step)
		text = arena_printf(arena, "%s: each greater by %s", text,
			et_show(arena, contents->step, false));
	if (contents->gain)
		text = arena_printf(arena, "%s, and the next one by %s", text, et_show(arena, contents->gain, false));
	if (contents->apart)
		text = arena_printf(arena, "%s: apart by %s", text,
			et_show(arena, contents->apart, false));
	if (contents->least)
		text = arena_printf(arena, "%s: from %s%s%s", text, et_show(arena, contents->least, false),
			contents->most ? " to " : " on", contents->most ? et_show(arena, contents->most, false) : "");
	if (!et_is_true(contents->within))
		text = arena_printf(arena, "%s: if %s", text, et_show(arena, contents->within, false));
	return arena_printf(arena, "%s  [%s] line %u\n", text, contents->text, contents->loc.line);
}

static const char *preset_show(struct arena *arena, const struct host_preset *preset)
{
	const struct host_contents *words = &preset->words;
	return arena_printf(arena, "  %s%s has %u bits %s, by line %u: if %s, %s\n",
		preset->variable ? preset->variable : et_show(arena, words->base, false),
		preset->surely ? "" : " maybe", words->width,
		words->value ? et_show(arena, words->value, false) : preset->below ? "of any value, below zero too" : "of any value",
		words->loc.line, et_show(arena, words->within, false),
		et_show(arena, preset->when, false));
}

static const char *launch_show(struct arena *arena, struct ets *ets,
	const struct host_launch *launch)
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
	vec_each(image, &launch->images)
		text = arena_printf(arena, "%s  %s+%u: %s\n", text, image->name,
			image->piece.offset, et_show(arena, image->piece.value, false));
	text = arena_printf(arena, "%s%s", text, aliasing_show(arena, ets, launch));
	vec_each(preset, &launch->presets)
		text = arena_printf(arena, "%s%s", text, preset_show(arena, preset));
	if (launch->before)
		text = arena_printf(arena, "%s%s", text, before_show(arena, launch->before));
	vec_each(contents, &launch->contents)
		text = arena_printf(arena, "%s%s", text, contents_show(arena, contents));
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
		text = arena_printf(arena, "%s%s", text, launch_show(arena, host->ets, launch));
	vec_each(overlap, &host->overlaps)
		text = arena_printf(arena, "%sat the same time: %s at line %u, %s at line %u, if %s\n", text,
			overlap->first.transfer ? overlap->first.transfer : overlap->first.kernel, overlap->first.loc.line,
			overlap->second.transfer ? overlap->second.transfer : overlap->second.kernel,
			overlap->second.loc.line, et_show(arena, overlap->apart, false));
	vec_each(escape, &host->escapes)
		text = arena_printf(arena, "%sescape %s: %s at %s:%u\n", text, escape->kernel,
			escape->reason, escape->loc.file ? escape->loc.file : "?",
			escape->loc.line);
	return text;
}
