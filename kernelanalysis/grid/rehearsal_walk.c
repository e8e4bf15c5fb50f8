#include "kernelanalysis/grid/rehearsal_walk.h"

/*
 * The ways of one thread through a barrier. Where it adds to a counter and looks at what it found, there is one
 * way for each number that it may find; ways that do the same are one. A loop that only
 * repeats a read is left as soon as the word has a value with which it goes on.
 */

enum { MOST_WAYS = 4096, MOST_EVENTS = 4096 };

struct trace *trace_copy(const struct rehearsal *r, const struct trace *trace)
{
	struct trace *copy = arena_alloc(r->round, sizeof(*copy));
	copy->player = player_copy(r, r->round, &trace->player);
	copy->thread = trace->thread;
	vec_each(event, &trace->events) vec_push(r->round, &copy->events, *event);
	vec_each(cell, &trace->won) vec_push(r->round, &copy->won, *cell);
	return copy;
}

/* Is there another word that lies partly at the same place. */
static bool overlaps(const struct rehearsal *r, uint64_t address, unsigned bytes)
{
	for (uint64_t i = 1; i < 8; i++) {
		const struct cell *before = ptrmap_get(r->at, (const void *)(uintptr_t)(address - i));
		if ((before && before->width > 8 * i) ||
			(i < bytes && ptrmap_get(r->at, (const void *)(uintptr_t)(address + i))))
			return true;
	}
	return false;
}

static struct cell *cell_at(struct rehearsal *r, uint64_t address, const struct access *op)
{
	unsigned width = op->size * 8;
	const void *key = (const void *)(uintptr_t)address;
	struct cell *cell = ptrmap_get(r->at, key);
	if (cell)
		return cell->width == width ? cell : NULL;
	if (overlaps(r, address, op->size))
		return NULL;
	cell = arena_alloc(r->arena, sizeof(*cell));
	ptrmap_set(r->at, key, cell);
	cell->index = (unsigned)r->cells.n;
	cell->address = address;
	cell->object = op->object;
	cell->width = width;
	cell->value = cell_begins(r, cell);
	vec_push(r->arena, &r->cells, cell);
	return cell;
}

static bool is_read(const struct access *op)
{
	return op->type == ACCESS_READ || op->rmw == RMW_LOAD || keeps_value(op);
}

static bool is_subtraction(const struct access *op)
{
	return op->rmw == RMW_OTHER && LLVMIsAAtomicRMWInst(op->instruction) &&
	       LLVMGetAtomicRMWBinOp(op->instruction) == LLVMAtomicRMWBinOpSub;
}

uint64_t cell_counted(const struct cell *cell, uint64_t value)
{
	uint64_t by = cell->operand, mask = mask_bits(cell->width);
	switch (cell->adder->rmw) {
	case RMW_INC:
		return value >= by ? 0 : value + 1;
	case RMW_DEC:
		return !value || value > by ? by : value - 1;
	case RMW_OTHER:
		return (value - by) & mask;
	default:
		return (value + by) & mask;
	}
}

struct cell *cell_of(struct rehearsal *r, const struct trace *trace, const struct access *op)
{
	uint64_t address;
	if (!rehearsed_value(r, &trace->player, op->pointer, &address)) {
		rehearsal_fails(r, "an address depends on more than ids, the launch and rounds");
		return NULL;
	}
	struct cell *cell = cell_at(r, address, op);
	if (!cell)
		rehearsal_fails(r, "a word is accessed with several sizes");
	return cell;
}

struct event event_of(enum event_kind kind, const struct access *op, struct cell *cell)
{
	struct event event = { .kind = kind, .cell = cell };
	event.acquires = op->order == ORDER_ACQUIRE || op->order == ORDER_ACQ_REL;
	event.releases = op->order == ORDER_RELEASE || op->order == ORDER_ACQ_REL;
	event.weak = !is_strong(op);
	return event;
}

bool walk_push(struct walk *walk, struct trace *trace, struct event event)
{
	if (walk->idle)
		return false;
	if (trace->events.n == MOST_EVENTS)
		return rehearsal_fails(walk->r, "a thread does too much");
	vec_push(walk->r->round, &trace->events, event);
	return true;
}

static bool follow(struct walk *walk, struct trace *trace, const struct block *block, LLVMValueRef i);

static bool same_events(const struct trace *a, const struct trace *b)
{
	if (a->events.n != b->events.n)
		return false;
	for (size_t i = 0; i < a->events.n; i++) {
		const struct event *x = &a->events.at[i], *y = &b->events.at[i];
		if (x->kind != y->kind || x->cell != y->cell || x->value != y->value ||
			x->acquires != y->acquires || x->releases != y->releases ||
			x->last != y->last || x->of_warp != y->of_warp ||
			x->passes.n != y->passes.n)
			return false;
	}
	return true;
}

void forget_difference(const struct rehearsal *r, struct player *a, const struct player *b)
{
	for (unsigned i = 0; i < r->nslots; i++)
		a->known[i] &= b->known[i] && a->values[i] == b->values[i];
}

bool walk_add(struct walk *walk, struct trace *trace)
{
	vec_each(known, &walk->found) {
		if (!same_events(*known, trace))
			continue;
		forget_difference(walk->r, &(*known)->player, &trace->player);
		return true;
	}
	if (walk->found.n == MOST_WAYS)
		return rehearsal_fails(walk->r, "a thread has too many ways");
	vec_push(walk->r->round, &walk->found, trace);
	return true;
}

static bool has_uses(const struct access *op)
{
	return LLVMGetFirstUse(op->instruction) != NULL;
}

/* The parts of what a compare-and-swap has found. */
static void swap_as(struct rehearsal *r, struct trace *trace, const struct access *op, uint64_t value)
{
	uint64_t expected;
	bool known = rehearsed_value(r, &trace->player, op->expected, &expected);
	for (LLVMUseRef use = LLVMGetFirstUse(op->instruction); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef part = LLVMGetUser(use);
		bool found = LLVMIsAExtractValueInst(part) && LLVMGetIndices(part)[0] == 0;
		if (ptrmap_get(r->slots, part))
			rehearsed_set(r, &trace->player, part, found || known,
				found ? value : value == expected);
	}
}

void read_as(struct rehearsal *r, struct trace *trace, const struct access *op, uint64_t value)
{
	if (op->rmw == RMW_CAS)
		swap_as(r, trace, op, value);
	if (ptrmap_get(r->slots, op->instruction))
		rehearsed_set(r, &trace->player, op->instruction, true, value);
}

/* All ways that follow from what the addition may find. */
static bool follow_found(struct walk *walk, struct trace *trace, const struct access *op,
	const struct block *block)
{
	struct rehearsal *r = walk->r;
	struct cell *cell = trace->events.at[trace->events.n - 1].cell;
	uint64_t found = cell->value;
	for (uint64_t i = 0; i < cell->n; i++, found = cell_counted(cell, found)) {
		struct trace *way = trace_copy(r, trace);
		struct event *event = &way->events.at[way->events.n - 1];
		event->last = i + 1 == cell->n;
		if (event->last)
			vec_push(r->round, &way->won, cell);
		read_as(r, way, op, found);
		if (!follow(walk, way, block, LLVMGetNextInstruction(op->instruction)))
			return false;
	}
	return true;
}

static bool add(struct walk *walk, struct trace *trace, const struct access *op,
	const struct block *block, bool *forked)
{
	struct rehearsal *r = walk->r;
	struct cell *cell = cell_of(r, trace, op);
	uint64_t by;
	if (!cell)
		return false;
	if (!rehearsed_value(r, &trace->player, op->operand, &by))
		return rehearsal_fails(r, "what is added to a counter is not known");
	if (cell->adder && (cell->adder->rmw != op->rmw || cell->operand != by))
		return rehearsal_fails(r, "several amounts are added to one counter");
	cell->adder = op;
	cell->operand = by;
	if (!walk_push(walk, trace, event_of(EVENT_ADD, op, cell)))
		return false;
	*forked = has_uses(op);
	if (*forked && !cell->n) {
		trace->player.next = NULL;
		return walk_add(walk, trace);
	}
	return !*forked || follow_found(walk, trace, op, block);
}

static bool store(struct walk *walk, struct trace *trace, const struct access *op)
{
	struct rehearsal *r = walk->r;
	struct cell *cell = cell_of(r, trace, op);
	struct event event;
	LLVMValueRef stored = op->type == ACCESS_ATOMIC ? op->operand : op->stored;
	if (!cell)
		return false;
	event = event_of(EVENT_WRITE, op, cell);
	if (!stored || !rehearsed_value(r, &trace->player, stored, &event.value))
		return rehearsal_fails(r, "a value that is stored is not known");
	bool known = false;
	vec_each(value, &cell->written) known |= *value == event.value;
	if (!known)
		vec_push(r->round, &cell->written, event.value);
	return walk_push(walk, trace, event);
}

static bool read(struct walk *walk, struct trace *trace, const struct access *op)
{
	struct cell *cell = cell_of(walk->r, trace, op);
	if (!cell)
		return false;
	uint64_t value = cell->value;
	vec_each(event, &trace->events) {
		if (event->cell == cell && event->kind == EVENT_WRITE)
			value = event->value;
		if (event->cell == cell && (event->kind == EVENT_ADD || event->kind == EVENT_WAIT))
			return rehearsal_fails(walk->r, "a counter or flag is read again");
	}
	read_as(walk->r, trace, op, value);
	return walk_push(walk, trace, event_of(EVENT_READ, op, cell));
}

static bool operate(struct walk *walk, struct trace *trace, const struct access *op,
	const struct block *block, bool *forked)
{
	bool plain = op->type == ACCESS_WRITE || op->rmw == RMW_STORE ||
		     (op->rmw == RMW_EXCHANGE && !has_uses(op));
	if (walk->idle)
		return false;
	if (is_read(op))
		return read(walk, trace, op);
	if (plain)
		return store(walk, trace, op);
	if (op->rmw == RMW_ADD || op->rmw == RMW_INC || op->rmw == RMW_DEC || is_subtraction(op))
		return add(walk, trace, op, block, forked);
	return rehearsal_fails(walk->r, "an atomic operation is neither an addition nor a store");
}

bool walk_step(struct walk *walk, struct trace *trace, LLVMValueRef i)
{
	const struct sync *sync = sync_at(walk->r->kernel, i);
	if (!sync)
		return true;
	bool of_warp = sync->kind == SYNC_WARP_BARRIER;
	if (of_warp || sync->kind == SYNC_BLOCK_BARRIER)
		return walk_push(walk, trace,
			(struct event){ .kind = EVENT_BARRIER, .of_warp = of_warp });
	if (sync->kind != SYNC_FENCE || sync->scope < SCOPE_DEVICE || walk->idle)
		return true;
	struct event fence = { .kind = EVENT_FENCE };
	fence.acquires = sync->order != ORDER_RELEASE;
	fence.releases = sync->order != ORDER_ACQUIRE;
	return walk_push(walk, trace, fence);
}

static bool follow(struct walk *walk, struct trace *trace, const struct block *block, LLVMValueRef i)
{
	struct rehearsal *r = walk->r;
	for (;;) {
		for (; i; i = LLVMGetNextInstruction(i)) {
			const struct access *op = access_at(r->kernel, i);
			bool forked = false;
			if (r->steps++ > MOST_STEPS)
				return rehearsal_fails(r, "there are too many threads and rounds");
			if (i == r->barrier->to) {
				trace->player.at = block;
				trace->player.next = i;
				return walk_add(walk, trace);
			}
			if (!walk_step(walk, trace, i))
				return false;
			if (op && op->of_rehearsed && !operate(walk, trace, op, block, &forked))
				return false;
			if (forked)
				return true;
		}
		const struct block *next = rehearsed_branch(r, &trace->player, block);
		if (!next)
			return walk->idle ? false
					  : rehearsal_fails(r, "a branch depends on more than ids, the "
							       "launch, rounds and what is waited for");
		rehearsed_edge(r, &trace->player, block, next);
		const struct access *op = next->loop && next->loop->header == next
						  ? rehearsed_spin(r, next->loop) : NULL;
		if (op) {
			struct trace *behind;
			if (!walk_wait(walk, trace, next->loop, op, &behind, &next))
				return false;
			if (!behind) {
				trace->player.next = NULL;
				return walk_add(walk, trace);
			}
			trace = behind;
		}
		block = next;
		i = LLVMGetFirstInstruction(block->llvm);
	}
}

static bool walk_from(struct walk *walk, const struct player *player, unsigned thread)
{
	struct rehearsal *r = walk->r;
	struct trace *trace = arena_alloc(r->round, sizeof(*trace));
	LLVMValueRef from = r->barrier->from;
	trace->player = player_copy(r, r->round, player);
	trace->thread = thread;
	return follow(walk, trace, instruction_block(r->kernel->func, from),
		LLVMGetNextInstruction(from));
}

bool rehearsal_walk(struct rehearsal *r, unsigned thread)
{
	struct walk walk = { .r = r };
	if (!walk_from(&walk, &r->players.at[thread], thread))
		return rehearsal_fails(r, "a thread is not followed");
	vec_each(trace, &walk.found) vec_push(r->round, &r->traces, *trace);
	return true;
}

bool rehearsal_idle(struct rehearsal *r, const struct player *player)
{
	struct walk walk = { .r = r, .idle = true };
	return walk_from(&walk, player, 0) && walk.found.n == 1 && !walk.found.at[0]->events.n;
}
