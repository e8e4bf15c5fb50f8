#include "kernelanalysis/passes.h"
#include "solver/check_pair.h"

/* Pairs that cannot race whatever their addresses and conditions. */

/* Volatile, or a weak access of inline PTX that a fence.sc makes a flag's (ptx-ila, Fig. 11). */
static bool is_relaxed(const struct access *access)
{
	return access->is_volatile || (access->asm_weak && access->spin_flag);
}

/* Bytes of what the access changes atomically in such a scope; 0: it does not, or that is not known. */
static uint64_t atomic_bytes(struct check *check, const struct access *access, enum scope needed)
{
	if (access->element) {
		const struct et *bytes = et_map_apply(check->launch->map, value_et(check->kernel->env, access->element));
		return et_is_const(bytes) ? bytes->value : 0;
	}
	bool atomic = access->type == ACCESS_ATOMIC && access->scope >= needed;
	return atomic ? access->size : access->reduces;
}

/* Pairs that cannot race whatever their addresses (SEMANTICS, race 1). */
static bool pruned(struct check *check, const struct access *a, const struct access *b, enum scope needed)
{
	if ((!access_writes(a) && !access_writes(b)) || (a->of_barrier && b->of_barrier))
		return true;
	uint64_t bytes = atomic_bytes(check, a, needed);
	if (bytes && bytes == atomic_bytes(check, b, needed))
		return true;
	if (a->type == ACCESS_ATOMIC && b->type == ACCESS_ATOMIC)
		return false;
	if (a->size == b->size && is_relaxed(a) && is_relaxed(b) && (a->spin_flag || b->spin_flag || packet_carries(a, b)))
		return true;
	const struct access *atomic = a->type == ACCESS_ATOMIC ? a : b;
	const struct access *other = atomic == a ? b : a;
	if (atomic->type != ACCESS_ATOMIC || a->size != b->size)
		return false;
	bool flag = atomic->spin_flag || other->spin_flag;
	bool beside = other->type == ACCESS_READ ? is_relaxed(other) || other->cas_seed
						 : is_relaxed(other) && flag;
	return beside && atomic->scope >= needed;
}

/* Does the host say what pointers there are in memory that it gives the launch. */
static bool holds_pointers(struct check *check, const struct object *object)
{
	struct place place;
	if (!object_place(check->launch, object, &place))
		return false;
	vec_each(contents, &check->launch->host->contents)
		if (contents->base == place.base && contents->width == 64 && contents->value)
			return true;
	return false;
}

/* Does a pointer come from a device variable that the host is known to have set, or from such memory. */
static bool is_set_by_host(struct check *check, const struct object *object)
{
	if (!check->launch->host || object->kind != OBJECT_LOADED || !LLVMIsALoadInst(object->value))
		return false;
	const struct object *from =
		object_of(check->kernel, LLVMGetOperand(object->value, 0));
	vec_each(image, &check->launch->host->images)
		if (object_is_global(from, image->name))
			return true;
	return holds_pointers(check, from);
}

/* What the launch passes for a pointer parameter, as a term; NULL: it does not say. */
static const struct et *passed(struct check *check, const struct object *object)
{
	const struct et *own = et_sym(check->kernel->ets, object->base);
	const struct et *given = et_map_apply(check->launch->map, own);
	return check->launch->host && given != own ? given : NULL;
}

static void round_visit(void *data, const struct et *et)
{
	bool leaf = et->op == ET_SYM || et->op == ET_APP;
	*(bool *)data &= !leaf || et->sym->kind == SYM_BASE || et->sym->kind == SYM_LOOP;
}

/* Does it follow from the rounds of the host's loops alone, be they as they may, what the host passes. */
static bool follows_rounds(struct check *check, const struct et *given)
{
	bool rounds = true;
	et_once(check->run, given, round_visit, &rounds);
	return rounds;
}

/*
 * Does __restrict__ keep two parameters apart: not where the host passes pointers into one allocation, in some
 * round of its loops at least, or wherever neither is null. Where inputs choose, the promise says which inputs there are.
 */
static bool promised_apart(struct check *check, const struct object *a, const struct object *b)
{
	if (!a->restricted || !b->restricted)
		return false;
	const struct et *x = passed(check, a), *y = passed(check, b);
	if (!x || !y)
		return true;
	struct host_aliasing aliasing = host_alias(check->run, check->kernel->ets, x, y);
	bool chosen = aliasing.meet && follows_rounds(check, x) && follows_rounds(check, y);
	return aliasing.alias != HOST_ALIAS_SAME && !aliasing.same_or_null && !chosen;
}

/* Is what the pointer holds an argument of the launch: a parameter, or a member of one. */
static bool is_given(struct check *check, const struct object *object)
{
	LLVMValueRef value = object->value;
	if (object->kind != OBJECT_LOADED)
		return object->kind == OBJECT_PARAM;
	if (call_is_handle_memory(value))
		value = call_arg(value, 0);
	return check->launch->host && LLVMIsALoadInst(value) &&
	       object_of(check->kernel, LLVMGetOperand(value, 0))->kind == OBJECT_BYVAL;
}

/* May different objects overlap: does the launch say what both pointers are, or that one is a device
 * variable's address, or are both found in memory. */
static bool may_overlap(struct check *check, const struct object *a, const struct object *b)
{
	bool given[] = { is_given(check, a), is_given(check, b) };
	if (a->kind == OBJECT_LOADED && b->kind == OBJECT_LOADED)
		return true;
	if (given[0] && given[1])
		return !promised_apart(check, a, b);
	if (check->launch->host && ((given[0] && b->kind == OBJECT_GLOBAL) || (given[1] && a->kind == OBJECT_GLOBAL)))
		return true;
	bool set[] = { is_set_by_host(check, a), is_set_by_host(check, b) };
	return (set[0] && (given[1] || set[1] || b->kind == OBJECT_GLOBAL)) ||
	       (set[1] && (given[0] || a->kind == OBJECT_GLOBAL));
}

static bool may_share(struct check *check, const struct access *a, const struct access *b,
	const struct interval *interval)
{
	bool shared = a->object->space == SPACE_SHARED || b->object->space == SPACE_SHARED;
	bool cluster = interval->extent == EXTENT_CLUSTER && (a->mapped || b->mapped);
	if (shared && interval->kind == RACE_INTER_BLOCK && !cluster)
		return false;
	if (a->object == b->object)
		return true;
	if (a->object->kind == OBJECT_UNKNOWN || b->object->kind == OBJECT_UNKNOWN)
		return true;
	return may_overlap(check, a->object, b->object);
}

/* Do both belong to barriers of the grid of which each launch says whether they are such, and which are taken to be. */
static bool both_rehearsed(
	const struct interval *interval, const struct access *a, const struct access *b)
{
	return interval->kind == RACE_INTER_BLOCK && !interval->doubted && a->of_rehearsed &&
	       b->of_rehearsed;
}

bool pair_ruled_out(struct check *check, const struct interval *interval, const struct instance *x,
	const struct instance *y)
{
	const struct access *a = x->access, *b = y->access;
	bool ends = a->ends || b->ends;
	if (ends && !(interval->extent == EXTENT_CLUSTER && (a->last || b->last)))
		return true;
	return both_rehearsed(interval, a, b) || !may_share(check, a, b, interval) ||
	       pruned(check, a, b, interval_scope(interval)) ||
	       (check->kernel->lockstep && interval->kind == RACE_INTRA_WARP &&
		       accesses_in_step(a, b));
}
