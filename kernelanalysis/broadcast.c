#include "kernelanalysis/kernel.h"

/*
 * Broadcasts: one thread stores to a shared variable, a block barrier follows,
 * all threads read it. The value read is what the storing thread computed: its
 * thread ids are the ones its guard fixes, its own opaque values become
 * symbols that the whole block shares.
 */

struct election {
	struct kernel *kernel;
	const struct et *tid[3]; /* of the storing thread, NULL: not fixed */
	bool failed;
};

static void fix_ids(struct election *election, const struct et *guard)
{
	if (guard->op == ET_AND && guard->width == 1) {
		fix_ids(election, guard->arg[0]);
		fix_ids(election, guard->arg[1]);
		return;
	}
	if (guard->op != ET_EQ || !et_is_const(guard->arg[1]) || guard->arg[0]->op != ET_SYM)
		return;
	const struct symbol *sym = guard->arg[0]->sym;
	if (sym->builtin == BUILTIN_TID)
		election->tid[sym->axis] = guard->arg[1];
}

static const struct et *elected_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct election *election = data;
	const struct symbol *sym = leaf->sym;
	struct ptrmap *elected = election->kernel->elected;
	if (sym->builtin == BUILTIN_TID) {
		election->failed |= !election->tid[sym->axis];
		return election->tid[sym->axis];
	}
	if (sym->level <= LEVEL_BLOCK || sym->kind == SYM_LOOP) {
		election->failed |= sym->kind == SYM_LOOP;
		return NULL;
	}
	struct symbol *twin = ptrmap_get(elected, sym);
	if (!twin) {
		twin = symbol_new(ets, sym->kind, LEVEL_BLOCK, sym->width, sym->name);
		twin->origin = sym->origin;
		twin->loc = sym->loc;
		ptrmap_set(elected, sym, twin);
	}
	return et_app(ets, twin, leaf->nargs, leaf->arg);
}

static const struct access *only_store(const struct kernel *kernel, const struct access *load)
{
	const struct access *store = NULL;
	vec_each(each, &kernel->accesses) {
		const struct access *access = *each;
		if (access->object != load->object || access->type == ACCESS_READ)
			continue;
		if (store || access->type != ACCESS_WRITE || !access->stored ||
			access->size != load->size)
			return NULL;
		store = access;
	}
	return store;
}

static bool barrier_between(
	const struct kernel *kernel, const struct access *store, const struct access *load)
{
	if (store->block->loop || load->block->loop)
		return false;
	vec_each(each, &kernel->syncs) {
		LLVMValueRef at = (*each)->instruction;
		if ((*each)->kind == SYNC_BLOCK_BARRIER &&
			always_follows(kernel, store->instruction, at) &&
			instruction_dominates(kernel->func, at, load->instruction))
			return true;
	}
	return false;
}

const struct et *broadcast_leaf(struct kernel *kernel, LLVMValueRef load)
{
	const struct access *read = access_at(kernel, load);
	const struct access *store = read ? only_store(kernel, read) : NULL;
	if (!store || !barrier_between(kernel, store, read) ||
		value_et(kernel->env, store->pointer) != value_et(kernel->env, read->pointer))
		return NULL;
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(load));
	if (kind != LLVMIntegerTypeKind || LLVMTypeOf(store->stored) != LLVMTypeOf(load))
		return NULL;
	struct election election = { .kernel = kernel };
	if (!kernel->elected)
		kernel->elected = ptrmap_new(kernel->arena);
	fix_ids(&election, value_reach(kernel->env, store->block));
	if (!election.tid[0] && !election.tid[1] && !election.tid[2])
		return NULL;
	const struct et *term = et_map_apply(et_map_new(kernel->ets, elected_leaf, &election),
		value_et(kernel->env, store->stored));
	return election.failed ? NULL : term;
}
