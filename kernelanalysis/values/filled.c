#include "kernelanalysis/passes.h"

/*
 * Places found in memory that threads of the launch fill under locks: which lock guards a node of a
 * list follows from the lists, of which nothing is known here. Not so where an address is made of
 * what the kernel is given, such as a key, beside.
 */

/* One of several locks. */
static bool is_lock(const struct kernel *kernel, const struct lock_hold *hold)
{
	return !hold->elects && !hold->states && hold->scope > SCOPE_NONE &&
	       value_level(kernel, hold->acquire->pointer) > LEVEL_GRID;
}

/* Do both accesses lie under locks of one object, be they the same or not. */
static bool both_locked(const struct kernel *kernel, const struct access *a, const struct access *b)
{
	vec_each(mine, &a->locks)
		vec_each(other, &b->locks)
			if (is_lock(kernel, mine) && is_lock(kernel, other) &&
				mine->acquire->object == other->acquire->object)
				return true;
	return false;
}

static bool is_filled(const struct kernel *kernel, const struct access *read)
{
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each;
		if (write->type == ACCESS_WRITE && write->object == read->object &&
			write->object->kind != OBJECT_LOCAL && both_locked(kernel, write, read))
			return true;
	}
	return false;
}

/* Is the value, or one of those that a join takes, read from such memory. */
static bool comes_from_filled(const struct kernel *kernel, LLVMValueRef value)
{
	const struct access *read = LLVMIsALoadInst(value) ? access_at(kernel, value) : NULL;
	if (read)
		return is_filled(kernel, read);
	for (unsigned i = 0; LLVMIsAPHINode(value) && i < LLVMCountIncoming(value); i++) {
		LLVMValueRef incoming = LLVMGetIncomingValue(value, i);
		read = LLVMIsALoadInst(incoming) ? access_at(kernel, incoming) : NULL;
		if (read && is_filled(kernel, read))
			return true;
	}
	return false;
}

const char *symbol_filled(
	const struct kernel *kernel, const struct pair *pair, const struct symbol *sym)
{
	const struct symbol *first = sym->original ? sym->original : sym;
	LLVMValueRef value = (LLVMValueRef)(uintptr_t)first->origin;
	bool opaque = first->kind == SYM_DATA || first->kind == SYM_HAVOC;
	return opaque && value && both_locked(kernel, pair->a.access, pair->b.access) &&
			       comes_from_filled(kernel, value)
		       ? "memory that threads fill under locks"
		       : NULL;
}
