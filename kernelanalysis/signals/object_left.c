#include "kernelanalysis/signals/signal.h"

/* Symbols for what launches before leave in an object, which the launch is asked about (see
 * leftovers.c). */

const struct et *object_left(struct kernel *kernel, const struct object *object)
{
	struct object *known = kernel->objects.at[object->index];
	assert(known == object);
	if (!known->left) {
		known->left = symbol_new(
			kernel->ets, SYM_PARAM, LEVEL_GRID, 1, "left by the launch before");
		known->left_resized = symbol_new(
			kernel->ets, SYM_PARAM, LEVEL_GRID, 1, "left by a launch of another size");
		known->left_perhaps = symbol_new(
			kernel->ets, SYM_PARAM, LEVEL_GRID, 1, "perhaps left by a launch before");
		known->left_resized_perhaps = symbol_new(kernel->ets, SYM_PARAM, LEVEL_GRID, 1,
			"perhaps left by a launch of another size");
		known->left_given = symbol_new(kernel->ets, SYM_PARAM, LEVEL_GRID, 1,
			"left by some launch of the size before");
	}
	return et_sym(kernel->ets, known->left);
}

const struct et *object_left_resized(struct kernel *kernel, const struct object *object)
{
	object_left(kernel, object);
	return et_sym(kernel->ets, object->left_resized);
}

const struct et *object_left_perhaps(struct kernel *kernel, const struct object *object)
{
	object_left(kernel, object);
	return et_sym(kernel->ets, object->left_perhaps);
}

const struct et *object_left_resized_perhaps(struct kernel *kernel, const struct object *object)
{
	object_left(kernel, object);
	return et_sym(kernel->ets, object->left_resized_perhaps);
}

const struct et *object_left_given(struct kernel *kernel, const struct object *object)
{
	object_left(kernel, object);
	return et_sym(kernel->ets, object->left_given);
}
