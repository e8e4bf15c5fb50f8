#include "solver/check_pair.h"

/* Pairs that cannot race whatever their addresses and conditions. */

static bool writes(const struct access *access)
{
	return access->type == ACCESS_WRITE || (access->type == ACCESS_ATOMIC && access->writes);
}

static bool scope_suffices(const struct access *access, enum race_kind kind)
{
	return access->scope >= (kind == RACE_INTER_BLOCK ? SCOPE_DEVICE : SCOPE_BLOCK);
}

/* Volatile, or a weak access of inline PTX that a fence.sc makes a flag's (ptx-ila, Fig. 11). */
static bool is_relaxed(const struct access *access)
{
	return access->is_volatile || (access->asm_weak && access->spin_flag);
}

/* Pairs that cannot race whatever their addresses (SEMANTICS, race 1). */
static bool pruned(const struct access *a, const struct access *b, enum race_kind kind)
{
	if (!writes(a) && !writes(b))
		return true;
	if (a->type == ACCESS_ATOMIC && b->type == ACCESS_ATOMIC)
		return a->size == b->size && scope_suffices(a, kind) && scope_suffices(b, kind);
	if (is_relaxed(a) && is_relaxed(b) && (a->spin_flag || b->spin_flag))
		return true;
	const struct access *atomic = a->type == ACCESS_ATOMIC ? a : b;
	const struct access *other = atomic == a ? b : a;
	if (atomic->type != ACCESS_ATOMIC)
		return false;
	bool flag = atomic->spin_flag || other->spin_flag;
	bool beside = other->type == ACCESS_READ ? is_relaxed(other) || other->cas_seed
						 : is_relaxed(other) && flag;
	return beside && scope_suffices(atomic, kind);
}

static bool may_share(
	const struct access *a, const struct access *b, const struct interval *interval)
{
	bool shared = a->object->space == SPACE_SHARED || b->object->space == SPACE_SHARED;
	bool cluster = interval->extent == EXTENT_CLUSTER && (a->mapped || b->mapped);
	if (shared && interval->kind == RACE_INTER_BLOCK && !cluster)
		return false;
	if (a->object == b->object)
		return true;
	if (a->object->space == SPACE_UNKNOWN || b->object->space == SPACE_UNKNOWN)
		return true;
	bool promised = a->object->restricted && b->object->restricted;
	return a->object->kind == OBJECT_PARAM && b->object->kind == OBJECT_PARAM && !promised;
}

bool pair_ruled_out(struct check *check, const struct interval *interval, const struct instance *x,
	const struct instance *y)
{
	const struct access *a = x->access, *b = y->access;
	return !may_share(a, b, interval) || pruned(a, b, interval->kind) ||
	       (check->kernel->lockstep && interval->kind == RACE_INTRA_WARP &&
		       accesses_in_step(a, b));
}
