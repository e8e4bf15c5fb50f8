#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/intervals/runs.h"

/*
 * One thread that arrives for others, behind the barrier of their warp, block or group, or waits for them, before it:
 * "__syncwarp(); if (lane == 0) arrive(b)". The others count its operation at that barrier, from
 * the first round on that it is run in. That each of them has such a thread is for the check of a launch (census.c).
 */

/* Rounds before the first one that the block is run in; -1: not a number. */
static int64_t skipped(const struct cadence *cadence)
{
	if (!cadence->skip)
		return 0;
	return et_is_const(cadence->skip) ? et_signed(cadence->skip) : -1;
}

/* Is the operation run in the same rounds as the barrier, but for the first ones (*lag), by threads that need not be the same. */
static bool same_rounds(
	struct kernel *kernel, const struct block *barrier, const struct block *op, uint64_t *lag)
{
	struct cadence one, other;
	*lag = 0;
	if (barrier->loop != op->loop)
		return false;
	if (!barrier->loop)
		return true;
	if (!cadence_nested(kernel, barrier, &one) || !cadence_nested(kernel, op, &other) ||
		one.cap != other.cap)
		return false;
	if (one.skip == other.skip)
		return true;
	int64_t first = skipped(&one), later = skipped(&other);
	*lag = (uint64_t)(later - first);
	return !barrier->loop->parent && first >= 0 && first < later;
}

static bool spreads(const struct sync *barrier)
{
	bool warp = barrier->kind == SYNC_WARP_BARRIER && barrier->extent == EXTENT_WARP &&
		    !barrier->mask_value;
	return !barrier->partial && (warp || barrier->kind == SYNC_BLOCK_BARRIER);
}

/* Is it a named barrier that its threads come to alike, each of them waiting for all: its phases are those of one group. */
static bool is_of_group(struct kernel *kernel, const struct sync *barrier)
{
	const struct phased *phased = barrier->kind == SYNC_PHASE ? barrier->phased : NULL;
	if (!phased || phased->object || phased->array || phased->turns || phased->role)
		return false;
	const struct et *guard = lasting_guard(kernel, barrier->block);
	vec_each(op, &phased->ops)
		if (!(*op)->arrives || !(*op)->waits || (*op)->drops ||
			lasting_guard(kernel, (*op)->block) != guard)
			return false;
	return true;
}

/* Is the barrier passed on every way to the arrival, or from the wait on. */
static bool is_beside(struct kernel *kernel, const struct sync *barrier, const struct sync *op)
{
	LLVMValueRef first = op->arrives ? barrier->instruction : op->instruction;
	LLVMValueRef second = op->arrives ? op->instruction : barrier->instruction;
	if (barrier->block == op->block)
		return instruction_dominates(kernel->func, first, second);
	return op->arrives ? block_dominates(barrier->block, op->block)
			   : block_post_dominates(barrier->block, op->block) &&
				     barrier->block->index > op->block->index;
}

/* Of two barriers beside the operation, does the first lie between it and the other. */
static bool is_nearer(const struct sync *a, const struct sync *b, const struct sync *op)
{
	if (a->block == b->block) {
		for (LLVMValueRef i = a->instruction; i; i = LLVMGetNextInstruction(i))
			if (i == b->instruction)
				return !op->arrives;
		return op->arrives;
	}
	return (a->block->index > b->block->index) == op->arrives;
}

/* Where each group comes to its own such barrier, all of them where they are chosen. */
static const struct sync *of_groups(struct kernel *kernel, const struct sync *barrier)
{
	const struct block *head = named_switch(kernel, barrier);
	if (!head)
		return barrier;
	vec_each(each, &head->succs) {
		const struct sync *one = named_case(kernel, *each);
		if (one && !is_of_group(kernel, one))
			return barrier;
	}
	struct sync *all = arena_alloc(kernel->arena, sizeof(*all));
	*all = *barrier;
	all->block = (struct block *)head;
	all->instruction = LLVMGetBasicBlockTerminator(head->llvm);
	return all;
}

/* The barrier nearest to the operation of those that all of a warp or block come to, or (named) all of a group. */
static const struct sync *barrier_beside(struct kernel *kernel, const struct sync *op, bool named)
{
	const struct sync *best = NULL;
	uint64_t lag;
	vec_each(each, &kernel->syncs) {
		const struct sync *barrier = *each;
		if (named ? !is_of_group(kernel, barrier) : !spreads(barrier))
			continue;
		barrier = named ? of_groups(kernel, barrier) : barrier;
		if (is_beside(kernel, barrier, op) &&
			same_rounds(kernel, barrier->block, op->block, &lag) &&
			(!best || is_nearer(barrier, best, op)))
			best = barrier;
	}
	return best;
}

/* Do all of some group that comes to the barrier run what this is the guard of. */
static bool group_runs(struct kernel *kernel, const struct sync *barrier, const struct et *own)
{
	if (!LLVMIsATerminatorInst(barrier->instruction))
		return guard_implies(lasting_guard(kernel, barrier->block), own);
	vec_each(one, &barrier->block->succs)
		if (guard_implies(lasting_guard(kernel, *one), own))
			return true;
	return false;
}

struct chooser {
	enum level level;
	bool chooses;
};

static void chooser_visit(void *data, const struct et *et)
{
	struct chooser *chooser = data;
	bool leaf = et->op == ET_SYM || et->op == ET_APP;
	chooser->chooses |= leaf && et->sym->level > chooser->level;
}

bool is_alike(struct kernel *kernel, const struct et *term, enum level level)
{
	struct chooser chooser = { level, false };
	et_once(kernel->arena, term, chooser_visit, &chooser);
	return !chooser.chooses;
}

/* The conjuncts that not all threads of a block (or the grid) decide alike: without the others, none runs it. */
static const struct et *choosing(struct kernel *kernel, const struct et *term, enum level level)
{
	if (term->op == ET_AND && term->width == 1)
		return et_and(kernel->ets, choosing(kernel, term->arg[0], level),
			choosing(kernel, term->arg[1], level));
	return !is_alike(kernel, term, level) || et_is_false(term) ? term : et_bool(kernel->ets, true);
}

/* The threads that run the block in some round of its loop. */
const struct et *runners(struct kernel *kernel, const struct block *block)
{
	struct cadence cadence;
	const struct loop *outermost = block->loop;
	if (!outermost || (!cadence_nested(kernel, block, &cadence) && !runs_counted(kernel, block)))
		return run_when(kernel, block);
	while (outermost->parent)
		outermost = outermost->parent;
	return et_and(kernel->ets, run_when(kernel, outermost->header->idom), cadence.guard);
}

const struct et *alike(struct kernel *kernel, const struct et *term, enum level level)
{
	if (term->op == ET_AND && term->width == 1)
		return et_and(kernel->ets, alike(kernel, term->arg[0], level), alike(kernel, term->arg[1], level));
	return is_alike(kernel, term, level) ? term : et_bool(kernel->ets, true);
}

const struct et *op_members(struct kernel *kernel, const struct sync *op)
{
	return choosing(kernel, runners(kernel, op->block), LEVEL_BLOCK);
}

const struct et *op_members_of_all(struct kernel *kernel, const struct sync *op)
{
	return choosing(kernel, runners(kernel, op->block), LEVEL_GRID);
}

const struct et *phased_arrivers(struct kernel *kernel, const struct phased *phased)
{
	const struct et *arrivers = et_bool(kernel->ets, false);
	vec_each(op, &phased->ops) {
		if ((*op)->arrives)
			arrivers = et_or(kernel->ets, arrivers, op_members(kernel, *op));
	}
	return arrivers;
}

const struct et *phased_group(
	struct kernel *kernel, const struct phased *phased, bool waits, bool led)
{
	const struct et *group = et_bool(kernel->ets, false);
	vec_each(each, &phased->ops) {
		const struct sync *op = *each;
		if (!(waits ? op->waits : op->arrives) || (led && !op->spreads))
			continue;
		LLVMValueRef at = led ? op->counted : op->instruction;
		group = et_or(kernel->ets, group,
			runners(kernel, instruction_block(kernel->func, at)));
	}
	return group;
}

/* How often the threads of this guard did it before x, as those count it who follow them. */
const struct et *led_by(struct kernel *kernel, const struct phased *phased, bool waits,
	const struct et *guard, LLVMValueRef x)
{
	struct ets *ets = kernel->ets;
	const struct et *sum = et_const(ets, 64, 0);
	vec_each(each, &phased->ops) {
		const struct sync *op = *each;
		if (!(waits ? op->waits : op->arrives) || !op->spreads ||
			lasting_guard(kernel, op->block) != guard)
			continue;
		const struct et *runs =
			share_of_runs(kernel, op, runs_before(kernel, op->counted, x));
		if (!runs)
			return NULL;
		const struct et *lag = et_const(ets, 64, op->lag);
		if (op->lag)
			runs = et_ite(ets, et_binary(ets, ET_SLT, 0, lag, runs),
				et_binary(ets, ET_SUB, ET_NSW, runs, lag), et_const(ets, 64, 0));
		sum = et_binary(ets, ET_ADD, ET_NSW, sum, runs);
	}
	return sum;
}

const struct et *op_followers(struct kernel *kernel, const struct sync *op)
{
	const struct et *follows = runners(kernel, instruction_block(kernel->func, op->counted));
	const struct et *chosen = alike(kernel, runners(kernel, op->block), LEVEL_BLOCK);
	return guard_implies(follows, chosen) ? follows : et_and(kernel->ets, follows, chosen);
}

const struct et *phased_before_led(
	struct kernel *kernel, const struct phased *phased, bool waits, LLVMValueRef x)
{
	struct ets *ets = kernel->ets;
	const struct et *own = phased_before(kernel, phased, waits, x);
	const struct et *led = et_const(ets, 64, 0);
	bool any = false;
	vec_each(each, &phased->ops) {
		const struct sync *op = *each;
		if (!(waits ? op->waits : op->arrives) || !op->spreads)
			continue;
		const struct et *guard = lasting_guard(kernel, op->block);
		const struct et *runs = led_by(kernel, phased, waits, guard, x);
		if (!runs)
			return NULL;
		led = et_ite(ets, op_followers(kernel, op), runs, led);
		any = true;
	}
	return any && own ? et_ite(ets, phased_group(kernel, phased, waits, false), own, led) : own;
}

static bool lane_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	(void)args;
	*value = leaf->op == ET_SYM && leaf->sym->axis == 0 ? *(const uint64_t *)data : 0;
	return leaf->op == ET_SYM && leaf->sym->builtin == BUILTIN_TID;
}

/* Do the lanes of each warp decide alike, where warps are consecutive in x: then none of them stands for others. */
static bool warps_decide(struct kernel *kernel, const struct et *guard)
{
	const struct et *term = choosing(kernel, guard, LEVEL_BLOCK);
	for (uint64_t t = 0, first = 0, value; t < 1024; t++) {
		if (!et_eval(kernel->arena, term, lane_value, &t, &value))
			return false;
		first = t % EXTENT_WARP ? first : value & 1;
		if (first != (value & 1))
			return false;
	}
	return true;
}

void leader_find(struct kernel *kernel, struct sync *op)
{
	const struct et *own = lasting_guard(kernel, op->block);
	op->counted = op->instruction;
	if (op->arrives && op->waits)
		return;
	const struct sync *best = barrier_beside(kernel, op, false);
	best = best ? best : barrier_beside(kernel, op, true);
	if (!best || group_runs(kernel, best, own) ||
		(best->kind == SYNC_WARP_BARRIER && warps_decide(kernel, own)))
		return;
	same_rounds(kernel, best->block, op->block, &op->lag);
	op->counted = best->instruction;
	op->spreads = best->kind == SYNC_PHASE ? EXTENT_BLOCK : best->extent;
}
