#include "kernelanalysis/locks/permits.h"

#include "kernelanalysis/signals/signal.h"

/*
 * Permits, as of a counting semaphore (Dijkstra): a word says how many may still come in. Who comes in takes one
 * away, by a compare-and-swap of more than 0, or by a subtraction that he takes back where he has found none; who leaves
 * adds it again. With all that threads have taken and not given back the word is always what it began with. So where that is 1
 * at most, and nobody gives what he has not taken, who has found a permit is alone in having one: a lock. Where it is more, or
 * where nobody has to wait for another one to give, the word orders nobody. The word may count those who have come instead:
 * who adds 1 and has found 0 gets in, and who has not subtracts it again. It is taken to begin with 0 where nothing is known.
 */

static bool changes(const struct access *write, const struct access *op)
{
	return may_free(write, op) || write == op;
}

/* Does the compare-and-swap put in one less than it compares with. That with a number is a lock of its own. */
static bool swaps_down(struct kernel *kernel, const struct access *op)
{
	if (op->rmw != RMW_CAS || LLVMIsAConstantInt(op->expected))
		return false;
	const struct et *more = value_et(kernel->env, op->expected);
	const struct et *less = value_et(kernel->env, op->operand);
	if (more->width != less->width)
		return false;
	bool subtracts = less->op == ET_SUB;
	if ((!subtracts && less->op != ET_ADD) || less->arg[0] != more || !et_is_const(less->arg[1]))
		return false;
	return less->arg[1]->value == (subtracts ? 1 : mask_bits(less->width));
}

static bool takes_one(struct kernel *kernel, const struct access *op, bool counts)
{
	if (op->type != ACCESS_ATOMIC || counts)
		return counts && op->rmw == RMW_ADD && counter_change(op) == 1;
	return counter_change(op) == -1 || swaps_down(kernel, op);
}

static bool gives_one(const struct access *op, bool counts)
{
	if (op->type != ACCESS_ATOMIC || op->rmw == RMW_DEC)
		return false;
	return counts ? counter_change(op) == -1 : op->rmw == RMW_ADD && counter_change(op) == 1;
}

static void fixed_visit(void *data, const struct et *et)
{
	bool *fixed = data;
	if (et->op == ET_APP || (et->op == ET_SYM && et->sym->kind != SYM_ID &&
					et->sym->kind != SYM_PARAM && et->sym->kind != SYM_BASE))
		*fixed = false;
}

/* Does a thread mean one place by it for good. */
static bool is_fixed(struct kernel *kernel, const struct et *address)
{
	bool fixed = true;
	et_once(kernel->arena, address, fixed_visit, &fixed);
	return fixed;
}

/* Is the branch that of who has got a permit, and has found one there. */
static bool lets_in(struct kernel *kernel, const struct acquire *acquire, bool subtracts, bool counts)
{
	const struct access *op = acquire->op;
	unsigned width = op->size * 8;
	if (acquire->vote)
		return false;
	if (counts)
		return lock_keeps_out(kernel, acquire,
			span_steps(width, 1, (UINT64_C(1) << (width - 1)) - 1, 1));
	if (subtracts)
		return et_is_false(tested(kernel, acquire, 0)) &&
		       lock_keeps_out(kernel, acquire,
			       span_steps(width, UINT64_C(1) << (width - 1), mask_bits(width), 1));
	return permit_won(kernel, op, acquire->from, acquire->success);
}

/* Is the swap tried only where there is more than none. */
static bool swaps_some(struct kernel *kernel, const struct access *op)
{
	const struct et *none = with_constant(
		kernel, value_reach(kernel->env, op->block), op->expected, 0);
	return et_is_false(none);
}

static bool write_fits(struct kernel *kernel, struct permits *permits, const struct access *write)
{
	const struct access *op = permits->op;
	if (counter_set_to(kernel, write))
		return true;
	if (write->address != op->address || write->size != op->size ||
		write->object != op->object)
		return false;
	permits->scope = narrower(permits->scope, strong_scope(write));
	if (gives_one(write, permits->counts)) {
		vec_push(kernel->arena, &permits->gives, write);
		return true;
	}
	if (!takes_one(kernel, write, permits->counts) || permits->takes.n == MOST_TAKES ||
		(write->rmw != RMW_CAS) != permits->subtracts ||
		(write->rmw == RMW_CAS && !swaps_some(kernel, write)))
		return false;
	vec_push(kernel->arena, &permits->takes, write);
	return true;
}

static bool permits_fill(struct kernel *kernel, struct permits *permits)
{
	if (!is_fixed(kernel, permits->op->address))
		return false;
	vec_each(write, &kernel->accesses)
		if (changes(*write, permits->op) && !keeps_value(*write) &&
			!write_fits(kernel, permits, *write))
			return false;
	permits->apart = !permits_are_held(kernel, permits);
	return permits->takes.n && permits->gives.n;
}

/* What a word that counts those who have come begins with: 0, where that is in no block's shared memory and nothing is known. */
static const struct et *count_begins(
	struct kernel *kernel, const struct access *op, bool again, const struct et **known)
{
	struct ets *ets = kernel->ets;
	if (is_of_block(kernel, op->object))
		return permits_begin(kernel, op, again, known);
	const struct beginning begins = counter_beginning(kernel, op);
	const struct et *left = et_or(ets, object_left_perhaps(kernel, op->object),
		et_or(ets, object_left(kernel, op->object), object_left_resized(kernel, op->object)));
	*known = again ? begins.known : et_and(ets, begins.known, et_not(ets, left));
	return begins.value;
}

/* What the word begins with, and whether that is known. Each launch leaves it so where all give back what they have taken. */
static void begin(struct kernel *kernel, struct permits *permits)
{
	struct ets *ets = kernel->ets;
	bool again = !permits->apart && permits_come_back(kernel, permits);
	const struct et *known, *word = permits->counts ? count_begins(kernel, permits->op, again, &known)
							: permits_begin(kernel, permits->op, again, &known);
	const struct et *full = et_const(ets, word->width, permits->counts ? 0 : 1);
	enum et_op most = permits->subtracts ? ET_SLE : ET_ULE;
	const struct et *fewer = permits->counts ? full : word, *more = permits->counts ? word : full;
	permits->one = et_and(ets, known, et_binary(ets, most, 0, fewer, more));
	permits->some = again ? et_and(ets, known, et_binary(ets, ET_SLE, 0, more, fewer)) : et_bool(ets, false);
}

static struct permits *permits_at(struct orders *orders, const struct access *op, bool counts)
{
	struct kernel *kernel = orders->kernel;
	struct permits *permits = arena_alloc(kernel->arena, sizeof(*permits));
	*permits = (struct permits){ .op = op, .subtracts = op->rmw != RMW_CAS, .counts = counts,
		.scope = SCOPE_SYSTEM };
	if (!permits_fill(kernel, permits) || (counts && permits->apart))
		return NULL;
	begin(kernel, permits);
	return permits;
}

const struct permits *permits_of(const struct orders *orders, const struct access *op)
{
	vec_each(acquire, &orders->acquires)
		if ((*acquire)->op == op)
			return (*acquire)->permits;
	return NULL;
}

/* All branches at the word are those of who gets in, or keep nobody out. */
static void permits_set(struct orders *orders, const struct permits *permits)
{
	vec_each(each, &orders->acquires) {
		struct acquire *acquire = *each;
		if (!may_free(permits->op, acquire->op) && acquire->op != permits->op)
			continue;
		acquire->permits_apart |= permits->apart && acquire->op->address == permits->op->address;
		if (permits->apart)
			continue;
		if (acquire->op->address == permits->op->address)
			acquire->permits = permits;
		acquire->excludes = takes_one(orders->kernel, acquire->op, permits->counts) &&
						    lets_in(orders->kernel, acquire,
							    permits->subtracts, permits->counts)
					    ? EXCLUDES
					    : EXCLUDES_NOT;
	}
}

void permits_find(struct orders *orders)
{
	vec_each(each, &orders->acquires) {
		struct acquire *acquire = *each;
		const struct access *op = acquire->op;
		bool counts = takes_one(orders->kernel, op, true);
		if (acquire->permits || acquire->permits_apart || !takes_one(orders->kernel, op, counts) ||
			!lets_in(orders->kernel, acquire, op->rmw != RMW_CAS, counts))
			continue;
		struct permits *permits = permits_at(orders, op, counts);
		if (permits)
			permits_set(orders, permits);
	}
}

const struct et *permits_missing(const struct link *link, const struct order_path *acquire)
{
	struct ets *ets = link->q->kernel->ets;
	const struct permits *permits = acquire->acquire->permits;
	if (!permits)
		return et_bool(ets, true);
	return et_not(ets, acquire_term(link, acquire, permits->some, acquire->via));
}

const struct et *permits_given(const struct link *link, const struct order_path *acquire)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *given = et_bool(ets, false);
	vec_each(release, &link->from->releases)
		if (acquire->acquire->permits_apart && release->scope != SCOPE_NONE && counter_step(release->op) &&
			at_one_place(release->op, acquire->op))
			given = et_and(ets, scope_reaches(link, release->scope), scope_reaches(link, acquire->scope));
	return et_is_false(given) ? given : et_and(ets, given, signal_unknown(link));
}
