#include "kernelanalysis/sums/sum_walk.h"

/*
 * The way of a block's threads through the kernel: all together, in two ways where a branch parts them, until these
 * meet. Where it is not known which way a thread goes, it goes both in doubt: what differs is not known behind them, and
 * no barrier may be there. A loop of barriers that ends at a time that is not known is run once, from any state; other loops
 * whose end is not known are left out.
 */

enum { MOST_STEPS = 1 << 23, DEEPEST = 100, MOST_WAYS = 8 };

static const struct sum_value any = { .kind = SUM_ANY };

static bool none(const struct sum_threads *set)
{
	for (unsigned w = 0; w < SUM_WARPS; w++)
		if (set->warp[w])
			return false;
	return true;
}

void sum_join(struct sum_threads *set, const struct sum_threads *other)
{
	for (unsigned w = 0; w < SUM_WARPS; w++)
		set->warp[w] |= other->warp[w];
}

static bool same_threads(const struct sum_threads *a, const struct sum_threads *b)
{
	return !memcmp(a, b, sizeof(*a));
}
bool sum_only_ends(const struct block *block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); i != last;
		i = LLVMGetNextInstruction(i))
		if (!LLVMIsAPHINode(i))
			return false;
	return !block->succs.n;
}

static struct sum_value incoming(
	struct sums *m, LLVMValueRef phi, const struct block *from, unsigned thread)
{
	LLVMValueRef value = from ? phi_value_from(phi, from->llvm) : NULL;
	return value ? sum_operand(m, value, thread) : any;
}

void sum_enter(struct sums *m, const struct block *from, const struct block *to,
	const struct sum_threads *threads)
{
	VEC(struct sum_value) values = { 0 };
	LLVMValueRef first = LLVMGetFirstInstruction(to->llvm);
	for (LLVMValueRef i = first; sum_is_phi(i); i = LLVMGetNextInstruction(i))
		for (unsigned t = 0; t < m->threads; t++)
			vec_push(m->arena, &values,
				sum_has(threads, t) ? incoming(m, i, from, t) : any);
	size_t at = 0;
	for (LLVMValueRef i = first; sum_is_phi(i); i = LLVMGetNextInstruction(i)) {
		struct sum_slot *slot = sum_slot_of(m, i);
		for (unsigned t = 0; t < m->threads; t++, at++)
			if (sum_has(threads, t))
				sum_set(m, slot, t, values.at[at]);
	}
	m->steps += values.n;
}

/* Are these all that have not left. */
static bool are_all(const struct sums *m, const struct sum_threads *set)
{
	for (unsigned t = 0; t < m->threads; t++)
		if (sum_has(set, t) == sum_has(&m->gone, t))
			return false;
	return true;
}

static struct sum_threads walk(struct sums *m, const struct block *at, struct sum_threads threads,
	const struct block *until);

/* The way of threads that leave a block for another until they meet the rest; those that come there. */
static struct sum_threads arm(struct sums *m, const struct block *from, const struct block *to,
	const struct sum_threads *threads, const struct block *until)
{
	struct sum_threads back = { 0 };
	sum_enter(m, from, to, threads);
	if (sum_only_ends(to)) {
		sum_join(&m->gone, threads);
		return back;
	}
	if (m->depth++ < DEEPEST)
		back = walk(m, to, *threads, until);
	else
		m->failed = "branches are too deep";
	m->depth--;
	return back;
}

/* Which way the threads go at the end of a block. */
struct fork {
	const struct block *at;
	LLVMValueRef last;
	struct sum_threads to[MOST_WAYS], unknown;
};

static const struct block *target(const struct sums *m, LLVMValueRef last, unsigned n)
{
	return func_block(m->kernel->func, LLVMGetSuccessor(last, n));
}

/* The successor that a thread goes on to; NULL: not known. */
static const struct block *choice(struct sums *m, const struct fork *fork, unsigned thread)
{
	LLVMValueRef last = fork->last;
	if (LLVMIsAInvokeInst(last))
		return NULL;
	if (LLVMGetNumSuccessors(last) == 1)
		return target(m, last, 0);
	struct sum_value value = sum_operand(m, LLVMGetOperand(last, 0), thread);
	if (value.kind != SUM_NUMBER)
		return NULL;
	if (LLVMIsABranchInst(last))
		return target(m, last, value.number ? 0 : 1);
	for (unsigned k = 1; LLVMIsASwitchInst(last) && k < LLVMGetNumSuccessors(last); k++)
		if (LLVMConstIntGetZExtValue(LLVMGetSwitchCaseValue(last, k)) == value.number)
			return target(m, last, k);
	return LLVMIsASwitchInst(last) ? target(m, last, 0) : NULL;
}

static struct fork fork_of(struct sums *m, const struct block *at, const struct sum_threads *threads)
{
	struct fork fork = { .at = at, .last = LLVMGetBasicBlockTerminator(at->llvm) };
	for (unsigned t = 0; t < m->threads; t++) {
		if (!sum_has(threads, t))
			continue;
		const struct block *to = choice(m, &fork, t);
		if (!to)
			sum_add(&fork.unknown, t);
		for (unsigned k = 0; to && k < at->succs.n; k++)
			if (at->succs.at[k] == to)
				sum_add(&fork.to[k], t);
	}
	return fork;
}

/* The threads go on in several ways; returns where they meet. */
static const struct block *part(struct sums *m, const struct fork *fork,
	struct sum_threads *threads, const struct block *until)
{
	const struct block *at = fork->at, *meet = at->ipdom;
	struct sum_threads back = { 0 };
	for (unsigned pass = 0; pass < 2; pass++) {
		for (unsigned k = 0; k < at->succs.n; k++) {
			if (none(&fork->to[k]) || sum_only_ends(at->succs.at[k]) != !pass)
				continue;
			struct sum_threads arrived = arm(m, at, at->succs.at[k], &fork->to[k], meet);
			sum_join(&back, &arrived);
		}
	}
	if (!meet && until && !none(&back))
		m->failed = "ways do not meet";
	*threads = back;
	return meet ? meet : until;
}

/* What the phis at a block hold, in some order. */
static void phis_copy(struct sums *m, const struct block *block, struct sum_value *copy)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); sum_is_phi(i);
		i = LLVMGetNextInstruction(i), copy += m->threads)
		memcpy(copy, sum_slot_of(m, i)->at, m->threads * sizeof(*copy));
}

/* Threads have come there with one of two values. */
static void phis_merge(struct sums *m, const struct block *block, const struct sum_value *copy,
	const struct sum_threads *threads)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); sum_is_phi(i);
		i = LLVMGetNextInstruction(i), copy += m->threads) {
		struct sum_slot *slot = sum_slot_of(m, i);
		for (unsigned t = 0; t < m->threads; t++) {
			if (!sum_has(threads, t) || !slot->ran[t])
				continue;
			slot->ran[t]--;
			struct sum_value now = slot->at[t];
			bool same = sum_same(now, copy[t]);
			if (!same && slot->ran[t])
				slot->ran[t]--;
			if (!same)
				sum_set(m, slot, t, any);
		}
	}
}

static unsigned phis_in(const struct block *block)
{
	unsigned n = 0;
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); sum_is_phi(i);
		i = LLVMGetNextInstruction(i))
		n++;
	return n;
}

/* All threads go each way in doubt. */
static const struct block *doubt(struct sums *m, const struct fork *fork,
	struct sum_threads *threads, const struct block *until)
{
	const struct block *at = fork->at, *meet = at->ipdom;
	struct sum_threads gone = m->gone;
	struct sum_value *copy = meet ? arena_alloc(m->arena,
		(phis_in(meet) + 1) * m->threads * sizeof(*copy)) : NULL;
	bool first = true;
	if (!meet) {
		m->failed = "ways do not meet";
		return until;
	}
	m->doubted++;
	for (unsigned k = 0; k < at->succs.n && !m->failed; k++) {
		if (block_is_dead_end(at->succs.at[k]))
			continue;
		struct sum_threads back = arm(m, at, at->succs.at[k], threads, meet);
		if (sum_only_ends(meet))
			continue;
		if (!same_threads(&back, threads) || !same_threads(&gone, &m->gone))
			m->failed = "threads may have left";
		else if (!first)
			phis_merge(m, meet, copy, threads);
		phis_copy(m, meet, copy);
		first = false;
	}
	m->doubted--;
	return meet;
}

/* The way on where all threads go the same one, which is not known. */
static const struct block *go_together(struct sums *m, const struct fork *fork,
	struct sum_threads *threads, const struct block *until)
{
	const struct loop *loop = sum_loop_left(fork->at);
	const struct block *on = NULL;
	if (loop && m->rounds[loop->index] != ROUNDS_ANY)
		return sum_begin_any_round(m, loop, threads);
	vec_each(succ, &fork->at->succs) {
		if (loop ? !loop_contains(loop, *succ) : sum_only_ends(*succ))
			continue;
		if (on)
			return doubt(m, fork, threads, until);
		on = *succ;
	}
	if (on)
		sum_enter(m, fork->at, on, threads);
	return on ? on : until;
}

static const struct block *go_unknown(struct sums *m, const struct fork *fork,
	struct sum_threads *threads, const struct block *until)
{
	const struct loop *loop = sum_loop_left(fork->at);
	LLVMValueRef condition = LLVMGetOperand(fork->last, 0);
	bool together = !m->doubted && are_all(m, threads) && same_threads(threads, &fork->unknown) &&
			value_level(m->kernel, condition) <= LEVEL_BLOCK;
	if (loop && (!together || !sum_loop_is_run(m, loop)))
		return sum_skip_loop(m, loop, threads, until);
	return together ? go_together(m, fork, threads, until) : doubt(m, fork, threads, until);
}

/* The block is the header of a loop that some round stands for all of, and that has been run. */
static bool any_round_done(
	const struct sums *m, const struct block *from, const struct block *to)
{
	const struct loop *loop = to->loop;
	return loop && loop->header == to && loop_contains(loop, from) &&
	       m->rounds[loop->index] == ROUNDS_ANY;
}

/* Is a loop left whose rounds each may have scans of their own, and which is not to be run round by round. */
static bool leaves_widened(struct sums *m, const struct block *at)
{
	const struct loop *loop = sum_loop_left(at);
	bool around = loop && !loop->parent && loop->children.n && m->rounds[loop->index] == ROUNDS_NUMBERED &&
		      sum_loop_is_run(m, loop);
	m->nested |= around;
	return around && m->widened;
}

static const struct block *go_on(struct sums *m, const struct block *at,
	struct sum_threads *threads, const struct block *until)
{
	if (!at->succs.n) {
		sum_join(&m->gone, threads);
		*threads = (struct sum_threads){ 0 };
		return until;
	}
	struct fork fork = fork_of(m, at, threads);
	if (leaves_widened(m, at))
		fork.unknown = *threads;
	if (!none(&fork.unknown))
		return go_unknown(m, &fork, threads, until);
	for (unsigned k = 0; k < at->succs.n; k++)
		if (same_threads(&fork.to[k], threads)) {
			sum_enter(m, at, at->succs.at[k], threads);
			return at->succs.at[k];
		}
	return part(m, &fork, threads, until);
}

static struct sum_threads walk(struct sums *m, const struct block *at, struct sum_threads threads,
	const struct block *until)
{
	while (at && at != until && !m->failed && !none(&threads)) {
		sum_run_block(m, at, &threads);
		if (m->failed)
			break;
		if (at->succs.n > MOST_WAYS || m->steps > MOST_STEPS)
			m->failed = "too many steps";
		const struct block *next = go_on(m, at, &threads, until);
		bool done = next && next != until && !m->begins && any_round_done(m, at, next);
		m->begins = false;
		at = done ? sum_end_any_round(m, next->loop, &threads, until) : next;
	}
	return threads;
}

void sum_run(struct sums *m)
{
	struct sum_threads all = { 0 };
	m->epoch = 1;
	m->rounds = arena_alloc(m->arena, m->kernel->func->loops.n + 1);
	for (unsigned t = 0; t < m->threads; t++)
		sum_add(&all, t);
	vec_each(object, &m->kernel->objects)
		if ((*object)->kind == OBJECT_SHARED)
			sum_place(m, *object, 0);
	if (m->kernel->func->blocks.n)
		walk(m, m->kernel->func->blocks.at[0], all, NULL);
}
