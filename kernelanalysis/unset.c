#include "kernelanalysis/signal.h"

/*
 * Flags in shared memory hold anything until they are set: a wait for one may go on at once unless all of the block have
 * seen, by a barrier, that somebody has given it a value.
 */

static bool sets(const struct access *access, const struct access *wait)
{
	bool writes = access->type == ACCESS_WRITE ||
		      (access->type == ACCESS_ATOMIC && access->writes);
	return writes && access != wait && access->object == wait->object && !keeps_value(access) &&
	       accesses_may_meet(access, wait);
}

static bool is_seen(const struct kernel *kernel, const struct access *write, const struct access *wait)
{
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if ((*each)->kind <= SYNC_BLOCK_BARRIER && !(*each)->partial &&
			instruction_dominates(kernel->func, at, wait->instruction) &&
			!instruction_dominates(kernel->func, at, write->instruction) &&
			always_follows(kernel, write->instruction, at))
			return true;
	}
	return false;
}

bool wait_is_for_set(const struct kernel *kernel, const struct access *wait)
{
	if (wait->object->space != SPACE_SHARED)
		return true;
	vec_each(each, &kernel->accesses)
		if (sets(*each, wait) && is_seen(kernel, *each, wait))
			return true;
	return false;
}
