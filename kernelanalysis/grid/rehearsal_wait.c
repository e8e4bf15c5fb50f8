#include "kernelanalysis/grid/rehearsal_walk.h"

/* Waits of a thread for a word of the barrier: a loop that only repeats a read is left with each value that the word may have and that ends it. */

/* One round of a loop that waits, with a value for what it reads: *out is the block behind the loop, NULL: it goes on. */
static bool try_value(struct walk *walk, struct trace *trace, const struct loop *loop,
	const struct access *op, const struct block **out)
{
	struct rehearsal *r = walk->r;
	const struct block *block = op->block;
	LLVMValueRef i = LLVMGetNextInstruction(op->instruction);
	for (;;) {
		for (; i; i = LLVMGetNextInstruction(i))
			if (!walk_step(walk, trace, i))
				return false;
		const struct block *next = rehearsed_branch(r, &trace->player, block);
		if (!next)
			return rehearsal_fails(r, "what ends a wait is not known");
		*out = next == loop->header ? NULL : next;
		if (next == loop->header)
			return true;
		rehearsed_edge(r, &trace->player, block, next);
		if (!loop_contains(loop, next))
			return true;
		block = next;
		i = LLVMGetFirstInstruction(block->llvm);
	}
}

struct waiting {
	struct walk *walk;
	const struct loop *loop;
	const struct access *op;
	const struct trace *trace; /* before the wait's value */
	struct event *event;
	struct trace *behind; /* of some value that ends it */
	const struct block *out;
};

/* Does the wait end with this value. */
static bool ends_with(struct waiting *w, uint64_t value, bool *ends)
{
	struct rehearsal *r = w->walk->r;
	const struct block *out = NULL;
	struct trace *trial = trace_copy(r, w->trace);
	read_as(r, trial, w->op, value);
	if (!try_value(w->walk, trial, w->loop, w->op, &out))
		return false;
	*ends = out != NULL;
	if (!out)
		return true;
	if (!w->behind) {
		w->behind = trial;
		w->out = out;
		return true;
	}
	if (out != w->out || trial->events.n != w->behind->events.n)
		return rehearsal_fails(r, "a wait ends in several ways");
	forget_difference(r, &w->behind->player, &trial->player);
	return true;
}

static bool try_all(struct waiting *w)
{
	const struct cell *cell = w->event->cell;
	uint64_t value = cell->value;
	bool ends;
	if (!ends_with(w, value, &w->event->passes_before))
		return false;
	for (uint64_t i = 1; cell->adder && i <= cell->n; i++) {
		value = cell_counted(cell, value);
		if (!ends_with(w, value, &ends))
			return false;
		if (i == cell->n)
			w->event->passes_all = ends;
		else
			w->event->passes_part |= ends;
	}
	for (size_t i = 0; i < cell->written.n; i++) {
		if (!ends_with(w, cell->written.at[i], &ends))
			return false;
		if (ends)
			vec_push(w->walk->r->round, &w->event->passes, cell->written.at[i]);
	}
	return true;
}

/* Comes to the wait's read; false: something else comes first. */
static bool to_read(struct walk *walk, struct trace *trace, const struct loop *loop,
	const struct access *op)
{
	const struct block *block = loop->header;
	for (;;) {
		LLVMValueRef i = LLVMGetFirstInstruction(block->llvm);
		for (; i && i != op->instruction; i = LLVMGetNextInstruction(i))
			if (!walk_step(walk, trace, i))
				return false;
		if (i)
			return true;
		const struct block *next = rehearsed_branch(walk->r, &trace->player, block);
		if (!next || next == loop->header || !loop_contains(loop, next))
			return rehearsal_fails(walk->r, "a loop need not come to its wait");
		rehearsed_edge(walk->r, &trace->player, block, next);
		block = next;
	}
}

bool walk_wait(struct walk *walk, struct trace *trace, const struct loop *loop,
	const struct access *op, struct trace **behind, const struct block **out)
{
	struct rehearsal *r = walk->r;
	if (walk->idle || !to_read(walk, trace, loop, op))
		return false;
	struct cell *cell = cell_of(r, trace, op);
	if (!cell || !walk_push(walk, trace, event_of(EVENT_WAIT, op, cell)))
		return false;
	size_t at = trace->events.n - 1;
	struct event event = trace->events.at[at];
	struct waiting w = { .walk = walk, .loop = loop, .op = op, .trace = trace, .event = &event };
	if (!try_all(&w))
		return false;
	*behind = w.behind;
	*out = w.out;
	if (w.behind)
		w.behind->events.at[at] = event;
	return true;
}
