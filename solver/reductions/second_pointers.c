#include "expr/place.h"
#include "kernelanalysis/pairs/order.h"
#include "solver/check_pair.h"

/*
 * Words that order threads, or give them numbers, are told apart by the pointers that the kernel has to them. Where the launch
 * gives two pointers into one allocation, atomic writes through one may change what is found through the other.
 *
 * So it is with what the kernel only reads by one pointer, which counts as one number at each place for the whole launch: what the
 * thread itself has written through the other one before, or another thread before a barrier, changes it. Writes that nothing orders
 * with the read race there, which is asked about.
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

/* Are the two pointers a number of bytes apart that is constant; others are to parts of an allocation, which are taken to be apart. */
static bool is_one_part(struct check *check, const struct access *read, const struct access *write)
{
	struct place a, b;
	return place_of(check, et_sym(check->kernel->ets, read->object->base), &a) &&
	       place_of(check, et_sym(check->kernel->ets, write->object->base), &b) &&
	       et_is_const(et_binary(check->kernel->ets, ET_SUB, 0, a.offset, b.offset));
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

/* Surely more than 0: constants, dimensions of the launch, and sums and products of such. */
static bool is_positive(const struct et *et)
{
	switch (et->op) {
	case ET_CONST:
		return et->value && !(et->value >> (et->width - 1));
	case ET_SYM:
		return et->sym->kind == SYM_ID && (et->sym->builtin == BUILTIN_NTID || et->sym->builtin == BUILTIN_NCTAID);
	case ET_ADD:
	case ET_MUL:
		return is_positive(et->arg[0]) && is_positive(et->arg[1]);
	case ET_ZEXT:
	case ET_SEXT:
		return is_positive(et->arg[0]);
	default:
		return false;
	}
}

enum { MOST_PARTS = 16 };

/* What is added, or multiplied. */
struct parts {
	const struct et *at[MOST_PARTS];
	unsigned n;
	bool many;
};

static void parts_add(struct parts *parts, enum et_op op, const struct et *et)
{
	if (et->op == op) {
		parts_add(parts, op, et->arg[0]);
		parts_add(parts, op, et->arg[1]);
	} else if (parts->n == MOST_PARTS) {
		parts->many = true;
	} else {
		parts->at[parts->n++] = et;
	}
}

static bool part_taken(struct parts *parts, const struct et *part)
{
	for (unsigned i = 0; i < parts->n; i++)
		if (parts->at[i] == part) {
			parts->at[i] = parts->at[--parts->n];
			return true;
		}
	return false;
}

static bool differs(const struct et *et, const struct et *before);

/* Of two sums or products: all parts but one are the same, and these differ. */
static bool differs_in_part(const struct et *et, const struct et *before)
{
	struct parts a = { .n = 0 }, b = { .n = 0 };
	const struct et *own = NULL;
	parts_add(&a, et->op, et);
	parts_add(&b, et->op, before);
	for (unsigned i = 0; i < a.n; i++) {
		if (part_taken(&b, a.at[i])) {
			if (et->op == ET_MUL && !is_positive(a.at[i]))
				return false;
		} else if (own) {
			return false;
		} else {
			own = a.at[i];
		}
	}
	return own && b.n == 1 && !a.many && !b.many && differs(own, b.at[0]);
}

/* Is a term surely another one than `before`, which is made alike: sums that differ in one part, multiples and casts of such. */
static bool differs(const struct et *et, const struct et *before)
{
	if (before->op == ET_SUB && before->arg[0] == et)
		return is_positive(before->arg[1]);
	if (et->op != before->op)
		return false;
	if (et->op == ET_ADD || et->op == ET_MUL)
		return differs_in_part(et, before);
	return et_op_class(et->op) == ET_CAST && et->width >= 32 && differs(et->arg[0], before->arg[0]);
}

/* May threads be ordered with others in a round of the loop. */
static bool orders_threads(const struct kernel *kernel, const struct loop *loop)
{
	vec_each(sync, &kernel->syncs)
		if (loop_contains(loop, (*sync)->block))
			return true;
	vec_each(access, &kernel->accesses)
		if (((*access)->type == ACCESS_ATOMIC || (*access)->is_volatile) && loop_contains(loop, (*access)->block))
			return true;
	return false;
}

/* Does the address go on in each round of each loop around, with nothing in any of them that orders threads. */
static bool moves_on(const struct kernel *kernel, const struct access *access)
{
	for (const struct loop *loop = access->block->loop; loop; loop = loop->parent) {
		const struct et *before = previous_iteration(kernel->env, loop, access->address);
		if (!differs(access->address, before) || orders_threads(kernel, loop))
			return false;
	}
	return true;
}

static bool is_nothing(const struct et *et)
{
	return et_is_const(et) && !et->value;
}

/* Does each round read a place before it writes there, and leave it then. */
static bool is_read_first(struct check *check, const struct access *read, const struct access *write)
{
	struct place from, to;
	return read->block->loop == write->block->loop && place_of(check, read->address, &from) && place_of(check, write->address, &to) &&
	       is_nothing(et_binary(check->kernel->ets, ET_SUB, 0, from.offset, to.offset)) &&
	       instruction_dominates(check->kernel->func, read->instruction, write->instruction) && moves_on(check->kernel, read);
}

static bool may_run_before(const struct kernel *kernel, const struct access *write, const struct access *read)
{
	return (write->block == read->block && before_in_block(write->instruction, read->instruction)) ||
	       block_reaches(kernel, write->block, read->block);
}

/* What a load gives, where that is taken to be the same at any time; else NULL. */
static const struct et *unchanging(const struct kernel *kernel, const struct access *read)
{
	if (read->type != ACCESS_READ || read->object->written || !LLVMIsALoadInst(read->instruction))
		return NULL;
	const struct et *term = value_et(kernel->env, read->instruction);
	return term->op == ET_APP && term->sym->origin == read->object ? term : NULL;
}

/* Does it decide about any access, or where that is. */
static bool decides(struct check *check, const struct et *term)
{
	vec_each(access, &check->kernel->accesses)
		if (et_mentions(check->run, (*access)->address, term) || et_mentions(check->run, (*access)->guard, term))
			return true;
	return false;
}

static bool is_doubted(struct check *check, const struct access *read, const struct et *term, const struct access *write)
{
	bool writes = write->type == ACCESS_WRITE || write->writes;
	return writes && may_change(check, read, write) && is_one_part(check, read, write) && may_run_before(check->kernel, write, read) &&
	       !is_read_first(check, read, write) && decides(check, term);
}

static void doubt(struct check *check, const char *how, const struct access *found, const char *rests, const struct access *write)
{
	const char *reason = arena_printf(check->run, "what is %s '%s' %s written through '%s', a pointer to the same memory", how,
		found->object->name, rests, write->object->name);
	undecided_add(check, reason, access_loc(check->kernel, write));
}

static void doubt_reads(struct check *check)
{
	vec_each(each, &check->kernel->accesses) {
		const struct access *read = *each;
		const struct et *term = unchanging(check->kernel, read);
		if (!term)
			continue;
		vec_each(write, &check->kernel->accesses) {
			if (!is_doubted(check, read, term, *write))
				continue;
			doubt(check, "read from", read, "may have been", *write);
			return;
		}
	}
}

void doubt_second_pointers(struct check *check)
{
	doubt_reads(check);
	vec_each(each, &check->kernel->accesses) {
		const struct access *found = *each;
		if (!is_looked_at(found))
			continue;
		vec_each(other, &check->kernel->accesses) {
			if ((*other)->type != ACCESS_ATOMIC || !(*other)->writes || !may_change(check, found, *other))
				continue;
			doubt(check, "found in", found, "depends on what is", *other);
			return;
		}
	}
}
