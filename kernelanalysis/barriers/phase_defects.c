#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/intervals/runs.h"
#include "kernelanalysis/intervals/turns.h"

/* What keeps the arrivals and waits of a barrier from being counted, or makes the counts say nothing. */

/* Does no thread that waits come from the operation that gave the token, as with another object of an array. */
static bool comes_elsewhere(struct kernel *kernel, const struct sync *wait, LLVMValueRef token)
{
	const struct block *from = LLVMIsACallInst(token) ? instruction_block(kernel->func, token) : NULL;
	if (!from || from->loop != wait->block->loop)
		return false;
	return guards_exclude(kernel, lasting_guard(kernel, from), lasting_guard(kernel, wait->block));
}

/* Is a wait's token what the barrier gave at an arrival. */
static bool token_known(struct kernel *kernel, const struct phased *phased, const struct sync *wait,
	LLVMValueRef token, unsigned depth)
{
	if (LLVMIsAPHINode(token) && depth) {
		for (unsigned i = 0; i < LLVMCountIncoming(token); i++) {
			LLVMValueRef value = LLVMGetIncomingValue(token, i);
			if (!token_known(kernel, phased, wait, value, depth - 1) && !comes_elsewhere(kernel, wait, value))
				return false;
		}
		return true;
	}
	vec_each(op, &phased->ops) {
		if ((*op)->instruction == token)
			return true;
	}
	return false;
}

/* Each wait is for the phase of the thread's latest arrival, which is its first wait since. */
static const char *wait_defect(
	struct kernel *kernel, const struct phased *phased, const struct sync *op)
{
	int ahead;
	if (phased->in_order || op->parity)
		return NULL;
	if (op->token && !token_known(kernel, phased, op, op->token, 2))
		return "barrier whose phase is not that of an arrival";
	if (!phased_ahead(kernel, phased, op->instruction, &ahead))
		return "barrier that some rounds or branches leave out";
	return ahead == (op->arrives ? 0 : 1)
		       ? NULL
		       : "barrier at which a thread arrives more often than it waits";
}

/* May a thread run ahead of the wait by no more rounds than there are barriers that take turns. */
static bool holds(struct kernel *kernel, const struct sync *wait, const struct sync *op)
{
	struct cadence c = { 0 };
	unsigned most = op->phased && op->phased->turns ? op->phased->taking : 1;
	LLVMValueRef at = wait->counted ? wait->counted : wait->instruction;
	const struct block *head = named_switch(kernel, wait);
	const struct block *block = head ? head : instruction_block(kernel->func, at);
	if (wait->block->loop != op->block->loop ||
		(!cadence_nested(kernel, block, &c) && !runs_counted(kernel, block)) || c.cap)
		return false;
	if ((c.skip && !et_is_const(c.skip)) || (c.skip ? c.skip->value : 0) + wait->lag > most)
		return false;
	return guard_implies(
		lasting_guard(kernel, op->block), lasting_guard(kernel, block));
}

static bool waits(const struct sync *sync)
{
	return sync->kind == SYNC_PHASE ? sync->waits : sync->kind <= SYNC_BLOCK_BARRIER;
}

/* Does a thread that goes on from an instruction arrive before it waits; *waited: it waits there. */
static bool arrives_in(struct kernel *kernel, const struct phased *few, LLVMValueRef from,
	bool *waited)
{
	for (LLVMValueRef i = from; i && !*waited; i = LLVMGetNextInstruction(i)) {
		vec_each(op, &few->ops)
			if ((*op)->instruction == i && (*op)->arrives)
				return true;
		const struct sync *sync = sync_at(kernel, i);
		*waited = sync && (waits(sync) || sync->kind == SYNC_STRAY);
	}
	return false;
}

/* May a thread arrive twice in one round of the arrival's loop without a wait between. */
static bool arrives_twice(
	struct kernel *kernel, const struct phased *phased, const struct sync *op)
{
	const struct phased few = phased_may_run(kernel, phased, op->block);
	bool *seen = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(*seen));
	VEC(const struct block *) open = { 0 };
	bool waited = false;
	if (arrives_in(kernel, &few, LLVMGetNextInstruction(op->instruction), &waited))
		return true;
	if (!waited)
		vec_push(kernel->arena, &open, op->block);
	for (size_t i = 0; i < open.n; i++) {
		const struct block *block = open.at[i];
		vec_each(succ, &block->succs) {
			if (seen[(*succ)->index] ||
				(op->block->loop && op->block->loop->header == *succ))
				continue;
			seen[(*succ)->index] = true;
			waited = false;
			if (arrives_in(kernel, &few, LLVMGetFirstInstruction((*succ)->llvm), &waited))
				return true;
			if (!waited)
				vec_push(kernel->arena, &open, *succ);
		}
	}
	return false;
}

/* Between two arrivals that do not wait, the thread waits for something in each round. */
static bool held_back(struct kernel *kernel, const struct sync *op)
{
	if (!op->block->loop)
		return true;
	vec_each(each, &kernel->syncs) {
		if (waits(*each) && holds(kernel, *each, op))
			return true;
	}
	return false;
}

/* Does the thread that arrives run all the waits at the barrier, so that they count for it. */
static bool waits_itself(struct kernel *kernel, const struct phased *phased, const struct sync *op)
{
	const struct et *guard = lasting_guard(kernel, op->block);
	vec_each(each, &phased->ops)
		if ((*each)->waits && ((*each)->spreads || !guard_implies(guard, lasting_guard(kernel, (*each)->block))))
			return false;
	return !phased->stays && !phased->in_order;
}

/*
 * Has a thread that arrives waited for all phases but as many as there are barriers that take turns, less this one, or not yet
 * arrived at as many (a prologue that counts itself at each of them): it comes to none again whose phase is not over. Looked at for the first rounds.
 */
static bool laps_nobody(struct kernel *kernel, const struct phased *phased, const struct sync *op)
{
	const struct et *arrived = phased_before(kernel, phased, false, op->instruction);
	const struct et *waited = waits_itself(kernel, phased, op)
		? phased_before(kernel, phased, true, op->instruction) : NULL;
	uint64_t arrivals, waits = 0, most = phased->turns ? phased->taking : 1;
	struct turn_rounds rounds;
	if (!arrived || !turn_rounds_start(kernel, op->instruction, &rounds))
		return false;
	do {
		if (!turn_value_at(kernel, arrived, &rounds, &arrivals) ||
			(waited && !turn_value_at(kernel, waited, &rounds, &waits)))
			return false;
		int64_t open = (int64_t)(waited ? arrivals - waits + phased->lag : arrivals);
		if (open >= (int64_t)most)
			return false;
	} while (turn_rounds_next(&rounds));
	return true;
}

/* Do all threads that run the loop leave it in the same round, or stop being counted. */
static bool left_together(
	const struct kernel *kernel, const struct phased *phased, const struct loop *loop)
{
	struct loop rest = { 0 };
	vec_each(exit, &loop->exits) {
		bool drops = false;
		vec_each(op, &phased->ops)
			drops |= (*op)->drops && block_dominates(exit->to, (*op)->block);
		if (!drops)
			vec_push(kernel->arena, &rest.exits, *exit);
	}
	return loop_exit_level(kernel, &rest) <= LEVEL_BLOCK;
}

/* Does nothing in the operation's loop wait: others' rounds then overlap with all of the thread's. */
static bool runs_free(struct kernel *kernel, const struct sync *op)
{
	const struct loop *loop = op->block->loop;
	const struct et *guard = lasting_guard(kernel, op->block);
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		if (waits(sync) && loop_contains(loop, sync->block) &&
			!guards_exclude(kernel, lasting_guard(kernel, sync->block), guard))
			return false;
	}
	vec_each(access, &kernel->accesses) {
		bool strong = (*access)->type == ACCESS_ATOMIC || (*access)->is_volatile;
		if (strong && loop_contains(loop, (*access)->block) &&
			!sync_at(kernel, (*access)->instruction))
			return false;
	}
	return true;
}

const char *phase_rounds_defect(struct kernel *kernel, const struct phased *phased, const struct sync *op)
{
	const struct loop *loop = op->block->loop;
	struct cadence cadence;
	if (loop && !runs_counted(kernel, op->block) &&
		!(phased->in_order ? cadence_of(kernel, op->block, &cadence)
				   : cadence_nested(kernel, op->block, &cadence)))
		return "barrier that some rounds or branches leave out";
	for (; loop; loop = loop->parent)
		if (!left_together(kernel, phased, loop))
			return "barrier in a loop whose rounds differ between threads";
	return op->waits && !op->bytes ? wait_defect(kernel, phased, op) : NULL;
}

const char *phase_defect(
	struct kernel *kernel, struct phased *phased, const struct sync *op)
{
	const char *defect = phase_rounds_defect(kernel, phased, op);
	if (defect || op->waits || op->bytes)
		return defect;
	bool alone = phased->count && LLVMIsAConstantInt(phased->count) &&
		     LLVMConstIntGetZExtValue(phased->count) == 1;
	if (alone)
		return NULL;
	if (!phased->array && !phased->turns && arrives_twice(kernel, phased, op))
		kernel_doubt(kernel, op->instruction,
			"barrier at which a thread may arrive twice before it waits");
	if (held_back(kernel, op) || laps_nobody(kernel, phased, op))
		return NULL;
	phased->loose |= runs_free(kernel, op);
	if (!phased->loose)
		kernel_doubt(kernel, op->instruction,
			"barrier at which a thread arrives without waiting");
	return NULL;
}
