#include "ir/value_internal.h"

/*
 * Header phis that go through a few values again and again: the stage and phase of a ring of
 * buffers, as in `if (++stage == N) { stage = 0; phase ^= 1; }`. The phis that depend on each
 * other and on nothing else are run from their constant first values until they are as in the
 * beginning; each is then a function of the round modulo that period. Where a loop is inside another
 * one, in whose next round they go on as they were left, it is a function of all rounds made so far.
 * A counter of the rounds may take part by its remainders, as in `if (i % N == N - 1) phase ^= 1`.
 */

enum { PHIS = 8, PERIOD = 64, COUNTER_BITS = 32 };

struct cycle {
	struct value_env *env;
	const struct loop *loop;
	const struct et *round; /* how many rounds have been made before */
	bool goes_on; /* in the next round of the loop around, if all of them do */
	unsigned n;
	LLVMValueRef phi[PHIS];
	const struct symbol *sym[PHIS + 1]; /* the last one is the loop's counter */
	uint64_t first[PHIS + 1], now[PHIS + 1];
	const struct et *next[PHIS];
	bool used[PHIS + 1], kept[PHIS]; /* kept: in the next round of the loop around */
	bool counts[PHIS + 1];		 /* only remainders are taken of it, */
	uint64_t wrap[PHIS + 1];	 /* ... by divisors of this */
};

static void count_term(void *data, const struct et *et)
{
	(void)et;
	++*(unsigned *)data;
}

/* Is the term too large to be one that comes to a constant. */
static bool is_large(struct value_env *env, const struct et *et)
{
	enum { MOST_TERMS = 1000 };
	unsigned n = 0;
	et_once(env->arena, et, count_term, &n);
	return n > MOST_TERMS;
}

/* What a phi begins with, where loops before it that always run as often have come to their ends.
 */
static const struct et *begins_with(const struct cycle *cycle, LLVMValueRef start)
{
	struct value_env *env = cycle->env;
	const struct et *first = value_et(env, start);
	if (et_is_const(first) || is_large(env, first))
		return first;
	vec_each(each, &env->func->loops) {
		const struct et *rounds = NULL;
		if (!loop_contains(*each, cycle->loop->header) && counts_round(env, *each, first))
			rounds = loop_rounds(env, *each);
		if (rounds && et_is_const(rounds))
			first = term_at_round(env, *each, first, rounds->value);
	}
	return first;
}

/* Phis that begin with a constant take part, be it what a loop before has left. */
static void gather(struct cycle *cycle)
{
	struct value_env *env = cycle->env;
	LLVMValueRef i = LLVMGetFirstInstruction(cycle->loop->header->llvm);
	for (; i && LLVMIsAPHINode(i) && cycle->n < PHIS; i = LLVMGetNextInstruction(i)) {
		LLVMValueRef kept = loop_kept_by(cycle->loop, i);
		LLVMValueRef start = kept ? phi_incoming(kept, cycle->loop->parent->preheader)
					  : phi_incoming(i, cycle->loop->preheader);
		bool whole = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
		const struct et *first =
			whole && type_width(i) <= 64 ? begins_with(cycle, start) : NULL;
		if (!first || !et_is_const(first))
			continue;
		cycle->phi[cycle->n] = i;
		cycle->kept[cycle->n] = kept != NULL;
		cycle->first[cycle->n] = first->value;
		cycle->sym[cycle->n++] =
			symbol_new(env->ets, SYM_HAVOC, LEVEL_GRID, type_width(i), "p");
	}
	cycle->sym[cycle->n] = env->loops[cycle->loop->index].counter;
}

static int index_of(const struct cycle *cycle, const struct symbol *sym)
{
	for (unsigned i = 0; i <= cycle->n; i++)
		if (cycle->sym[i] == sym)
			return (int)i;
	return -1;
}

struct leaves {
	struct cycle *cycle;
	bool other, grown;
};

static void leaf_visit(void *data, const struct et *et)
{
	struct leaves *leaves = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	int index = et->op == ET_SYM ? index_of(leaves->cycle, et->sym) : -1;
	if (index < 0) {
		leaves->other = true;
	} else if (!leaves->cycle->used[index]) {
		leaves->cycle->used[index] = true;
		leaves->grown = true;
	}
}

/* The counter that a term is a linear function of, rising slowly from 0 or more in numbers that do not wrap; -1: none. */
static int counter_in(const struct cycle *cycle, const struct et *et)
{
	enum { MOST_SHIFT = 8, MOST = 1 << MOST_SHIFT };
	bool scales = et->op == ET_ADD || et->op == ET_MUL || et->op == ET_SHL;
	bool resizes = et->op == ET_ZEXT || et->op == ET_SEXT || (et->op == ET_TRUNC && et->width >= COUNTER_BITS);
	if (resizes || (scales && et_is_const(et->arg[1]) && et->arg[1]->value <= (et->op == ET_SHL ? MOST_SHIFT : MOST)))
		return counter_in(cycle, et->arg[0]);
	int index = et->op == ET_SYM ? index_of(cycle, et->sym) : -1;
	return index >= 0 && cycle->counts[index] ? index : -1;
}

/* By what the operation leaves the remainder; 0: it is no such one, or by more than is looked at. */
static uint64_t remainder_by(const struct et *et)
{
	uint64_t by = et->nargs == 2 && et_is_const(et->arg[1]) ? et->arg[1]->value : 0;
	if (et->op == ET_TRUNC)
		by = et->width < 64 ? UINT64_C(1) << et->width : 0;
	else if (et->op == ET_AND)
		by = by & (by + 1) ? 0 : by + 1;
	else if (et->op != ET_UREM && et->op != ET_SREM)
		by = 0;
	return by <= PERIOD ? by : 0;
}

static uint64_t multiple_of_both(uint64_t a, uint64_t b)
{
	uint64_t multiple = a;
	while (multiple % b)
		multiple += a;
	return multiple;
}

static void remainder_visit(void *data, const struct et *et)
{
	struct cycle *cycle = data;
	bool goes_on = counter_in(cycle, et) >= 0;
	for (unsigned i = 0; i < et->nargs && !goes_on; i++) {
		int index = counter_in(cycle, et->arg[i]);
		if (index < 0)
			continue;
		uint64_t by = i == 0 ? remainder_by(et) : 0, *wrap = &cycle->wrap[index];
		if (by)
			*wrap = multiple_of_both(*wrap ? *wrap : 1, by);
		cycle->counts[index] = by && *wrap <= PERIOD;
	}
}

/* Does a phi go on as itself and a constant above 0. */
static bool is_counter(const struct cycle *cycle, unsigned i)
{
	const struct et *next = cycle->next[i];
	return next->op == ET_ADD && next->width >= COUNTER_BITS && next->arg[0]->op == ET_SYM && next->arg[0]->sym == cycle->sym[i] &&
	       et_is_const(next->arg[1]) && et_signed(next->arg[1]) > 0 && et_signed(next->arg[1]) <= PERIOD &&
	       et_signed(et_const(cycle->env->ets, next->width, cycle->first[i])) >= 0;
}

/* Finds the counters of which the phis take remainders alone; false: the loop's own is taken otherwise. */
static bool find_remainders(struct cycle *cycle)
{
	for (unsigned i = 0; i < cycle->n; i++)
		cycle->counts[i] = cycle->used[i] && is_counter(cycle, i);
	cycle->counts[cycle->n] = true;
	for (unsigned i = 0; i < cycle->n; i++) {
		int whole = cycle->used[i] && !cycle->counts[i] ? counter_in(cycle, cycle->next[i]) : -1;
		if (whole >= 0)
			cycle->counts[whole] = false;
		if (cycle->used[i] && !cycle->counts[i])
			et_once(cycle->env->arena, cycle->next[i], remainder_visit, cycle);
	}
	for (unsigned i = 0; i <= cycle->n; i++)
		cycle->wrap[i] = cycle->counts[i] ? cycle->wrap[i] : 0;
	return cycle->counts[cycle->n];
}

/* The phis that `wanted` depends on, and how each goes on; false when there is anything else. */
static bool close_over(struct cycle *cycle, LLVMValueRef wanted)
{
	struct leaves leaves = { .cycle = cycle, .grown = true };
	for (unsigned i = 0; i < cycle->n; i++)
		cycle->used[i] = cycle->phi[i] == wanted;
	while (leaves.grown && !leaves.other) {
		leaves.grown = false;
		for (unsigned i = 0; i < cycle->n; i++) {
			if (!cycle->used[i] || cycle->next[i])
				continue;
			cycle->next[i] = phis_next(cycle->env, cycle->loop,
				phi_incoming(cycle->phi[i], cycle->loop->latch), cycle->n,
				cycle->phi, cycle->sym);
			leaves.grown = true;
			et_once(cycle->env->arena, cycle->next[i], leaf_visit, &leaves);
		}
	}
	cycle->goes_on = true;
	for (unsigned i = 0; i < cycle->n; i++)
		cycle->goes_on &= !cycle->used[i] || cycle->kept[i];
	for (unsigned i = 0; i < cycle->n; i++)
		leaves.other |= cycle->used[i] && cycle->kept[i] != cycle->goes_on;
	return !leaves.other && find_remainders(cycle) && !(cycle->used[cycle->n] && cycle->goes_on);
}

/* How many rounds the loops have made when `loop` begins a round: its own, or with those of the loop inside it. */
static const struct et *rounds_made(struct cycle *cycle, const struct loop *loop)
{
	struct value_env *env = cycle->env;
	const struct et *own = loop_counter(env, cycle->loop);
	if (!cycle->goes_on)
		return loop == cycle->loop ? own : NULL;
	const struct et *each = loop_rounds(env, cycle->loop);
	if (!each || !term_is_steady(env, cycle->loop->parent, each))
		return NULL;
	const struct et *earlier = et_binary(
		env->ets, ET_MUL, ET_NSW, loop_counter(env, cycle->loop->parent), each);
	return loop == cycle->loop ? et_binary(env->ets, ET_ADD, ET_NSW, earlier, own) : earlier;
}

static bool phi_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct cycle *cycle = data;
	(void)args;
	*value = cycle->now[index_of(cycle, leaf->sym)];
	return true;
}

/* One round of all phis; are they as in the beginning then. */
static bool go_round(struct cycle *cycle)
{
	uint64_t then[PHIS + 1];
	bool again = true;
	then[cycle->n] = cycle->now[cycle->n] + 1;
	for (unsigned i = 0; i < cycle->n; i++)
		if (cycle->used[i] &&
			!et_eval(cycle->env->arena, cycle->next[i], phi_value, cycle, &then[i]))
			bug("a phi of a cycle without a value");
	for (unsigned i = 0; i <= cycle->n; i++) {
		if (!cycle->used[i])
			continue;
		cycle->now[i] = cycle->wrap[i] ? then[i] % cycle->wrap[i] : then[i];
		again = again && cycle->now[i] == cycle->first[i];
	}
	return again;
}

/* (k + shift) / width % count, as it is for a stage (width 1) and a phase. */
static const struct et *stepped(
	struct cycle *cycle, const uint64_t *values, unsigned period, unsigned bits)
{
	struct ets *ets = cycle->env->ets;
	for (unsigned width = 1; width < period; width++) {
		for (unsigned shift = 0; shift < period && period % width == 0; shift++) {
			unsigned count = period / width, k = 0;
			while (k < period && values[k] == (k + shift) / width % count)
				k++;
			if (k < period)
				continue;
			const struct et *term = et_binary(ets, ET_ADD, ET_NSW | ET_NUW,
				cycle->round, et_const(ets, 64, shift));
			term = et_binary(ets, ET_UDIV, 0, term, et_const(ets, 64, width));
			term = et_binary(ets, ET_UREM, 0, term, et_const(ets, 64, count));
			return bits < 64 ? et_cast(ets, ET_TRUNC, bits, term) : term;
		}
	}
	return NULL;
}

/* A choice by the round modulo the period. */
static const struct et *chosen(
	struct cycle *cycle, const uint64_t *values, unsigned period, unsigned bits)
{
	struct ets *ets = cycle->env->ets;
	const struct et *round =
		et_binary(ets, ET_UREM, 0, cycle->round, et_const(ets, 64, period));
	const struct et *term = et_const(ets, bits, values[0]);
	for (unsigned k = 1; k < period; k++)
		term = et_ite(ets, et_binary(ets, ET_EQ, 0, round, et_const(ets, 64, k)),
			et_const(ets, bits, values[k]), term);
	return term;
}

const struct et *cyclic(struct value_env *env, const struct loop *loop, LLVMValueRef phi)
{
	LLVMValueRef own = phi;
	const struct loop *inside = loop_that_keeps(loop, own, &phi);
	struct cycle cycle = { .env = env, .loop = inside ? inside : loop };
	uint64_t values[PERIOD];
	unsigned period = 0, index = 0;
	gather(&cycle);
	while (index < cycle.n && cycle.phi[index] != phi)
		index++;
	if (index == cycle.n || terms_remade(env) || !close_over(&cycle, phi))
		return NULL;
	for (unsigned i = 0; i <= cycle.n; i++)
		cycle.now[i] = cycle.first[i] = cycle.wrap[i] ? cycle.first[i] % cycle.wrap[i] : cycle.first[i];
	do {
		if (period == PERIOD)
			return NULL;
		values[period++] = cycle.now[index];
	} while (!go_round(&cycle));
	cycle.round = rounds_made(&cycle, loop);
	if (!cycle.round)
		return NULL;
	const struct et *term = stepped(&cycle, values, period, type_width(phi));
	return term || period > 8 ? term : chosen(&cycle, values, period, type_width(phi));
}
