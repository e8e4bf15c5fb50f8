#include "kernelanalysis/pairs/order.h"

#include "expr/known.h"
#include "kernelanalysis/values/stores.h"

/*
 * Broadcasts: one thread stores to a shared variable, a block barrier follows,
 * all threads read it. The value read is what the storing thread computed: its
 * thread ids are the ones its guard fixes, its own opaque values become
 * symbols that the whole block shares. Where it does not store, anything may be there. In a loop, where every round has the
 * store, the barrier and the reading, it is the value of the same round.
 */

struct election {
	struct kernel *kernel;
	const struct loop *loop; /* around store and reading; NULL: none */
	const struct et *tid[3]; /* of the storing thread, NULL: not fixed */
	bool alone; /* see struct elected */
	const struct et *any;	 /* what ids that are not fixed are taken to be; NULL: they must not matter */
	bool failed;
};

static void fix_ids_by(struct election *election, const struct et *guard)
{
	if (guard->op == ET_AND && guard->width == 1) {
		fix_ids_by(election, guard->arg[0]);
		fix_ids_by(election, guard->arg[1]);
		return;
	}
	for (unsigned i = 0; guard->op == ET_EQ && i < 2; i++) {
		const struct et *id = guard->arg[i], *other = guard->arg[1 - i];
		if (id->op == ET_SYM && id->sym->builtin == BUILTIN_TID && other->width == id->width &&
			term_is_common(other, LEVEL_BLOCK))
			election->tid[id->sym->axis] = other;
	}
}

/* What a guard says of an id by two numbers: its quotient by some power of two, and what is left of it. */
struct halves {
	uint64_t size[2], value[2]; /* size 0: not found */
};

static void halves_find(struct halves halves[3], const struct et *guard)
{
	if (guard->op == ET_AND && guard->width == 1) {
		halves_find(halves, guard->arg[0]);
		halves_find(halves, guard->arg[1]);
	}
	const struct et *part = guard->op == ET_EQ && et_is_const(guard->arg[1]) ? guard->arg[0] : NULL;
	if (!part || part->nargs != 2 || !et_is_const(part->arg[1]) || part->arg[0]->op != ET_SYM ||
		part->arg[0]->sym->builtin != BUILTIN_TID)
		return;
	uint64_t by = part->arg[1]->value;
	bool masks = part->op == ET_AND && !(by & (by + 1)), shifts = part->op == ET_LSHR && by < 32;
	unsigned rest = masks || part->op == ET_UREM;
	uint64_t size = masks ? by + 1 : shifts ? UINT64_C(1) << by : by;
	if (!rest && !shifts && part->op != ET_UDIV)
		return;
	halves[part->arg[0]->sym->axis].size[rest] = size;
	halves[part->arg[0]->sym->axis].value[rest] = guard->arg[1]->value;
}

/* Finds the ids of the thread that the guard lets through. */
static void fix_ids(struct election *election, const struct et *guard)
{
	struct halves halves[3] = { 0 };
	fix_ids_by(election, guard);
	halves_find(halves, guard);
	for (unsigned i = 0; i < 3; i++) {
		uint64_t size = halves[i].size[0];
		if (!election->tid[i] && size && size == halves[i].size[1] && halves[i].value[1] < size)
			election->tid[i] = et_const(election->kernel->ets, 32, halves[i].value[0] * size + halves[i].value[1]);
	}
}

/* The value of the symbol in the elected thread: one for each that broadcasts it. */
static struct symbol *elected_twin(struct election *election, struct ets *ets, const struct symbol *sym)
{
	struct kernel *kernel = election->kernel;
	vec_each(known, &kernel->elected)
		if (known->sym == sym && known->loop == election->loop && known->alone == election->alone &&
			!memcmp(known->tid, election->tid, sizeof(known->tid)))
			return known->twin;
	struct symbol *twin = symbol_new(ets, sym->kind, LEVEL_BLOCK, sym->width, sym->name);
	twin->origin = sym->origin;
	twin->loc = sym->loc;
	struct elected elected = { .sym = sym, .twin = twin, .loop = election->loop,
		.alone = election->alone };
	memcpy(elected.tid, election->tid, sizeof(elected.tid));
	vec_push(kernel->arena, &kernel->elected, elected);
	return twin;
}

/* How often a loop that is over went round, in the elected thread. */
static const struct et *elected_rounds(
	struct election *election, struct ets *ets, const struct symbol *counter)
{
	const struct et *rounds = loop_rounds(election->kernel->env, counter->origin);
	if (rounds && rounds->width == counter->width && term_is_common(rounds, LEVEL_BLOCK))
		return rounds;
	struct symbol *twin = elected_twin(election, ets, counter);
	twin->kind = SYM_HAVOC;
	twin->origin = NULL;
	twin->bounded = counter->bounded;
	twin->lo = counter->lo;
	twin->hi = counter->hi;
	return et_sym(ets, twin);
}

static const struct et *elected_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct election *election = data;
	const struct symbol *sym = leaf->sym;
	if (sym->builtin == BUILTIN_TID) {
		const struct et *id = election->tid[sym->axis] ? election->tid[sym->axis] : election->any;
		election->failed |= !id;
		return id;
	}
	if (sym->kind == SYM_LOOP && !election->loop)
		return elected_rounds(election, ets, sym);
	if (sym->kind == SYM_LOOP)
		election->failed |= !loop_encloses(sym->origin, election->loop);
	if (sym->level <= LEVEL_BLOCK || sym->kind == SYM_LOOP)
		return NULL;
	const struct symbol *twin = elected_twin(election, ets, sym);
	return et_app(ets, twin, leaf->nargs, leaf->arg);
}

const struct et *elected_term(
	struct kernel *kernel, const struct elected *elected, const struct et *term)
{
	struct election election = { .kernel = kernel, .loop = elected->loop, .alone = elected->alone };
	if (term_is_common(term, LEVEL_BLOCK))
		return term;
	memcpy(election.tid, elected->tid, sizeof(election.tid));
	term = et_map_once(kernel->ets, term, elected_leaf, &election);
	return election.failed ? NULL : term;
}

/* A term of the one thread that a guard lets through, as all of the block see it; NULL: it is not known who that is. */
static const struct et *term_of_thread(struct election *election, const struct et *guard, const struct et *term)
{
	fix_ids(election, guard);
	if (!election->tid[0] && !election->tid[1] && !election->tid[2])
		return NULL;
	term = et_map_once(election->kernel->ets, term, elected_leaf, election);
	return election->failed ? NULL : term;
}

const struct et *term_of_one(struct kernel *kernel, const struct loop *loop, const struct et *guard,
	const struct et *term, const struct et **exists)
{
	struct election election = { .kernel = kernel, .loop = loop, .alone = true };
	term = term_of_thread(&election, guard, term);
	*exists = term ? teller_exists(kernel, election.tid, true) : NULL;
	return term;
}

bool only_elects(const struct et *condition)
{
	if (condition->op == ET_AND && condition->width == 1)
		return only_elects(condition->arg[0]) && only_elects(condition->arg[1]);
	return et_is_true(condition) ||
	       (condition->op == ET_EQ && et_is_const(condition->arg[1]) &&
		       condition->arg[0]->op == ET_SYM &&
		       condition->arg[0]->sym->builtin == BUILTIN_TID);
}

/* The same, where the thread may also be one that has the same number in all blocks. */
static bool names_thread(const struct et *condition)
{
	if (condition->op == ET_AND && condition->width == 1)
		return names_thread(condition->arg[0]) && names_thread(condition->arg[1]);
	for (unsigned i = 0; condition->op == ET_EQ && i < 2; i++)
		if (condition->arg[i]->op == ET_SYM && condition->arg[i]->sym->builtin == BUILTIN_TID &&
			term_is_common(condition->arg[1 - i], LEVEL_GRID))
			return true;
	return et_is_true(condition);
}

/* Takes for known what holds for all who come to a place, whoever of the block it is. */
static void known_of_all(struct kernel *kernel, struct known *known, const struct et *reach)
{
	if (reach->op == ET_AND && reach->width == 1) {
		known_of_all(kernel, known, reach->arg[0]);
		known_of_all(kernel, known, reach->arg[1]);
		return;
	}
	for (unsigned i = 0; i < 3; i++)
		if (et_mentions(kernel->arena, reach, et_sym(kernel->ets, kernel->tid[i])))
			return;
	if (!rests_on_own(kernel, reach, LEVEL_BLOCK))
		known_add(known, reach);
}

/* What else is asked for the store in a round of its loop that comes to the load, besides who makes it. */
static const struct et *asked_in_round(
	struct kernel *kernel, const struct access *store, const struct access *load)
{
	const struct loop *loop = store->block->loop;
	struct known *known = known_new(kernel->arena, kernel->ets);
	known_of_all(kernel, known, value_reach_from(kernel->env, loop->header, load->block));
	const struct et *guard =
		known_apply(known, value_reach_from(kernel->env, loop->header, store->block));
	return names_thread(guard) ? et_bool(kernel->ets, true) : guard;
}

/* The loop around a block, the outermost one that another block is behind by its only way out; NULL: none. */
static const struct loop *loop_before(const struct block *block, const struct block *behind)
{
	const struct loop *found = NULL;
	for (const struct loop *loop = block->loop; loop && !loop_contains(loop, behind); loop = loop->parent)
		if (loop->exits.n == 1 && loop->preheader && block_dominates(loop->exits.at[0].to, behind))
			found = loop;
	return found;
}

/* The first block on every way to this one from which this one is always come to in the same round. */
static const struct block *always_from(const struct kernel *kernel, const struct block *block)
{
	while (block->idom && block->idom->loop == block->loop &&
		passes_in_round(kernel, block->loop, block->idom, block))
		block = block->idom;
	return block;
}

const struct et *reached_by_progress(struct kernel *kernel, const struct block *block)
{
	struct ets *ets = kernel->ets;
	block = always_from(kernel, block);
	const struct block *from = block->idom;
	if (from && from->loop == block->loop)
		return et_and(ets, value_reach_from(kernel->env, from, block),
			reached_by_progress(kernel, from));
	for (; from; from = from->idom) {
		const struct loop *loop = loop_before(from, block);
		if (!loop)
			continue;
		kernel->assumes_progress = true;
		return et_and(ets, value_reach_from(kernel->env, loop->exits.at[0].to, block),
			reached_by_progress(kernel, loop->preheader));
	}
	return value_reach(kernel->env, block);
}

/* Condition for the storing thread to exist and to store, given that somebody comes to the load behind the barrier. */
static const struct et *is_stored(struct election *election, const struct access *store,
	const struct sync *barrier, const struct access *load)
{
	struct kernel *kernel = election->kernel;
	struct ets *ets = kernel->ets;
	const struct et *there = teller_exists(kernel, election->tid, false);
	if (store->block->loop)
		return et_and(ets, there, et_map_once(ets, asked_in_round(kernel, store, load), elected_leaf, election));
	struct known *known = known_new(kernel->arena, ets);
	known_of_all(kernel, known, value_reach(kernel->env, barrier->block));
	if (load->block->loop == barrier->block->loop)
		known_of_all(kernel, known, value_reach_from(kernel->env, barrier->block, load->block));
	election->any = et_const(ets, 32, 0);
	const struct et *stored = et_map_once(ets,
		known_apply(known, reached_by_progress(kernel, store->block)), elected_leaf, election);
	return et_and(ets, stored, there);
}

const struct et *stored_before(struct kernel *kernel, LLVMValueRef load)
{
	enum { MOST_STEPS = 32 };
	LLVMValueRef at = LLVMGetPreviousInstruction(load);
	LLVMValueRef pointer = LLVMGetOperand(load, 0);
	for (unsigned i = 0; at && i < MOST_STEPS; i++, at = LLVMGetPreviousInstruction(at)) {
		if (LLVMIsACallInst(at) && !call_touches_no_memory(at))
			return NULL;
		if (LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at))
			return NULL;
		if (!LLVMIsAStoreInst(at))
			continue;
		const struct object *object = object_of(kernel, LLVMGetOperand(at, 1));
		if (object != object_of(kernel, pointer) && object->kind != OBJECT_UNKNOWN)
			continue;
		bool same = LLVMTypeOf(LLVMGetOperand(at, 0)) == LLVMTypeOf(load) &&
			    value_et(kernel->env, LLVMGetOperand(at, 1)) ==
				    value_et(kernel->env, pointer);
		return same ? value_et(kernel->env, LLVMGetOperand(at, 0)) : NULL;
	}
	return NULL;
}

const struct et *read_by_one(struct kernel *kernel, const struct access *read)
{
	struct election election = { .kernel = kernel, .loop = read->block->loop };
	return term_of_thread(&election, value_reach(kernel->env, read->block), value_et(kernel->env, read->instruction));
}

const struct et *broadcast_leaf(struct kernel *kernel, LLVMValueRef load)
{
	const struct access *read = access_at(kernel, load);
	const struct access *store = read ? last_store(kernel, read) : NULL;
	const struct sync *barrier = store ? barrier_between(kernel, store, read) : NULL;
	if (!barrier || value_et(kernel->env, store->pointer) != value_et(kernel->env, read->pointer))
		return NULL;
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(load));
	if ((kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) ||
		LLVMTypeOf(store->stored) != LLVMTypeOf(load))
		return NULL;
	struct election election = { .kernel = kernel, .loop = store->block->loop };
	const struct et *term = term_of_thread(&election, value_reach(kernel->env, store->block), value_et(kernel->env, store->stored));
	if (!term)
		return NULL;
	const struct et *stored = is_stored(&election, store, barrier, read);
	if (et_is_true(stored))
		return term;
	if (election.failed || kind == LLVMPointerTypeKind || store != only_store(kernel, read))
		return NULL;
	return et_ite(kernel->ets, stored, term,
		value_opaque(kernel->env, load,
			store->object->space == SPACE_SHARED && !store->block->loop ? SYM_HAVOC : SYM_DATA));
}

/* A table: each thread stores to the place of its number, and any thread reads behind a barrier. */
struct place {
	struct kernel *kernel;
	const struct et *number; /* of the storing thread, 64 bits; NULL: not found yet */
	bool failed;
};

static bool is_thread(const struct place *place, const struct et *et)
{
	return et->op == ET_SYM && et->sym == place->kernel->tid[0];
}

static bool is_number(struct place *place, const struct et *number)
{
	if (number->width != 64)
		number = et_cast(place->kernel->ets, ET_ZEXT, 64, number);
	if (place->number && place->number != number)
		return false;
	place->number = number;
	return true;
}

/* Finds the thread whose place the address of the load is, by the address of the store. */
static bool find_number(struct place *place, const struct et *store, const struct et *load)
{
	if (is_thread(place, store))
		return is_number(place, load);
	bool extends = store->op == ET_ZEXT || store->op == ET_SEXT;
	if (extends && is_thread(place, store->arg[0]))
		return is_number(place, load);
	if (!store->nargs || store->op == ET_APP)
		return store == load;
	if (store->op != load->op || store->nargs != load->nargs || store->width != load->width)
		return false;
	const struct et *before = place->number;
	bool found = true;
	for (unsigned i = 0; found && i < store->nargs; i++)
		found = find_number(place, store->arg[i], load->arg[i]);
	if (found || (store->op != ET_ADD && store->op != ET_MUL))
		return found;
	place->number = before;
	return find_number(place, store->arg[0], load->arg[1]) &&
	       find_number(place, store->arg[1], load->arg[0]);
}

const struct et *number_of_place(struct kernel *kernel, const struct et *store, const struct et *load)
{
	struct place place = { .kernel = kernel };
	return find_number(&place, store, load) ? place.number : NULL;
}

/* What a term of the storing thread is for the thread of that number. */
static const struct et *stored_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct place *place = data;
	if (is_thread(place, leaf))
		return et_cast(ets, ET_TRUNC, 32, place->number);
	place->failed |= leaf->sym->level > LEVEL_BLOCK || leaf->sym->kind == SYM_LOOP;
	return NULL;
}

const struct et *table_leaf(struct kernel *kernel, LLVMValueRef load)
{
	const struct access *read = access_at(kernel, load);
	const struct access *store = read ? only_store(kernel, read) : NULL;
	if (!store || store->block->loop || LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMIntegerTypeKind ||
		LLVMTypeOf(store->stored) != LLVMTypeOf(load))
		return NULL;
	struct ets *ets = kernel->ets;
	struct place place = { .kernel = kernel,
		.number = number_of_place(kernel, value_et(kernel->env, store->pointer),
			value_et(kernel->env, read->pointer)) };
	if (!place.number || !barrier_between(kernel, store, read))
		return own_entry(kernel, store, load);
	const struct et *value = et_map_once(ets, value_et(kernel->env, store->stored), stored_leaf, &place);
	const struct et *guard = et_map_once(ets, value_reach(kernel->env, store->block), stored_leaf, &place);
	if (place.failed)
		return NULL;
	const struct et *threads = et_cast(ets, ET_ZEXT, 64, et_sym(ets, kernel->ntid[0]));
	const struct et *there = et_and(ets, et_binary(ets, ET_ULT, 0, place.number, threads), guard);
	return et_ite(ets, there, value, value_opaque(kernel->env, load, SYM_DATA));
}
