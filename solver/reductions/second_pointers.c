#include "expr/place.h"
#include "solver/check_pair.h"

/*
 * Words that order threads, or give them numbers, are told apart by the pointers that the kernel has to them. Where the launch
 * gives two pointers into one allocation, atomic writes through one may change what is found through the other. Other writes
 * race there, which is asked about.
 */

/* Where an access is, as far as the launch tells; false: at no one place. */
static bool place_of(struct check *check, const struct et *address, struct place *place)
{
	place_list places = { 0 };
	const struct et *given = et_map_apply(check->launch->map, address);
	if (!address_places(check->kernel->ets, given, &places) || places.n != 1)
		return false;
	*place = places.at[0];
	return true;
}

static bool is_apart(const struct access *a, const struct place *x, const struct access *b, const struct place *y)
{
	if (!et_is_const(x->offset) || !et_is_const(y->offset))
		return false;
	int64_t from = (int64_t)x->offset->value, to = (int64_t)y->offset->value;
	return from + (int64_t)a->size <= to || to + (int64_t)b->size <= from;
}

/* May a write through another pointer change what the access finds. */
static bool may_change(struct check *check, const struct access *found, const struct access *write)
{
	struct ets *ets = check->kernel->ets;
	struct place at[2], behind[2];
	const struct object *of = found->object, *other = write->object;
	if (of == other || !of->base || !other->base || of->kind == OBJECT_SHARED || other->kind == OBJECT_SHARED ||
		!place_of(check, et_sym(ets, of->base), &behind[0]) || !place_of(check, et_sym(ets, other->base), &behind[1]) ||
		behind[0].base != behind[1].base)
		return false;
	return !place_of(check, found->address, &at[0]) || !place_of(check, write->address, &at[1]) ||
	       !is_apart(found, &at[0], write, &at[1]);
}

static bool is_looked_at(const struct access *access)
{
	return access->type == ACCESS_ATOMIC && LLVMGetFirstUse(access->instruction);
}

void doubt_second_pointers(struct check *check)
{
	vec_each(each, &check->kernel->accesses) {
		const struct access *found = *each;
		if (!is_looked_at(found))
			continue;
		vec_each(other, &check->kernel->accesses) {
			if ((*other)->type != ACCESS_ATOMIC || !(*other)->writes || !may_change(check, found, *other))
				continue;
			const char *reason = arena_printf(check->run,
				"what is found in '%s' depends on what is written through '%s', a pointer to the same memory",
				found->object->name, (*other)->object->name);
			undecided_add(check, reason, access_loc(check->kernel, *other));
			return;
		}
	}
}
