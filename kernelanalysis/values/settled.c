#include "kernelanalysis/passes.h"

/*
 * Loads of one place of the block's shared memory give one value where no write of it can lie
 * between them: neither in the barrier interval of one of them nor in one between. Each has its
 * anchor, the first barrier on all its ways since which nothing is written there; loads of one
 * anchor are one value, that of the first of them in the program. So it may be read under a
 * condition by one thread and behind a barrier by all. The anchor is in no loop that the load is
 * not in, so that both speak of one round.
 */

enum { MOST_LOADS = 16 };

/* The kernel's entry, or a barrier of the block; `found`: there is such an anchor. */
struct anchor {
	bool found;
	const struct sync *barrier;
};

struct back {
	const struct kernel *kernel;
	const struct interval *warps; /* an interval of threads of a block */
	const struct sync *until;
	struct ptrmap *seen;
	VEC(const struct block *) work;
	VEC(const struct sync *) barriers; /* those between, and `until` */
};

static bool is_of_block(const struct interval *interval)
{
	return interval->kind == RACE_INTRA_BLOCK && interval->extent == EXTENT_BLOCK &&
	       !interval->lanes && !interval->split && !interval->doubted && !interval->flight;
}

static const struct interval *interval_from(const struct kernel *kernel, const struct sync *point)
{
	vec_each(each, &kernel->intervals)
		if (is_of_block(*each) && (*each)->point == point)
			return *each;
	return NULL;
}

static bool is_written_from(
	struct kernel *kernel, const struct sync *point, const struct object *object)
{
	const struct interval *interval = interval_from(kernel, point);
	if (!interval)
		return true;
	vec_each(instance, &interval->instances)
		if ((*instance).access->type != ACCESS_READ &&
			object_may_be(kernel, (*instance).access->object, object))
			return true;
	return false;
}

/* Goes back over a block from an instruction (NULL: its end) to its beginning; stops at `until`. */
static void go_back(struct back *back, const struct block *block, LLVMValueRef i)
{
	i = i ? LLVMGetPreviousInstruction(i) : LLVMGetLastInstruction(block->llvm);
	for (; i; i = LLVMGetPreviousInstruction(i)) {
		const struct sync *sync = sync_at(back->kernel, i);
		if (!sync || !interval_ends(back->warps, sync))
			continue;
		vec_push(back->kernel->arena, &back->barriers, sync);
		if (sync == back->until)
			return;
	}
	vec_each(pred, &block->preds) {
		if (ptrmap_get(back->seen, *pred))
			continue;
		ptrmap_set(back->seen, *pred, *pred);
		vec_push(back->kernel->arena, &back->work, *pred);
	}
}

/* Is nothing written there from the barrier (NULL: the entry) to the load, nor until the next
 * barrier. */
static bool is_settled_since(
	struct kernel *kernel, const struct sync *until, const struct access *load)
{
	struct back back = { .kernel = kernel,
		.warps = interval_from(kernel, NULL),
		.until = until,
		.seen = ptrmap_new(kernel->arena) };
	if (!back.warps)
		return false;
	go_back(&back, load->block, load->instruction);
	while (back.work.n)
		go_back(&back, back.work.at[--back.work.n], NULL);
	vec_each(barrier, &back.barriers)
		if (is_written_from(kernel, *barrier, load->object))
			return false;
	return until || !is_written_from(kernel, NULL, load->object);
}

static bool may_anchor(const struct kernel *kernel, const struct interval *warps,
	const struct sync *sync, const struct access *load)
{
	return sync->kind == SYNC_BLOCK_BARRIER && interval_ends(warps, sync) &&
	       instruction_dominates(kernel->func, sync->instruction, load->instruction) &&
	       (!sync->block->loop || loop_contains(sync->block->loop, load->block));
}

static struct anchor anchor_find(struct kernel *kernel, const struct access *load)
{
	struct anchor anchor = { false, NULL };
	const struct interval *warps = interval_from(kernel, NULL);
	if (!warps)
		return anchor;
	if (is_settled_since(kernel, NULL, load))
		return (struct anchor){ true, NULL };
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		if (may_anchor(kernel, warps, sync, load) &&
			(!anchor.found || instruction_dominates(kernel->func, sync->instruction,
						  anchor.barrier->instruction)) &&
			is_settled_since(kernel, sync, load))
			anchor = (struct anchor){ true, sync };
	}
	return anchor;
}

static struct anchor anchor_of(struct kernel *kernel, const struct access *load)
{
	struct anchor *known = ptrmap_get(kernel->settled, load);
	if (!known) {
		known = arena_alloc(kernel->arena, sizeof(*known));
		*known = anchor_find(kernel, load);
		ptrmap_set(kernel->settled, load, known);
	}
	return *known;
}

static bool is_common_load(const struct kernel *kernel, const struct access *access)
{
	return access->type == ACCESS_READ && !access->is_volatile && !access->async &&
	       LLVMIsALoadInst(access->instruction) &&
	       LLVMGetOrdering(access->instruction) == LLVMAtomicOrderingNotAtomic &&
	       value_level(kernel, access->instruction) <= LEVEL_BLOCK &&
	       value_level(kernel, access->pointer) <= LEVEL_BLOCK;
}

/* Something whose writes are not where the program has it: asynchronous copies, or lanes in step.
 */
static bool is_written_late(const struct kernel *kernel, const struct object *object)
{
	vec_each(each, &kernel->accesses)
		if ((*each)->async && (*each)->object == object)
			return true;
	return kernel->lockstep || kernel->maps_shared || kernel->halves.n;
}

static bool is_same_place(struct kernel *kernel, const struct access *a, const struct access *b)
{
	return a->object == b->object && a->size == b->size &&
	       LLVMTypeOf(a->instruction) == LLVMTypeOf(b->instruction) &&
	       value_et(kernel->env, a->pointer) == value_et(kernel->env, b->pointer);
}

/* Rounds that the place depends on, other than those of the loop and the ones around it. */
struct rounds {
	const struct loop *loop;
	bool found;
};

static void rounds_visit(void *data, const struct et *et)
{
	struct rounds *rounds = data;
	if (et->op == ET_SYM && et->sym->kind == SYM_LOOP)
		rounds->found |= !loop_encloses(et->sym->origin, rounds->loop);
}

static bool moves(struct kernel *kernel, const struct access *load, const struct loop *loop)
{
	struct rounds rounds = { loop, false };
	et_once(kernel->arena, value_et(kernel->env, load->pointer), rounds_visit, &rounds);
	return rounds.found;
}

/* The first load of the same place and anchor in the program. */
static const struct access *first_load(
	struct kernel *kernel, const struct access *load, struct anchor anchor)
{
	unsigned n = 0;
	vec_each(each, &kernel->accesses) {
		const struct access *other = *each;
		if (other == load || n > MOST_LOADS)
			return load;
		if (other->object != load->object || !is_common_load(kernel, other))
			continue;
		struct anchor found = anchor_of(kernel, other);
		n++;
		if (found.found && found.barrier == anchor.barrier &&
			is_same_place(kernel, other, load))
			return other;
	}
	return load;
}

const struct et *settled_leaf(struct kernel *kernel, LLVMValueRef load)
{
	const struct access *read = access_at(kernel, load);
	if (!kernel->levels || !read || read->object->kind != OBJECT_SHARED ||
		LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMIntegerTypeKind ||
		!is_common_load(kernel, read) || is_written_late(kernel, read->object))
		return NULL;
	struct anchor anchor = anchor_of(kernel, read);
	const struct loop *loop = anchor.barrier ? anchor.barrier->block->loop : NULL;
	if (!anchor.found || moves(kernel, read, loop))
		return NULL;
	LLVMValueRef first = first_load(kernel, read, anchor)->instruction;
	const struct et *term = ptrmap_get(kernel->settled, first);
	if (!term) {
		term = value_opaque_in(kernel->env, first, SYM_DATA, loop);
		ptrmap_set(kernel->settled, first, (void *)term);
	}
	return term;
}
