#include "kernelanalysis/barriers/async.h"
#include "kernelanalysis/pairs/order.h"
#include "kernelanalysis/pairs/pair.h"
#include "kernelanalysis/intervals/runs.h"

/*
 * Copies in flight, by the numbers of their groups. With G groups that a thread committed before it
 * issued a copy, and C before a wait that leaves p of them pending, the copy is complete behind the
 * wait if G + p < C; where waits are for the oldest group, if G <= W, with W such waits before this
 * one. Another thread knows so behind a barrier of both that follows the wait. Both numbers are
 * terms over loop counters, so prologues, main loops and what they leave pending go together for
 * any number of stages.
 */

struct groups {
	struct kernel *kernel;
	const struct pair *pair;
	struct et_map *launch, *own_map, *other_map;
	const struct access *copy, *other;
	const struct et *own;	    /* groups that were committed before the copy */
	enum level shared;	    /* what both threads have in common is of this level at most */
	const struct sync *barrier; /* behind the wait that is looked at */
	bool common;
	bool unsure; /* some wait's part is not known */
};

static bool is_wait(const struct groups *groups, LLVMValueRef i, struct async_call *call)
{
	*call = async_of_call(i);
	if (!call->known || call->prior == ASYNC_MANY || call->bulk != groups->copy->bulk ||
		(call->reads && groups->copy->type == ACCESS_WRITE))
		return false;
	return call->kind == ASYNC_WAIT || call->kind == ASYNC_WAIT_ALL ||
	       (call->kind == ASYNC_WAIT_OLDEST && groups->copy->in_order);
}

/* How often operations of this kind were run before x, 64 bits; NULL: not known. */
static const struct et *times_before(
	const struct groups *groups, enum async_kind kind, LLVMValueRef x)
{
	struct kernel *kernel = groups->kernel;
	const struct et *sum = et_const(kernel->ets, 64, 0);
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			if (!LLVMIsACallInst(i))
				continue;
			struct async_call call = async_of_call(i);
			if (call.kind != kind || call.bulk != groups->copy->bulk)
				continue;
			const struct et *runs = runs_before(kernel, i, x);
			if (!runs)
				return NULL;
			sum = et_binary(kernel->ets, ET_ADD, ET_NSW, sum, runs);
		}
	}
	return sum;
}

static void common_visit(void *data, const struct et *et)
{
	struct groups *groups = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	const struct loop *loop = et->sym->kind == SYM_LOOP ? et->sym->origin : NULL;
	if (loop)
		groups->common &= loop_contains(loop, groups->barrier->block) ||
				  loop_exit_level(groups->kernel, loop) <= groups->shared;
	else
		groups->common &= et->sym->level <= groups->shared;
}

/* Is the number the same for both threads when they meet at the barrier. */
static bool is_common(struct groups *groups, const struct sync *barrier, const struct et *number)
{
	groups->barrier = barrier;
	groups->common = true;
	et_once(groups->kernel->arena, number, common_visit, groups);
	return groups->common;
}

/* Stands for a copy to go on. */
static const struct et *puzzle(struct kernel *kernel)
{
	if (!kernel->groups_puzzle)
		kernel->groups_puzzle = symbol_new(kernel->ets, SYM_UNKNOWN, LEVEL_GRID, 1,
			"groups of asynchronous copies that are not counted");
	return et_sym(kernel->ets, kernel->groups_puzzle);
}

/* The number of groups that are complete behind a wait for the oldest one, with so many waits
 * before. Where none is pending, waits before may have found none either. */
static const struct et *next_complete(
	const struct groups *groups, LLVMValueRef wait, const struct et *waits)
{
	struct ets *ets = groups->kernel->ets;
	const struct et *groups_before = times_before(groups, ASYNC_COMMIT, wait);
	if (!groups_before)
		return NULL;
	const struct et *next = et_binary(ets, ET_ADD, ET_NSW, waits, et_const(ets, 64, 1));
	const struct et *some =
		et_ite(ets, puzzle(groups->kernel), et_const(ets, 64, 0), groups_before);
	return et_ite(ets, et_binary(ets, ET_SLT, 0, waits, groups_before), next, some);
}

/* The number of groups that are complete behind the wait, as its thread has them; NULL: not known.
 */
static const struct et *complete_behind(
	const struct groups *groups, LLVMValueRef wait, const struct async_call *call)
{
	struct ets *ets = groups->kernel->ets;
	bool oldest = call->kind == ASYNC_WAIT_OLDEST;
	const struct et *number = times_before(groups, oldest ? call->kind : ASYNC_COMMIT, wait);
	if (number && oldest)
		number = next_complete(groups, wait, number);
	if (!number)
		return NULL;
	struct value_env *env = groups->kernel->env;
	number = value_when(env, lasting_guard(groups->kernel, groups->copy->block), number);
	uint64_t less = call->kind == ASYNC_WAIT ? call->prior : 0;
	return et_binary(ets, ET_SUB, ET_NSW, number, et_const(ets, 64, less));
}

static bool is_passed_before(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	return a != b && instruction_dominates(kernel->func, a, b);
}

/* Condition for who has come to the barrier to come from the wait in the same round: it is on every
 * way, or behind branches; NULL: not known. */
static const struct et *comes_from(const struct groups *groups, const struct block *block,
	LLVMValueRef wait, const struct sync *barrier)
{
	struct kernel *kernel = groups->kernel;
	const struct block *branch = block;
	if (is_passed_before(kernel, wait, barrier->instruction))
		return et_bool(kernel->ets, true);
	while (branch && !block_dominates(branch, barrier->block))
		branch = branch->idom;
	if (!branch || branch->loop != block->loop || branch == barrier->block ||
		leads_to(kernel, block->loop, barrier->block, block))
		return NULL;
	return value_reach_from(kernel->env, branch, block);
}

/* What decides whether who comes to a barrier comes from the wait. */
struct waited {
	const struct et *own; /* chooses threads once and for all: asked of who has copied */
	const struct et
		*other; /* the same for both threads: asked of the other one, in its round */
};

/* False: some condition is neither. */
static bool add_chosen(struct groups *groups, const struct block *block, const struct sync *barrier,
	const struct et *chosen, struct waited *waited)
{
	struct kernel *kernel = groups->kernel;
	if (chosen->op == ET_AND && chosen->width == 1)
		return add_chosen(groups, block, barrier, chosen->arg[0], waited) &&
		       add_chosen(groups, block, barrier, chosen->arg[1], waited);
	bool lasting = guard_implies(lasting_guard(kernel, block), chosen);
	const struct et **part = lasting ? &waited->own : &waited->other;
	*part = et_and(kernel->ets, *part, chosen);
	return lasting || is_common(groups, barrier, chosen);
}

static bool waited_before(struct groups *groups, const struct block *block, LLVMValueRef wait,
	const struct sync *barrier, struct waited *waited)
{
	const struct et *always = et_bool(groups->kernel->ets, true);
	const struct et *chosen = comes_from(groups, block, wait, barrier);
	*waited = (struct waited){ always, always };
	if (et_is_false(lasting_guard(groups->kernel, block))) {
		waited->own = et_bool(groups->kernel->ets, false);
		return true;
	}
	return chosen && add_chosen(groups, block, barrier, chosen, waited);
}

/* A barrier of both threads behind the wait and before x, that is passed in the same rounds of the
 * wait's loops; NULL: none. */
static const struct sync *barrier_between(
	struct groups *groups, const struct block *block, LLVMValueRef wait, LLVMValueRef x)
{
	const struct kernel *kernel = groups->kernel;
	struct waited waited;
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		if (interval_ends(groups->pair->interval, sync) &&
			is_passed_before(kernel, sync->instruction, x) &&
			(!block->loop || loop_contains(block->loop, sync->block)) &&
			waited_before(groups, block, wait, sync, &waited))
			return sync;
	}
	return NULL;
}

/* As the other access's thread has the term. */
static const struct et *by_other(const struct groups *groups, const struct et *term)
{
	return apply(groups->launch, groups->other_map, term);
}

/* Is the block in the loop, or behind it where rounds are all run to their end. */
static bool follows_round(const struct loop *loop, const struct block *block)
{
	vec_each(exit, &loop->exits)
		if (exit->from != loop->header && !block_is_dead_end(exit->to))
			return loop_contains(loop, block);
	return block_dominates(loop->header, block);
}

/* A wait in some round, as who comes to the other access has it. */
struct passed {
	const struct et *when;	 /* there is such a round */
	const struct et *number; /* of groups that are complete behind it */
	struct waited waited;
};

/* Condition for the copy to be complete behind the wait. */
static const struct et *completes(const struct groups *groups, const struct passed *passed)
{
	struct ets *ets = groups->kernel->ets;
	const struct et *waited =
		et_and(ets, apply(groups->launch, groups->own_map, passed->waited.own),
			by_other(groups, passed->waited.other));
	const struct et *behind = et_and(ets, by_other(groups, passed->when), waited);
	return et_and(ets, behind,
		et_binary(ets, ET_SLT, 0, groups->own, by_other(groups, passed->number)));
}

static const struct et *is_first(const struct groups *groups, const struct loop *loop)
{
	struct ets *ets = groups->kernel->ets;
	const struct et *round = et_sym(ets, groups->kernel->env->loops[loop->index].counter);
	return et_binary(ets, ET_EQ, 0, round, et_const(ets, 64, 0));
}

/* The wait of this round becomes that of the one before. */
static void step_back(const struct groups *groups, const struct loop *loop, struct passed *passed)
{
	struct kernel *kernel = groups->kernel;
	passed->when = et_not(kernel->ets, is_first(groups, loop));
	passed->number = previous_iteration(kernel->env, loop, passed->number);
	passed->waited.other = previous_iteration(kernel->env, loop, passed->waited.other);
}

/* ... or, from the first round of a loop inside another one on, that of the last round when the
 * loop was run before. False: it is not known which round that was. */
static bool step_around(const struct groups *groups, const struct loop *loop, struct passed *passed)
{
	struct kernel *kernel = groups->kernel;
	struct ets *ets = kernel->ets;
	const struct symbol *counter = kernel->env->loops[loop->index].counter;
	const struct et *rounds = rounds_each_time(kernel, loop), *first = is_first(groups, loop);
	if (!rounds || loop->parent->parent)
		return false;
	vec_each(exit, &loop->exits)
		if (exit->from != loop->header && !block_is_dead_end(exit->to))
			return false;
	const struct et *last = et_binary(ets, ET_SUB, ET_NSW, rounds, et_const(ets, 64, 1));
	passed->number = with_value(ets, passed->number, counter, last);
	passed->waited.other = with_value(ets, passed->waited.other, counter, last);
	step_back(groups, loop->parent, passed);
	const struct et *any = et_binary(ets, ET_SLE, 0, et_const(ets, 64, 0), last);
	passed->when = et_and(ets, et_and(ets, first, any), passed->when);
	return true;
}

/* Condition for the copy to go on behind a wait that the other access follows, in its round, the
 * one before, or the last one. */
static const struct et *goes_on(struct groups *groups, const struct block *block, LLVMValueRef wait,
	const struct async_call *call)
{
	struct ets *ets = groups->kernel->ets;
	const struct loop *loop = block->loop;
	const struct sync *now = NULL, *before = NULL;
	if (!loop || loop_contains(loop, groups->other->block))
		now = barrier_between(groups, block, wait, groups->other->instruction);
	if (!now && loop && loop->latch && follows_round(loop, groups->other->block))
		before = barrier_between(
			groups, block, wait, LLVMGetBasicBlockTerminator(loop->latch->llvm));
	const struct sync *barrier = now ? now : before;
	struct passed passed = { .when = et_bool(ets, true) };
	passed.number = barrier ? complete_behind(groups, wait, call) : NULL;
	if (!passed.number || !is_common(groups, barrier, passed.number)) {
		groups->unsure = true;
		return et_bool(ets, true);
	}
	waited_before(groups, block, wait, barrier, &passed.waited);
	struct passed around = passed;
	if (!now)
		step_back(groups, loop, &passed);
	const struct et *complete = completes(groups, &passed);
	if (!now && loop->parent && step_around(groups, loop, &around))
		complete = et_or(ets, complete, completes(groups, &around));
	return et_not(ets, complete);
}

/* Which side of the pair is the copy that is in flight; a copy that meets itself has crossed a
 * barrier on the other. */
static unsigned copy_side(const struct pair *pair)
{
	return pair->a.access->instruction != pair->interval->flight->instruction ||
	       (pair->a.state & INSTANCE_CROSSED);
}

/* Is it by the groups' numbers alone that the copy goes on, or is it complete on some other way to
 * the access. */
static bool rests_on_numbers(const struct groups *groups, uint32_t state)
{
	const struct interval *interval = groups->pair->interval;
	state &= ~(INSTANCE_FLIGHT | INSTANCE_CROSSED | INSTANCE_PARTIAL);
	if (groups->copy->in_order && groups->copy->pending == FLIGHT_MOST)
		return true;
	vec_each(complete, &interval->complete)
		if (complete->access == groups->other && complete->state == state)
			return true;
	return false;
}

/* The waits that the other access follows leave the copy pending, as far as they are known. */
static const struct et *left_by_waits(struct groups *groups)
{
	struct ets *ets = groups->kernel->ets;
	const struct et *all = et_bool(ets, true);
	vec_each(block, &groups->kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			struct async_call call;
			if (LLVMIsACallInst(i) && is_wait(groups, i, &call))
				all = et_and(ets, all, goes_on(groups, *block, i, &call));
		}
	}
	return all;
}

const struct et *flight_goes_on(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2])
{
	struct ets *ets = kernel->ets;
	const struct et *all = et_bool(ets, true);
	if (!pair->interval->flight || pair->interval->flight->bound)
		return all;
	unsigned side = copy_side(pair);
	struct groups groups = { .kernel = kernel, .pair = pair, .launch = launch };
	groups.copy = side ? pair->b.access : pair->a.access;
	groups.other = side ? pair->a.access : pair->b.access;
	groups.own_map = maps[side];
	groups.other_map = maps[!side];
	groups.shared = shared_level(pair->interval->kind, 1);
	const struct et *own = times_before(&groups, ASYNC_COMMIT, groups.copy->instruction);
	groups.unsure = !own;
	groups.own = own ? apply(launch, groups.own_map, own) : NULL;
	if (own)
		all = left_by_waits(&groups);
	if (groups.unsure && rests_on_numbers(&groups, side ? pair->a.state : pair->b.state))
		all = et_and(ets, all, puzzle(kernel));
	return all;
}
