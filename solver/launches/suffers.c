#include "kernelanalysis/canonical/own_functions.h"
#include "solver/launches/before.h"

/*
 * A call through a pointer that the host brings is followed where the pointer is known to be null or one of the
 * module's functions: the host has copied it from a device variable that holds nothing else.
 */

enum { MOST_DEPTH = 32 };

static bool fetched_is_own(const struct launch *launch, const struct symbol *base)
{
	const struct host_alloc *alloc = base->kind == SYM_BASE ? base->origin : NULL;
	return alloc && alloc->fetched &&
	       named_holds_own_functions(LLVMGetGlobalParent(launch->kernel->llvm), alloc->fetched);
}

/* Of a term of the kernel, or one that has been found for it at the host. */
static bool is_own(struct launch *launch, const struct et *pointer, bool host, unsigned depth)
{
	if (!depth)
		return false;
	if (et_is_const(pointer))
		return pointer->value == 0;
	if (pointer->op == ET_ITE)
		return is_own(launch, pointer->arg[1], host, depth - 1) &&
		       is_own(launch, pointer->arg[2], host, depth - 1);
	if (pointer->op != ET_SYM && pointer->op != ET_APP)
		return false;
	if (host)
		return fetched_is_own(launch, pointer->sym);
	const struct et *given = launch_given(launch, pointer);
	return given && given != pointer && is_own(launch, given, true, depth - 1);
}

bool launch_suffers(struct launch *launch, const struct unsupported *entry)
{
	return !entry->pointer ||
	       !is_own(launch, value_et(launch->kernel->env, entry->pointer), false, MOST_DEPTH);
}
