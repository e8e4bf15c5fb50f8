#include "solver/check_pair.h"

#include <string.h>

#include "expr/place.h"
#include "kernelanalysis/enact/enact.h"

/* Whether what a race needs to be in memory is the program's input, or what its own kernels have computed there. */

/* May a launch write to the memory behind a base; what is not known of it does not count. */
static bool writes_behind(const struct check *check, const struct host_launch *other, const struct et *base)
{
	const struct kernel *kernel = check->kernel;
	for (unsigned a = 0; other->args_known && a < other->args.n; a++)
		vec_each(piece, &other->args.at[a].pieces)
			if (piece->value->width == 64 && et_mentions(kernel->arena, piece->value, base) &&
				(!other->kernel || !enact_spares(kernel, other->kernel, a, piece->offset)))
				return true;
	return false;
}

/* Does a launch of the same call path write there before this one. */
static bool made_before(const struct check *check, const struct et *base)
{
	const struct host_launch *own = check->launch->host;
	for (size_t i = 0; check->host && i < check->host->launches.n; i++) {
		const struct host_launch *other = &check->host->launches.at[i];
		if (other == own)
			return false;
		if (strcmp(other->function, own->function))
			continue;
		check->result->entangled = true;
		if (writes_behind(check, other, base))
			return true;
	}
	return false;
}

/* Is it what an addition of one found in a counter, of several that the kernel only raises by one: it rests on where they begin. */
static const struct object *counted_from(const struct check *check, const struct et *leaf)
{
	const struct access *draw = leaf->op == ET_SYM ? symbol_counter(check->kernel, leaf->sym) : NULL;
	vec_each(each, &check->kernel->accesses) {
		const struct access *other = *each;
		bool raises = other->rmw == RMW_ADD && other->operand && LLVMIsAConstantInt(other->operand) &&
			      LLVMConstIntGetSExtValue(other->operand) == 1;
		if (draw && access_writes(other) && object_may_be(check->kernel, other->object, draw->object) && !raises)
			return NULL;
	}
	return draw ? draw->object : NULL;
}

bool made_by_kernels(const struct check *check, const struct et *leaf)
{
	struct place place;
	bool read = leaf->op == ET_APP && leaf->nargs == 1 && leaf->sym->kind == SYM_LOAD;
	const struct object *object = read ? object_of_contents(check->kernel, leaf->sym) : counted_from(check, leaf);
	return object && check->launch->host && object_place(check->launch, object, &place) && made_before(check, place.base);
}

const char *contents_name(const struct check *check, const struct et *leaf)
{
	const struct access *atomic = leaf->op == ET_SYM ? symbol_atomic(check->kernel, leaf->sym) : NULL;
	return atomic && atomic->object && atomic->object->name ? atomic->object->name : leaf->sym->name;
}
