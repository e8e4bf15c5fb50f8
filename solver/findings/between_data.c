#include "solver/findings/between_internal.h"

#include <string.h>

/*
 * Two launches, or one and a copy or the host, of which one goes to places, or by conditions, that memory decides. The other one goes
 * where it goes whatever memory holds: then the two meet if an entry leads there. Pieces of arrays, whose entries may lead to places of
 * their own piece alone, are left out: both sides must have been given the memory's beginning. What the host itself touches early is in sight.
 */

struct search {
	struct between *between;
	struct side *side;
	bool host;  /* the other side is the host itself: what memory held may be what the kernel has put there */
	bool other; /* something else than memory that the kernel leaves alone decides */
	const char *name;
};

/* The memory that a value was read from which the kernel changes, by a plain read; NULL: it is none. */
static const struct object *read_from(const struct kernel *kernel, const struct symbol *value)
{
	vec_each(access, &kernel->accesses)
		if ((*access)->type == ACCESS_READ && (const void *)(*access)->instruction == value->origin && between_plain(*access))
			return (*access)->object;
	return NULL;
}

/* The memory whose entries a leaf is one of; NULL: it is not that alone. */
static const struct object *entries_of(struct search *search, const struct et *leaf)
{
	const struct kernel *kernel = search->side->kernel;
	const struct object *object = kernel ? object_of_contents(kernel, leaf->sym) : NULL;
	bool left_alone = object && leaf->sym->kind == SYM_LOAD && !object->written;
	if (kernel && search->host && leaf->sym->kind == SYM_DATA)
		object = read_from(kernel, leaf->sym);
	else if (!left_alone || launch_own_list(search->side->launch, leaf))
		return NULL;
	return object && object->space == SPACE_GLOBAL ? object : NULL;
}

static void leaf_visit(void *data, const struct et *et)
{
	struct search *search = data;
	if ((et->op != ET_SYM && et->op != ET_APP) || et->sym->kind < SYM_LOAD || et->sym->kind == SYM_FLOAT)
		return;
	const struct object *object = entries_of(search, et);
	search->other |= !object;
	search->name = object ? object->name : search->name;
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

/* Is an address where its memory begins. */
static bool is_beginning(struct between *between, const struct et *address)
{
	place_list places = { 0 };
	return address_places(between->ets, address, &places) && places.n == 1 && et_is_const(places.at[0].offset) &&
	       places.at[0].offset->value == 0;
}

/* Does side t, a copy or the host, begin where memory does, or is it the host, which touches what it names. */
static bool copy_at_beginning(struct between *between, unsigned t)
{
	const struct host_launch *copy = between->side[t].host;
	for (unsigned i = 0; !copy->by_host && i < copy->args.n / 2; i++)
		if (!is_beginning(between, copy->args.at[2 * i].pieces.at[0].value))
			return false;
	return true;
}

/* Has the launch of side t been given where the memory of its access begins. */
static bool at_beginning(struct between *between, const struct meeting *meeting, unsigned t)
{
	const struct side *side = &between->side[t];
	if (!meeting->access[t])
		return copy_at_beginning(between, t);
	const struct object *object = meeting->access[t]->object;
	return object->base && is_beginning(between, et_map_apply(side->launch->map, et_sym(side->kernel->ets, object->base)));
}

const char *between_data(struct between *between, const struct meeting *meeting)
{
	struct search search[2] = { { .between = between }, { .between = between } };
	for (unsigned t = 0; t < 2; t++) {
		search[t].host = between->side[!t].host->by_host;
		if (meeting->access[t])
			side_search(&search[t], meeting, t);
		if (search[t].other || !at_beginning(between, meeting, t))
			return NULL;
	}
	return search[0].name && search[1].name ? NULL : search[0].name ? search[0].name : search[1].name;
}
