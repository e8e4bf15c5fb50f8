#include "solver/findings/between_internal.h"

#include <string.h>

/*
 * Two launches of which one goes to places, or by conditions, that memory decides. The other one goes where it goes whatever memory
 * holds: then the two meet if an entry leads there. Pieces of arrays, whose entries may lead to places of
 * their own piece alone, are left out: both sides must have been given the memory's beginning.
 */

struct search {
	struct between *between;
	struct side *side;
	bool other; /* something else than memory that the kernel leaves alone decides */
	const char *name;
};

static void leaf_visit(void *data, const struct et *et)
{
	struct search *search = data;
	if ((et->op != ET_SYM && et->op != ET_APP) || et->sym->kind < SYM_LOAD || et->sym->kind == SYM_FLOAT)
		return;
	const struct object *object =
		search->side->kernel ? object_of_contents(search->side->kernel, et->sym) : NULL;
	search->other |= et->sym->kind != SYM_LOAD || !object || object->written || object->space != SPACE_GLOBAL ||
			 launch_own_list(search->side->launch, et);
	search->name = object ? object->name : NULL;
}

/* Of side t: its address, and the conditions from one to another. */
static void side_search(struct search *search, const struct meeting *meeting, unsigned t)
{
	struct et_set *seen = et_set_new(search->between->run);
	size_t end = t == 0 ? meeting->own : meeting->terms.conditions.n;
	search->side = &search->between->side[t];
	et_each(seen, meeting->terms.address[t], leaf_visit, search);
	for (size_t i = t == 0 ? 0 : meeting->own; i < end; i++)
		et_each(seen, meeting->terms.conditions.at[i], leaf_visit, search);
}

/* Has the launch of side t been given where the memory of its access begins. */
static bool at_beginning(struct between *between, const struct meeting *meeting, unsigned t)
{
	const struct side *side = &between->side[t];
	const struct object *object = meeting->access[t]->object;
	place_list places = { 0 };
	return object->base &&
	       address_places(between->ets,
		       et_map_apply(side->launch->map, et_sym(side->kernel->ets, object->base)), &places) &&
	       places.n == 1 && et_is_const(places.at[0].offset) && places.at[0].offset->value == 0;
}

const char *between_data(struct between *between, const struct meeting *meeting)
{
	struct search search[2] = { { .between = between }, { .between = between } };
	for (unsigned t = 0; t < 2; t++) {
		if (!meeting->access[t])
			return NULL;
		side_search(&search[t], meeting, t);
		if (search[t].other || !at_beginning(between, meeting, t))
			return NULL;
	}
	return search[0].name && search[1].name ? NULL : search[0].name ? search[0].name : search[1].name;
}
