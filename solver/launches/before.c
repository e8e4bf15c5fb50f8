#include "solver/launches/before.h"

#include "kernelanalysis/signals/signal.h"
#include "solver/check_pair.h"

/* What is known of the object that earlier launches left; NULL: nothing. */
static const struct host_left *left_of(const struct launch *launch, const struct object *object)
{
	const struct host_before *before = launch->host ? launch->host->before : NULL;
	for (size_t i = 0; before && i < before->left.n; i++) {
		const struct host_left *left = &before->left.at[i];
		if (left->variable && object->kind == OBJECT_GLOBAL &&
			object_is_global(object, left->variable))
			return left;
		vec_each(param, &launch->kernel->params)
			if (!left->variable && param->sym == object->base &&
				left->arg == param->arg && left->offset == param->offset)
				return left;
	}
	return NULL;
}

static bool is_kept(const struct launch *launch, const struct kernel_param *param)
{
	const struct host_before *before = launch->host ? launch->host->before : NULL;
	return before && param->arg < before->kept.n && before->kept.at[param->arg];
}

/* What some earlier launch was given; NULL: anything. */
static const struct et *value_was(const struct launch *launch, const struct kernel_param *param)
{
	const struct host_before *before = launch->host ? launch->host->before : NULL;
	bool known = before && param->arg < before->was.n && !param->offset;
	const struct et *value = known ? before->was.at[param->arg] : NULL;
	return value && value->width == param->width ? value : NULL;
}

const struct et *before_term(struct launch *launch, const struct symbol *sym)
{
	struct ets *ets = launch->kernel->ets;
	vec_each(each, &launch->kernel->objects) {
		if ((*each)->left != sym && (*each)->left_resized != sym && (*each)->left_perhaps != sym &&
			(*each)->left_given != sym && (*each)->left_resized_perhaps != sym)
			continue;
		const struct host_left *left = left_of(launch, *each);
		if (!left)
			return et_bool(ets, false);
		return sym == (*each)->left ? left->when
		       : sym == (*each)->left_resized ? left->resized
		       : sym == (*each)->left_given ? left->given
		       : sym == (*each)->left_perhaps ? left->perhaps : left->resized_perhaps;
	}
	vec_each(param, &launch->kernel->params) {
		if (param->kept == sym)
			return et_bool(ets, is_kept(launch, param));
		if (param->was == sym)
			return value_was(launch, param);
	}
	return NULL;
}

void doubt_foreign(struct check *check)
{
	for (size_t i = 0; check->result->undecided.n && i < check->kernel->objects.n; i++) {
		const struct object *object = check->kernel->objects.at[i];
		const struct host_left *left = object->left_perhaps ? left_of(check->launch, object) : NULL;
		if (!left || !left->foreign || (et_is_false(left->perhaps) && et_is_false(left->resized_perhaps)))
			continue;
		const char *call = *left->foreign ? arena_printf(check->run, "call of '%s', which is not modelled,", left->foreign)
						  : "call that is not followed";
		undecided_add(check,
			arena_printf(check->run, "%s may have set back what an earlier launch left in '%s', or not", call, object->name),
			left->foreign_loc);
	}
}

static const char *begun_cause(struct arena *arena, struct launch *launch, const struct access *wait,
	const struct host_preset *preset)
{
	unsigned line = access_loc(launch->kernel, wait).line;
	if (!preset->words.loc.line)
		return arena_printf(arena,
			"the wait at line %u can go on at once: '%s' begins with what it waits for",
			line, wait->object->name);
	return arena_printf(arena,
		"the wait at line %u can go on at once: line %u has filled '%s' with what it waits for",
		line, preset->words.loc.line, wait->object->name);
}

/* Does the wait go on with what the preset is all over; if that is not one number, it may. */
static bool may_go_on_with(struct launch *launch, const struct acquire *acquire, const struct host_preset *preset)
{
	struct ets *ets = launch->kernel->ets;
	unsigned width = acquire->op->size * 8;
	const struct et *value = preset->words.value;
	bool bytes = preset->words.width == 8 && preset->words.stride == 1 && width <= 64;
	if (!value || !et_is_const(value) || (preset->words.width != width && !bytes))
		return true;
	uint64_t each = UINT64_C(0x0101010101010101) >> (64 - width);
	const struct et *number = preset->words.width == width ? value
				  : et_const(ets, width, (value->value & 0xff) * each);
	return !et_is_false(et_map_apply(launch->map, acquire_test(launch->kernel, acquire, number)));
}

/* What lies in the word that the wait reads, and may let it go on; NULL: nothing that is known does. */
static const struct host_preset *preset_met(struct launch *launch, const struct acquire *acquire)
{
	const struct object *object = acquire->op->object;
	const struct host_preset *found = NULL, *preset = begun_preset_after(launch, object, NULL);
	for (; preset; preset = begun_preset_after(launch, object, preset))
		if ((!found || preset->words.loc.line) && may_go_on_with(launch, acquire, preset))
			found = preset;
	return found;
}

const char *before_cause(struct arena *arena, struct launch *launch, const struct access *from,
	const struct order_path *release, const struct access *to,
	const struct order_path *acquire)
{
	const struct access *wait = acquire->op;
	const struct host_left *known = left_of(launch, wait->object);
	const struct host_preset *preset = preset_met(launch, acquire->acquire);
	const struct et *begins = wait_begins(launch->kernel, acquire->acquire).surely;
	if (preset && !et_is_false(et_map_apply(launch->map, begins)))
		return begun_cause(arena, launch, wait, preset);
	if (!known)
		return NULL;
	const struct et *left = et_or(launch->kernel->ets,
		wait_left(launch->kernel, from, release->op, to, acquire->acquire),
		wait_left_resized(launch->kernel, from, release->op, to, acquire->acquire).surely);
	if (et_is_false(et_map_apply(launch->map, left)))
		return NULL;
	return arena_printf(arena,
		"the wait at line %u can go on at once: what the launch before, at line %u, left in "
		"'%s' has not been set back",
		access_loc(launch->kernel, wait).line, known->loc.line, wait->object->name);
}
