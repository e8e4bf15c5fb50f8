#include "kernelanalysis/locks/permits.h"
#include "kernelanalysis/locks/queue_locks.h"
#include "kernelanalysis/grid/rehearsal.h"

/* All that locks, signals and grid barriers written by hand say of a kernel's accesses, in the order in which one needs the other. */

/* Volatile and weak stores that leave a lock, or take a signal back, are part of it. */
static void mark_unlocks(struct orders *orders)
{
	vec_each(each, &orders->kernel->accesses) {
		vec_each(hold, &(*each)->locks)
			if (hold->release && hold->release->type != ACCESS_ATOMIC)
				((struct access *)hold->release)->spin_flag = true;
		vec_each(path, &(*each)->releases)
			if (path->op->asm_weak && path->scope != SCOPE_NONE)
				((struct access *)path->op)->spin_flag = true;
	}
	vec_each(acquire, &orders->acquires) {
		struct access *back = (struct access *)taken_back_by(orders->kernel, *acquire);
		if (back)
			back->spin_flag = true;
	}
}

bool locks_fill(struct kernel *kernel)
{
	struct orders orders = { .kernel = kernel, .reach = ptrmap_new(kernel->arena) };
	block_leader_find(kernel);
	lane_leader_find(kernel);
	acquires_find(&orders);
	packets_find(kernel);
	permits_find(&orders);
	turnstiles_find(&orders);
	drawn_turns_find(&orders);
	running_waits_find(&orders);
	queue_locks_find(&orders);
	if (grid_barriers_refuse(&orders) || rehearsals_refuse(kernel))
		return false;
	vec_each(each, &kernel->accesses) found_by_find(&orders, *each);
	if (!orders.acquires.n && !places_are_found(kernel))
		return true;
	vec_each(each, &kernel->accesses) holds_find(&orders, *each);
	round_locks_find(&orders);
	first_readers_find(&orders);
	locks_drop_open(&orders);
	lock_rivals_find(&orders);
	guarded_acquires_find(&orders);
	guarded_elections_find(&orders);
	owners_find(&orders);
	handed_locks_find(&orders);
	vec_each(each, &kernel->accesses) {
		releases_find(&orders, *each);
		later_find(&orders, *each);
		acquired_find(&orders, *each);
		handed_on_find(&orders, *each);
		waited_for_find(&orders, *each);
		visits_find(&orders, *each);
	}
	mark_unlocks(&orders);
	return true;
}
