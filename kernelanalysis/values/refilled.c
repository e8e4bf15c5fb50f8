#include "kernelanalysis/passes.h"

/*
 * Memory that a kernel reads where its threads have stored before, each at such a place: what is found there was computed by
 * them, and entries that nobody has put there need not occur.
 */

static const struct et *first_round(void *data, struct ets *ets, const struct et *leaf)
{
	(void)data;
	return leaf->sym->kind == SYM_LOOP ? et_const(ets, leaf->width, 0) : NULL;
}

/* Are the places the same in the first rounds of all loops. */
static bool begin_equal(const struct kernel *kernel, const struct et *a, const struct et *b)
{
	struct et_map *map = et_map_new(kernel->ets, first_round, NULL);
	return et_map_apply(map, a) == et_map_apply(map, b);
}

/*
 * The block that has to be passed for the store to be made: where its loops do not hold the reader, the header of the
 * outermost one, as long as each round makes it. NULL: some do not.
 */
static const struct block *gate_of(const struct block *store, const struct block *reader)
{
	const struct block *at = store;
	for (const struct loop *loop = store->loop; loop && !loop_contains(loop, reader); loop = loop->parent) {
		if (!loop->latch || !block_dominates(at, loop->latch))
			return NULL;
		at = loop->header;
	}
	return at;
}

static bool comes_first(const struct kernel *kernel, const struct access *store, LLVMValueRef load)
{
	const struct block *reader = instruction_block(kernel->func, load);
	const struct block *gate = gate_of(store->block, reader);
	if (gate == store->block)
		return instruction_dominates(kernel->func, store->instruction, load);
	return gate && block_dominates(gate, reader);
}

bool load_is_refilled(const struct kernel *kernel, LLVMValueRef load)
{
	const struct access *read = access_at(kernel, load);
	if (!read)
		return false;
	vec_each(each, &kernel->accesses) {
		const struct access *store = *each;
		if (store->type == ACCESS_WRITE && store->object == read->object && comes_first(kernel, store, load) &&
			begin_equal(kernel, store->address, read->address))
			return true;
	}
	return false;
}
