#include "hostanalysis/streams/streams.h"

#include <string.h>

#include "base/ptrmap.h"
#include "expr/linear.h"

/*
 * Operations that order streams under conditions: where one is not made, or is made for another
 * stream or event of an array, it orders nothing. That is said only of conditions which follow from
 * arguments, counters and what is asked once: what is read twice from memory may be known to be the
 * same.
 */

void doubts_begin(struct doubts *doubts, struct root *root, LLVMValueRef launch)
{
	const struct block *here = instruction_block(root->func, launch);
	*doubts = (struct doubts){ root,
		{ .here = here, .there = here, .finals = ptrmap_new(root->pass->arena) }, false,
		et_bool(root->pass->ets, true) };
}

static const struct block *block_of(const struct doubts *doubts, LLVMValueRef call)
{
	return instruction_block(doubts->root->func, call);
}

/* A term at the place of a call, in any round of loops that are entered on the way. */
static const struct et *term_at(
	const struct doubts *doubts, LLVMValueRef call, const struct et *term)
{
	struct later later = doubts->later;
	later.there = block_of(doubts, call);
	later.any_round = true;
	return et_map_apply(later_map(doubts->root->pass->ets, &later), term);
}

const struct et *doubts_handle(struct doubts *doubts, LLVMValueRef call, const struct et *handle)
{
	return term_at(doubts, call, handle);
}

bool are_in_one_loop(struct root *root, LLVMValueRef a, LLVMValueRef b)
{
	return instruction_block(root->func, a)->loop == instruction_block(root->func, b)->loop;
}

static bool is_always_behind(const struct block *block, const struct block *first)
{
	for (const struct block *b = first; b; b = b->ipdom)
		if (b == block)
			return true;
	return false;
}

static bool may_pass_by(struct root *root, LLVMValueRef launch, LLVMValueRef call)
{
	enum stream_action action = stream_op_of(call).action;
	bool orders = action == STREAM_RECORD || action == STREAM_AWAIT || action == STREAM_JOIN ||
		      action == EVENT_JOIN;
	return orders && are_in_one_loop(root, launch, call) &&
	       !is_always_behind(
		       instruction_block(root->func, call), instruction_block(root->func, launch));
}

struct origins {
	struct root *root;
	bool unsure;
};

/* Is it the only call of its function, and none that tells how an operation of a stream went. */
static bool is_asked_once(struct root *root, LLVMValueRef call)
{
	if (!strncmp(call_name(call), "hgrd.", 5) || !strncmp(call_name(call), "cu", 2))
		return false;
	vec_each(block, &root->func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i))
			if (is_call(i) && i != call && call_target(i) == call_target(call))
				return false;
	return call_target(call);
}

static void origin_visit(void *data, const struct et *et)
{
	struct origins *origins = data;
	if ((et->op != ET_SYM && et->op != ET_APP) || et->sym->kind == SYM_LOOP)
		return;
	LLVMValueRef value =
		et->sym->kind == SYM_HOST ? (LLVMValueRef)(uintptr_t)et->sym->origin : NULL;
	origins->unsure |=
		!value || !(LLVMIsAArgument(value) ||
				  (is_call(value) && is_asked_once(origins->root, value)));
}

static bool is_told(struct root *root, const struct et *condition)
{
	struct origins origins = { root, false };
	et_once(root->pass->arena, condition, origin_visit, &origins);
	return !origins.unsure;
}

/* A condition is supposed to hold: not where it never does. */
static bool suppose(struct doubts *doubts, const struct et *condition)
{
	if (et_is_false(condition))
		return false;
	doubts->agreed = et_and(doubts->root->pass->ets, doubts->agreed, condition);
	return true;
}

bool doubts_pass_by(struct doubts *doubts, LLVMValueRef launch, LLVMValueRef call, const struct et *idle_if)
{
	struct root *root = doubts->root;
	if (!may_pass_by(root, launch, call))
		return false;
	const struct et *reach = value_reach(root->env, block_of(doubts, call));
	if (!is_told(root, reach) || !suppose(doubts, et_not(root->pass->ets, term_at(doubts, call, reach))))
		return false;
	if (idle_if)
		doubts->agreed = et_or(root->pass->ets, doubts->agreed, idle_if);
	return true;
}

/* Counters of loops that are entered on the way, in a term. */
struct entered {
	const struct block *here;
	const struct et *counter;
	bool several;
};

static void entered_visit(void *data, const struct et *et)
{
	struct entered *entered = data;
	const struct loop *loop =
		et->op == ET_SYM && et->sym->kind == SYM_LOOP ? et->sym->origin : NULL;
	if (!loop || loop_contains(loop, entered->here))
		return;
	entered->several |= entered->counter && entered->counter != et;
	entered->counter = et;
}

struct put {
	const struct et *counter, *by; /* NULL: all others are 0 */
};

static const struct et *put_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct put *put = data;
	if (leaf == put->counter)
		return put->by;
	return put->by ? NULL : et_const(ets, leaf->width, 0);
}

static const struct et *put_in(
	struct ets *ets, const struct et *term, const struct et *counter, const struct et *by)
{
	struct put put = { counter, by };
	return et_map_once(ets, term, put_leaf, &put);
}

/* Is the place another one for each value of the counter. */
static bool tells_rounds(struct ets *ets, const struct et *place, const struct et *counter)
{
	int64_t factor, constant;
	return et_linear(put_in(ets, place, counter, NULL), counter, &factor, &constant) && factor;
}

struct counters {
	struct arena *arena;
	VEC(const struct et *) all;
};

static void counter_visit(void *data, const struct et *et)
{
	struct counters *counters = data;
	if (et->op == ET_SYM && et->sym->kind == SYM_LOOP)
		vec_push(counters->arena, &counters->all, et);
}

static struct counters counters_in(struct arena *arena, const struct et *term)
{
	struct counters counters = { .arena = arena };
	et_once(arena, term, counter_visit, &counters);
	return counters;
}

/* Is one place what the other is some rounds later, and so another one. */
static bool is_of_later_round(
	const struct host_pass *pass, const struct et *place, const struct et *other)
{
	const struct counters counters = counters_in(pass->arena, place);
	vec_each(counter, &counters.all)
		for (unsigned rounds = 1; rounds <= MOST_ROUNDS; rounds++) {
			const struct et *later = et_binary(pass->ets, ET_ADD, ET_NSW, *counter,
				et_const(pass->ets, (*counter)->width, rounds));
			if (put_in(pass->ets, place, *counter, later) == other)
				return tells_rounds(pass->ets, place, *counter);
		}
	return false;
}

static const struct et *places_same(
	const struct host_pass *pass, const struct et *a, const struct et *b)
{
	if (is_of_later_round(pass, a, b) || is_of_later_round(pass, b, a))
		return et_bool(pass->ets, false);
	return et_binary(pass->ets, ET_EQ, 0, a, b);
}

/*
 * Does the loop of a call leave out the round in which its handle is the known one: they are one
 * where two places are equal, of which one is another for each round.
 */
static bool round_is_left_out(
	struct doubts *doubts, LLVMValueRef call, const struct et *same, const struct et *counter)
{
	struct root *root = doubts->root;
	struct ets *ets = root->pass->ets;
	const struct loop *loop = counter->sym->origin;
	const struct et *reach = value_reach_from(root->env, loop->header, block_of(doubts, call));
	if (same->op != ET_EQ || !is_told(root, reach))
		return false;
	bool second = et_mentions(root->pass->arena, same->arg[1], counter);
	const struct et *place = same->arg[second], *other = same->arg[!second];
	if (!tells_rounds(ets, place, counter))
		return false;
	const struct counters counters = counters_in(root->pass->arena, other);
	vec_each(by, &counters.all)
		if ((*by)->width == counter->width && put_in(ets, place, counter, *by) == other)
			return suppose(doubts, et_not(ets, put_in(ets, term_at(doubts, call, reach),
								   counter, *by)));
	return false;
}

static const struct et *leaves_same(
	const struct host_pass *pass, const struct et *a, const struct et *b)
{
	bool leaves = (a->op == ET_SYM || a->op == ET_APP) && (b->op == ET_SYM || b->op == ET_APP);
	const struct et *x = leaves ? handle_place(pass, a) : NULL,
			*y = leaves ? handle_place(pass, b) : NULL;
	if (x && y && handles_share_array(pass, a, b))
		return places_same(pass, x, y);
	return et_bool(pass->ets, handles_may_meet(pass, a, b));
}

/* The term that a condition compares with a constant; NULL: it is none of these. */
static const struct et *compared(const struct et *condition, uint64_t *with)
{
	for (unsigned i = 0; condition->op == ET_EQ && i < 2; i++)
		if (et_is_const(condition->arg[i])) {
			*with = condition->arg[i]->value;
			return condition->arg[!i];
		}
	return NULL;
}

/* Do the handles of a chain of choices differ from another. */
static bool differs_from(
	const struct host_pass *pass, const struct et *chain, const struct et *handle)
{
	for (; chain->op == ET_ITE; chain = chain->arg[2])
		if (handles_may_meet(pass, chain->arg[1], handle))
			return false;
	return !handles_may_meet(pass, chain, handle);
}

/*
 * Two elements of a small array of different handles, each chosen by comparing its place with
 * constants: condition for them to be one; NULL: they are not that.
 */
static const struct et *elements_same(
	const struct host_pass *pass, const struct et *a, const struct et *b)
{
	const struct et *place[2] = { NULL, NULL };
	for (; a->op == ET_ITE && b->op == ET_ITE; a = a->arg[2], b = b->arg[2]) {
		uint64_t with[2] = { 0 };
		const struct et *x = compared(a->arg[0], &with[0]),
				*y = compared(b->arg[0], &with[1]);
		bool alike = x && y && with[0] == with[1] && a->arg[1] == b->arg[1];
		if (!alike || (place[0] && (place[0] != x || place[1] != y)) ||
			!differs_from(pass, a->arg[2], a->arg[1]))
			return NULL;
		place[0] = x;
		place[1] = y;
	}
	return place[0] && a == b ? places_same(pass, place[0], place[1]) : NULL;
}

/* Condition for two handles to be one, as far as it is known; true: it is not. */
static const struct et *handles_same(struct root *root, const struct et *a, const struct et *b)
{
	struct ets *ets = root->pass->ets;
	const struct et *chosen = a->op == ET_ITE ? a : b,
			*elements = elements_same(root->pass, a, b);
	if (elements && is_told(root, elements))
		return elements;
	if (chosen->op != ET_ITE)
		return leaves_same(root->pass, a, b);
	if (!is_told(root, chosen->arg[0]))
		return et_bool(ets, true);
	const struct et *other = chosen == a ? b : a;
	return et_ite(ets, chosen->arg[0], handles_same(root, chosen->arg[1], other),
		handles_same(root, chosen->arg[2], other));
}

/* The counters of loops entered on the way that a term depends on. */
static struct entered entered_in(const struct doubts *doubts, const struct et *term)
{
	struct entered entered = { .here = doubts->later.here };
	et_once(doubts->root->pass->arena, term, entered_visit, &entered);
	return entered;
}

bool doubts_differ(
	struct doubts *doubts, LLVMValueRef call, const struct et *known, const struct et *handle)
{
	struct root *root = doubts->root;
	if (doubts->any_round && entered_in(doubts, known).counter)
		return false;
	const struct et *same = handles_same(root, known, handle);
	const struct entered entered = entered_in(doubts, same);
	if (!entered.counter)
		return suppose(doubts, et_not(root->pass->ets, same));
	return !entered.several && round_is_left_out(doubts, call, same, entered.counter);
}
