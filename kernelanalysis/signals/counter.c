#include "kernelanalysis/signals/arrivals.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Counters as signals: arrival counters, tickets of the last to come, grid barriers.
 * A thread that sees a value greater than what another one's addition found
 * follows that addition. Counters that go down to zero (permits, references, "how many are left")
 * are the same by what is missing of the number that they begin with, which must be known.
 */

/* How far another operation takes the counter in the direction of this one; 0: it does not. */
static uint64_t step_like(const struct access *op, const struct access *other)
{
	return counter_fall(op) ? counter_fall(other) : counter_step(other);
}

static bool is_zero(LLVMValueRef value)
{
	return value && LLVMIsAConstantInt(value) && !LLVMConstIntGetZExtValue(value);
}

/* Is it how the counter begins: at 0, or where it goes down at any number. */
static bool is_beginning(
	const struct kernel *kernel, const struct access *write, const struct access *release)
{
	LLVMValueRef value = counter_set_to(kernel, write);
	return value && (counter_fall(release) || is_zero(value));
}

bool wait_only_counts(
	const struct link *link, const struct access *release, const struct order_path *acquire)
{
	vec_each(each, &link->q->kernel->accesses) {
		const struct access *access = *each;
		bool writes = access_writes(access);
		if (!writes || !at_one_place(access, acquire->op) ||
			step_like(release, access) || keeps_value(access) ||
			is_beginning(link->q->kernel, access, release))
			continue;
		if (!block_dominates(acquire->acquire->success, access->block) &&
			!(acquire->via != VIA_SELF && access->acquired.n))
			return false;
	}
	return true;
}

/* Is the counter's loop one in which who adds to the counter waits for it in each round, too. */
static bool waits_each_round(
	const struct kernel *kernel, const struct access *release, const struct access *acquire)
{
	const struct loop *loop = release->block->loop;
	const struct block *wait = acquire->block;
	return loop && loop->latch && loop_contains(loop, wait) && !loop->parent &&
	       (block_dominates(wait, loop->latch) || block_dominates(wait, release->block) ||
		       passes_in_round(kernel, loop, release->block, wait));
}

/* Is every addition to the counter one of the release's loop, so that rounds count them. */
static bool added_in_loop(const struct kernel *kernel, const struct access *release)
{
	vec_each(each, &kernel->accesses)
		if ((*each)->object == release->object && step_like(release, *each) &&
			(*each)->block->loop != release->block->loop &&
			accesses_may_meet(*each, release))
			return false;
	return true;
}

/* Additions to the counter in the same loop, and how many of them come before this one; 0: some add
 * another number. */
static unsigned additions(const struct link *link, const struct access *release, unsigned *before)
{
	const struct kernel *kernel = link->q->kernel;
	unsigned n = 0;
	*before = 0;
	vec_each(each, &kernel->accesses) {
		const struct access *access = *each;
		if (!at_one_place(access, release) || !counter_step(access) ||
			access->block->loop != release->block->loop)
			continue;
		if (counter_step(access) != counter_step(release))
			return 0;
		n++;
		*before += comes_before(kernel, access->instruction, release->instruction);
	}
	return n;
}

/* How often a thread has come to an addition in the rounds before this one, and before it in this
 * one; NULL: not as much each time. */
static const struct et *earlier_additions(const struct link *link, const struct access *release)
{
	struct ets *ets = link->q->kernel->ets;
	const struct loop *loop = release->block->loop;
	unsigned before, all = additions(link, release, &before);
	const struct et *earlier = et_const(ets, 32, before);
	if (!all)
		return NULL;
	if (!loop)
		return earlier;
	const struct et *k = et_cast(
		ets, ET_TRUNC, 32, et_sym(ets, link->q->kernel->env->loops[loop->index].counter));
	k = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, k, et_const(ets, 32, all));
	return et_binary(ets, ET_ADD, ET_NSW | ET_NUW, k, earlier);
}

/* Is the addition made only by who has, or whose leader has, come past the wait in the same round.
 */
static bool is_behind(
	const struct link *link, const struct access *addition, const struct access *wait)
{
	vec_each(path, &addition->acquired) {
		const struct et *when = path->condition;
		if (path->op != wait || path->previous)
			continue;
		if (path->via != VIA_SELF)
			when = et_map_apply(link->q->leader[path->via], when);
		if (et_is_true(when))
			return true;
	}
	return false;
}

/* What all threads may add at one place in one round, in the width of the counter. */
static const struct et *added_at(
	const struct link *link, const struct access *release, const struct access *addition)
{
	struct ets *ets = link->q->kernel->ets;
	unsigned width = addition->size * 8;
	struct kernel *kernel = link->q->kernel;
	const struct et *n = threads_at_place(kernel, addition), *when;
	struct sharing sharing;
	if (!sharing_find(kernel, addition, &sharing) && !threads_chosen(kernel, addition, &when)) {
		uint64_t blocks = blocks_sharing(kernel, link->q->launch, addition);
		const struct et *tried = et_binary(ets, ET_MUL, ET_NSW | ET_NUW,
			threads_of_block_at(kernel, addition), et_const(ets, 32, blocks));
		if (blocks)
			n = et_ite(ets, et_binary(ets, ET_ULT, 0, n, tried), n, tried);
	}
	n = width > 32 ? et_cast(ets, ET_ZEXT, width, n) : n;
	return et_binary(ets, ET_MUL, ET_NSW | ET_NUW, n,
		et_const(ets, width, step_like(release, addition)));
}

/* What is added in rounds before the release's, and in its round by who has not come past the wait;
 * false: not known. */
static bool sum_additions(const struct link *link, const struct access *release,
	const struct access *wait, const struct et **earlier, const struct et **now)
{
	const struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	*earlier = *now = et_const(ets, release->size * 8, 0);
	vec_each(each, &kernel->accesses) {
		const struct access *addition = *each;
		if (addition->object != release->object || !step_like(release, addition) ||
			!accesses_may_meet(addition, release))
			continue;
		bool counts = addition == release || !is_behind(link, addition, wait);
		if (!counts && addition->block->loop != release->block->loop)
			continue;
		if (addition->block->loop != release->block->loop ||
			addition->size != release->size)
			return false;
		const struct et *added = added_at(link, release, addition);
		*earlier = et_binary(ets, ET_ADD, ET_NSW | ET_NUW, *earlier, added);
		if (counts)
			*now = et_binary(ets, ET_ADD, ET_NSW | ET_NUW, *now, added);
	}
	return true;
}

/*
 * The largest value that the release's addition can have found: all others that may be
 * made by then, and as many for every earlier round that all threads make and wait
 * for. That they do so follows by induction where the query shows that the value
 * awaited is greater than what this says.
 */
static const struct et *found_at_most(
	const struct link *link, const struct access *release, const struct access *acquire)
{
	struct ets *ets = link->q->kernel->ets;
	const struct loop *loop = release->block->loop;
	unsigned width = release->size * 8;
	const struct et *earlier, *now;
	if (loop && (!waits_each_round(link->q->kernel, release, acquire) ||
			    !added_in_loop(link->q->kernel, release)))
		return NULL;
	if (!sum_additions(link, release, acquire, &earlier, &now))
		return NULL;
	if (loop) {
		const struct et *k = et_sym(ets, link->q->kernel->env->loops[loop->index].counter);
		k = width < 64 ? et_cast(ets, ET_TRUNC, width, k) : k;
		earlier = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, k, earlier);
		now = et_binary(ets, ET_ADD, ET_NSW | ET_NUW, earlier, now);
	}
	return et_binary(ets, ET_SUB, 0, now, et_const(ets, width, step_like(release, release)));
}

/* The instruction that has what the access found in memory. */
static LLVMValueRef found_by(const struct access *op)
{
	LLVMUseRef use = op->rmw == RMW_CAS ? LLVMGetFirstUse(op->instruction) : NULL;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAExtractValueInst(user) && LLVMGetIndices(user)[0] == 0)
			return user;
	}
	return op->instruction;
}

const struct et *counter_value(
	const struct link *link, const struct order_path *path, const struct view *view)
{
	const struct et *result = value_et(link->q->kernel->env, found_by(path->op));
	const struct et *elected = elected_result(link->q->kernel, result);
	result = acts_for_block(path->via) && elected ? elected : result;
	return path->acquire ? acquire_term(link, path, result, VIA_SELF)
			     : order_term(link->q, result, VIA_SELF, view);
}

/* Does another thread than x add to the counter, too. */
static const struct et *added_by_others(const struct link *link, const struct order_path *release)
{
	struct order_query *q = link->q;
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	struct view z = { .map = other_thread_map(kernel, q->others++), .copy = THIRD };
	const struct et *other = et_bool(ets, false);
	const struct et *itself = et_and(ets, ids_equal(q, link->x, release->via, &z, kernel->tid),
		ids_equal(q, link->x, VIA_SELF, &z, kernel->ctaid));
	vec_each(each, &kernel->accesses) {
		if ((*each)->object != release->op->object || !counter_step(*each))
			continue;
		const struct et *same = same_address(kernel,
			order_term(q, release->op->address, release->via, link->x),
			order_term(q, (*each)->address, VIA_SELF, &z));
		same = et_and(ets, same, same_block(q, (*each)->object, link->x, &z));
		other = et_or(
			ets, other, et_and(ets, same, order_term(q, (*each)->guard, VIA_SELF, &z)));
	}
	return et_and(ets, et_and(ets, other, in_launch(q, &z)), et_not(ets, itself));
}

/*
 * Counters of one thread each, such as how far a block has come: x's addition finds at most one
 * step for each of its own before. This one finds more: it is another one's.
 */
static const struct et *found_more_than_own(const struct link *link,
	const struct order_path *release, const struct et *begins, const struct et *found)
{
	struct ets *ets = link->q->kernel->ets;
	const struct access *op = release->op;
	if (op->rmw == RMW_INC || (op->block->loop && op->block->loop->parent) ||
		!added_in_loop(link->q->kernel, op))
		return et_bool(ets, false);
	const struct et *most = earlier_additions(link, op);
	if (!most)
		return et_bool(ets, false);
	most = op->size > 4 ? et_cast(ets, ET_ZEXT, op->size * 8, most) : most;
	most = et_binary(
		ets, ET_MUL, ET_NSW | ET_NUW, most, et_const(ets, op->size * 8, counter_step(op)));
	most = et_binary(ets, ET_ADD, 0, order_term(link->q, most, release->via, link->x), begins);
	const struct et *more = et_binary(ets, ET_ULT, 0, most, found);
	return et_and(ets, more, et_not(ets, added_by_others(link, release)));
}

struct chosen_adds {
	const struct kernel *kernel;
	const struct object *counter;
	bool drawn, read, chosen;
};

static void draw_visit(void *data, const struct et *et)
{
	struct chosen_adds *adds = data;
	LLVMValueRef origin = et->op == ET_SYM || et->op == ET_APP
				      ? (LLVMValueRef)(uintptr_t)et->sym->origin : NULL;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	const struct access *found = origin && et->sym->kind == SYM_DATA && LLVMIsAAtomicRMWInst(origin)
					     ? access_at(adds->kernel, origin) : NULL;
	bool drawn = found && found->object != adds->counter && counter_step(found);
	adds->drawn |= drawn;
	adds->read |= !drawn && (et->sym->kind == SYM_DATA || et->sym->kind == SYM_LOAD);
}

/* Is a number that was drawn compared with something that is not read: that chooses, where a turn is waited for it does not. */
static void chooser_visit(void *data, const struct et *et)
{
	struct chosen_adds *adds = data;
	struct chosen_adds found = { .kernel = adds->kernel, .counter = adds->counter };
	if (et_op_class((enum et_op)et->op) != ET_COMPARE)
		return;
	et_once(adds->kernel->arena, et, draw_visit, &found);
	adds->chosen |= found.drawn && !found.read;
}

/* Condition on the launch for what an addition to another counter has found to choose who adds, so that it is not known how many do. */
static const struct et *adds_where_chosen(const struct link *link, const struct access *release)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *chosen = et_bool(ets, false), *when;
	vec_each(each, &kernel->accesses) {
		struct chosen_adds adds = { .kernel = kernel, .counter = release->object };
		if (!at_one_place(*each, release) || !step_like(release, *each))
			continue;
		if (threads_chosen(kernel, *each, &when))
			chosen = et_or(ets, chosen, et_not(ets, when));
		else
			et_once(kernel->arena, (*each)->guard, chooser_visit, &adds);
		chosen = adds.chosen ? et_bool(ets, true) : chosen;
	}
	return order_term(link->q, chosen, VIA_SELF, link->x);
}

/* y's value is past what x's addition found. */
const struct et *counted(
	const struct link *link, const struct order_path *release, const struct wait *wait)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = link->q->kernel->ets;
	const struct access *op = wait->path->op;
	bool reads = op->type == ACCESS_READ || op->rmw == RMW_LOAD || step_like(release->op, op) ||
		     keeps_value(op);
	bool falls = counter_fall(release->op);
	const struct et *most = found_at_most(link, release->op, op);
	struct beginning begins = counter_beginning(kernel, release->op);
	if (falls && (!most || et_is_false(begins.known)))
		return signal_unknown(link);
	if (!reads || op->size != release->op->size || op->size < 4)
		return signal_unproved(link, wait);
	if (!wait_only_counts(link, release->op, wait->path))
		return falls ? signal_unknown(link) : signal_unproved(link, wait);
	const struct et *found = counter_value(link, release, link->x);
	const struct et *seen = counter_value(link, wait->path, link->y);
	/* two threads never find the same, and what a thread found itself is before what follows */
	if (seen->width != found->width)
		return signal_unproved(link, wait);
	const struct et *goes_on = wait_satisfied(link, wait, seen);
	const struct et *first = order_term(link->q, begins.value, release->via, link->x);
	const struct et *own = et_bool(ets, false);
	if (falls) {
		found = counter_fallen(link, release, first, found);
		seen = counter_fallen(link, release, first, seen);
	} else {
		own = found_more_than_own(link, release, first, found);
	}
	const struct et *past =
		et_binary(ets, step_like(release->op, op) ? ET_ULE : ET_ULT, 0, found, seen);
	past = et_or(ets, past, et_not(ets, goes_on));
	if (most) {
		most = order_term(link->q, most, release->via, link->x);
		const struct et *last = falls ? most : et_binary(ets, ET_ADD, 0, most, first);
		past = et_or(ets, past, et_binary(ets, ET_ULT, 0, last, found));
	}
	past = past_limit(link, release, found, most, first, past);
	past = et_or(ets, past, own);
	const struct et *round =
		counter_comes_round(kernel, link->q->launch, link->x->map, release->op, release->op->size * 8, 1);
	past = et_and(ets, past, et_or(ets, et_not(ets, round), signal_unknown(link)));
	const struct et *known = order_term(link->q, begins.known, release->via, link->x);
	past = falls ? et_ite(ets, known, past, signal_unknown(link))
		     : et_and(ets, past, et_or(ets, known, signal_unknown(link)));
	enum level group = is_of_block(kernel, release->op->object) ? LEVEL_BLOCK : LEVEL_GRID;
	struct sharing sharing;
	bool one_counter = most && (value_level(kernel, release->op->pointer) <= group ||
					   sharing_find(kernel, release->op, &sharing) ||
					   blocks_sharing(kernel, link->q->launch, release->op));
	const struct et *unknown = falls ? et_bool(ets, false) : adds_where_chosen(link, release->op);
	if (one_counter && !et_is_false(unknown))
		return et_or(ets, past, et_and(ets, unknown, signal_unproved(link, wait)));
	if (one_counter)
		return past;
	return falls ? signal_unknown(link) : et_or(ets, past, signal_unproved(link, wait));
}
