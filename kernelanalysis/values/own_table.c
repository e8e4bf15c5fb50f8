#include "kernelanalysis/pairs/order.h"

#include <string.h>

/*
 * A table that a block fills with numbers that its threads have found (the best of several, a
 * round, what lanes exchange), and then walks, each entry leading to the next one. What lies there
 * is computed by the kernel: that the walk keeps to the entries that are filled follows from how
 * the numbers were found, of which nothing is known here.
 */

enum { MOST_SOURCES = 64, MOST_LEAVES = 32, BEGINS = 3, WARP = 32 };
enum { LEAST_DRAWN = 101, DRAWN = 211, MOST_STEPS = LEAST_DRAWN + DRAWN };

/* What a value is made of. */
struct sources {
	const struct kernel *kernel;
	bool tables; /* ask whether memory that is read is such a table */
	bool table;  /* an entry of one is among them */
	bool free;   /* ... or what may be any number */
	unsigned n;
	LLVMValueRef seen[MOST_SOURCES];
};

static bool is_own_table(const struct kernel *kernel, const struct access *read);

static bool is_found_together(LLVMValueRef call)
{
	const char *name = call_name(call);
	return name && (!strncmp(name, "llvm.nvvm.shfl.", 15) ||
			       !strncmp(name, "llvm.nvvm.read.ptx.sreg.", 24));
}

static void sources_load(struct sources *sources, LLVMValueRef load)
{
	const struct access *read = access_at(sources->kernel, load);
	if (read && read->object->space == SPACE_SHARED)
		return;
	bool table = read && sources->tables && is_own_table(sources->kernel, read);
	sources->table |= table;
	sources->free |= !table;
}

static void sources_add(struct sources *sources, LLVMValueRef value)
{
	for (unsigned i = 0; i < sources->n; i++)
		if (sources->seen[i] == value)
			return;
	if (!LLVMIsAInstruction(value))
		return;
	bool inner = LLVMIsAPHINode(value) || LLVMIsASelectInst(value) || LLVMIsACastInst(value) ||
		     LLVMIsABinaryOperator(value);
	if (sources->n == MOST_SOURCES)
		sources->free = true;
	else if (LLVMIsALoadInst(value))
		sources_load(sources, value);
	else if (!inner)
		sources->free |= !LLVMIsACallInst(value) || !is_found_together(value);
	if (sources->free)
		return;
	sources->seen[sources->n++] = value;
	for (int i = LLVMIsASelectInst(value) ? 1 : 0; inner && i < LLVMGetNumOperands(value); i++)
		sources_add(sources, LLVMGetOperand(value, (unsigned)i));
}

static void found_visit(void *data, const struct et *et)
{
	bool *found = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		*found |= et->sym->kind >= SYM_DATA;
}

/* Is what is stored a number that threads have found, and no entry of other memory. */
static bool stores_found(const struct kernel *kernel, const struct access *store)
{
	struct sources sources = { .kernel = kernel };
	bool found = false;
	if (!store->stored || LLVMGetTypeKind(LLVMTypeOf(store->stored)) != LLVMIntegerTypeKind)
		return false;
	sources_add(&sources, store->stored);
	et_once(kernel->arena, value_et(kernel->env, store->stored), found_visit, &found);
	return found && !sources.free;
}

/* The leaves of an address that differ from one entry to another; what both have in common is
 * drawn. */
struct leaves {
	bool entries_only; /* of a store: ids of threads and rounds alone */
	bool other;	   /* ... and there was something else */
	unsigned n;
	const struct et *at[MOST_LEAVES];
};

static void leaves_visit(void *data, const struct et *et)
{
	struct leaves *leaves = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	const struct symbol *sym = et->sym;
	bool common = sym->kind == SYM_PARAM || sym->kind == SYM_BASE ||
		      (sym->kind == SYM_ID && sym->builtin != BUILTIN_TID);
	bool own = sym->builtin == BUILTIN_TID || sym->kind == SYM_LOOP;
	leaves->other |= !common && (leaves->n == MOST_LEAVES || (leaves->entries_only && !own));
	if (!common && leaves->n < MOST_LEAVES)
		leaves->at[leaves->n++] = et;
}

/* Numbers for an address: those of its own leaves but one, which has another. */
struct numbers {
	const struct leaves *leaves;
	uint64_t begin, other;
	const struct et *moved; /* NULL: none */
};

static bool numbers_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct numbers *numbers = data;
	(void)args;
	*value = (LEAST_DRAWN + (uint64_t)leaf->sym->id * 37 % DRAWN) & mask_bits(leaf->width);
	for (unsigned i = 0; i < numbers->leaves->n; i++)
		if (numbers->leaves->at[i] == leaf)
			*value = leaf == numbers->moved ? numbers->other : numbers->begin;
	return true;
}

static bool place_at(const struct kernel *kernel, const struct access *access,
	struct numbers *numbers, int64_t *place)
{
	uint64_t value;
	bool known = et_eval(kernel->arena, access->address, numbers_value, numbers, &value);
	*place = (int64_t)value;
	return known;
}

/* By how much the place moves when each leaf does by `move`; `leaves` are the access's, which all
 * begin with `begin`. */
static bool steps_of(const struct kernel *kernel, const struct access *access,
	const struct leaves *leaves, uint64_t begin, uint64_t move, int64_t *first, int64_t steps[])
{
	struct numbers numbers = { leaves, begin, begin + move, NULL };
	if (!place_at(kernel, access, &numbers, first))
		return false;
	for (unsigned i = 0; i < leaves->n; i++) {
		numbers.moved = leaves->at[i];
		if (!place_at(kernel, access, &numbers, &steps[i]))
			return false;
		steps[i] -= *first;
	}
	return true;
}

/* Takes the largest steps first, of each no more than a size that is drawn: is nothing left of the
 * distance. */
static bool is_walked(int64_t distance, const int64_t steps[], unsigned n)
{
	int64_t below = INT64_MAX;
	while (distance) {
		int64_t widest = 0;
		for (unsigned i = 0; i < n; i++) {
			int64_t step = steps[i] < 0 ? -steps[i] : steps[i];
			widest = step < below && step > widest ? step : widest;
		}
		if (!widest)
			return false;
		int64_t rounds = distance / widest;
		if (rounds > MOST_STEPS || rounds < -MOST_STEPS)
			return false;
		distance -= rounds * widest;
		below = widest;
	}
	return true;
}

/* Do all places that the load may have, as its leaves vary, lie in steps of those of the store from
 * one of them. */
static bool steps_alike(
	const struct kernel *kernel, const struct access *store, const struct access *read)
{
	struct leaves mine = { .entries_only = true }, other = { .entries_only = false };
	et_once(kernel->arena, store->address, leaves_visit, &mine);
	et_once(kernel->arena, read->address, leaves_visit, &other);
	int64_t steps[2 * MOST_LEAVES], moves[MOST_LEAVES], from, to;
	if (mine.other || other.other || !mine.n || !other.n ||
		!steps_of(kernel, store, &mine, 0, 1, &from, steps) ||
		!steps_of(kernel, store, &mine, 0, WARP, &from, steps + mine.n))
		return false;
	for (uint64_t begin = 0; begin < BEGINS; begin++) {
		if (!steps_of(kernel, read, &other, begin, 1, &to, moves) ||
			!is_walked(to - from, steps, 2 * mine.n))
			return false;
		for (unsigned i = 0; i < other.n; i++)
			if (!is_walked(moves[i], steps, 2 * mine.n))
				return false;
	}
	return true;
}

/* Does the thread come to the store, or to the loops around it, before it reads. */
static bool is_behind(const struct block *store, const struct block *reader)
{
	const struct block *gate = store;
	for (const struct loop *loop = store->loop; loop && !loop_contains(loop, reader);
		loop = loop->parent)
		gate = loop->header;
	return gate != reader && block_dominates(gate, reader);
}

/* Does every way from the store to the reader pass a barrier of the block. */
static bool waits_between(
	const struct kernel *kernel, const struct access *store, const struct access *read)
{
	bool *avoid = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(*avoid));
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		if (sync->kind != SYNC_BLOCK_BARRIER && sync->kind != SYNC_GRID_BARRIER)
			continue;
		if (sync->block == store->block &&
			instruction_dominates(kernel->func, store->instruction, sync->instruction))
			return true;
		bool late =
			sync->block == read->block &&
			!instruction_dominates(kernel->func, sync->instruction, read->instruction);
		avoid[sync->block->index] = !late;
	}
	return store->block != read->block &&
	       !blocks_reached(kernel, store->block, avoid)[read->block->index];
}

static bool is_own_table(const struct kernel *kernel, const struct access *read)
{
	const struct block *reader = read->block;
	bool filled = false;
	if (read->type != ACCESS_READ ||
		(read->object->kind != OBJECT_PARAM && read->object->kind != OBJECT_GLOBAL))
		return false;
	vec_each(each, &kernel->accesses) {
		const struct access *store = *each;
		if (store->object != read->object || store->type == ACCESS_READ)
			continue;
		if (store->type != ACCESS_WRITE || !stores_found(kernel, store))
			return false;
		filled |= store->size == read->size && is_behind(store->block, reader) &&
			  waits_between(kernel, store, read) && steps_alike(kernel, store, read);
	}
	return filled;
}

bool value_walks_table(const struct kernel *kernel, LLVMValueRef value)
{
	struct sources sources = { .kernel = kernel, .tables = true };
	if (!LLVMIsAPHINode(value) && !LLVMIsALoadInst(value))
		return false;
	sources_add(&sources, value);
	return sources.table && !sources.free;
}

/* Does the block put into a shared variable only numbers that its threads have found, and no entries of other memory. */
static bool keeps_found(const struct kernel *kernel, const struct object *object)
{
	vec_each(each, &kernel->accesses) {
		const struct access *store = *each;
		struct sources sources = { .kernel = kernel };
		if (store->object != object || store->type == ACCESS_READ)
			continue;
		if (store->type != ACCESS_WRITE || !store->stored)
			return false;
		sources_add(&sources, store->stored);
		if (sources.free)
			return false;
	}
	return true;
}

bool value_found_in_shared(const struct kernel *kernel, LLVMValueRef value)
{
	struct sources sources = { .kernel = kernel };
	bool found = false;
	if (!LLVMIsAPHINode(value))
		return false;
	sources_add(&sources, value);
	for (unsigned i = 0; i < sources.n && !sources.free; i++) {
		const struct access *read = LLVMIsALoadInst(sources.seen[i]) ? access_at(kernel, sources.seen[i]) : NULL;
		if (!read)
			continue;
		found = true;
		sources.free |= !keeps_found(kernel, read->object);
	}
	return found && !sources.free;
}
