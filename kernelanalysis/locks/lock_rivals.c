#include "expr/linear.h"
#include "kernelanalysis/locks/lock_entries.h"

/*
 * Whether the branches that let threads in at one lock go together. A branch lets nobody in beside who
 * has passed itself; there may be others, which test another value. While a thread has the lock, it has the value
 * that the thread left there, or one that it was let in with if it has only read. Two threads that another
 * branch, or the same one for those who only read, would let in with it make the lock worthless.
 */

/* Who has got past `holder` leaves a value in the lock with which `entrant` may let another thread in. */
struct rival {
	const struct acquire *holder, *entrant;
};

struct rivals {
	const struct object *object;
	VEC(struct rival) pairs;
	struct et_map *maps[2]; /* of the two threads */
};

static bool is_entry(struct kernel *kernel, const struct acquire *acquire)
{
	return (acquire->relied_on || !lock_only_read(acquire->op)) &&
	       lock_excludes(kernel, acquire);
}

/* How far the counter lies from the word that is read; false: not always as far. */
static bool distance(struct kernel *kernel, const struct access *counter, const struct access *word, int64_t *bytes)
{
	const struct et *apart = et_difference(kernel->ets, counter->address, word->address);
	if (counter->object != word->object || !et_is_const(apart))
		return false;
	*bytes = (int64_t)apart->value;
	return true;
}

/* Were both values drawn from one counter, which gives each to one thread, if the words are one. */
static bool one_counter(struct kernel *kernel, const struct rival *rival, const struct et *a, const struct et *b)
{
	const struct access *x = a ? lock_ticket(kernel, a) : NULL;
	const struct access *y = b ? lock_ticket(kernel, b) : NULL;
	int64_t from[2];
	if (!x || !y)
		return false;
	if (x->address == y->address &&
		term_is_common(x->address, x->object->space == SPACE_SHARED ? LEVEL_BLOCK : LEVEL_GRID))
		return true;
	return distance(kernel, x, rival->holder->op, &from[0]) &&
	       distance(kernel, y, rival->entrant->op, &from[1]) && from[0] == from[1];
}

/* Tickets that are drawn again are for who asks which threads set the counter back, which is not known here. */
static void doubt_counter_set_back(struct kernel *kernel, const struct et *ticket)
{
	const struct access *counter = lock_ticket(kernel, ticket);
	vec_each(each, &kernel->accesses)
		if (counter_turns_back(kernel, *each, counter) || counter_set_by(kernel, *each, counter))
			kernel_doubt(kernel, (*each)->instruction, "counter of tickets that is set back");
}

static bool shut_to_reader(struct kernel *kernel, const struct rival *rival)
{
	const struct et *seen = lock_awaited(rival->holder);
	if (!seen || seen->width != rival->entrant->op->size * 8)
		return false;
	if (one_counter(kernel, rival, seen, lock_awaited(rival->entrant))) {
		doubt_counter_set_back(kernel, seen);
		return true;
	}
	return et_is_const(seen) &&
	       et_is_false(acquire_test(kernel, rival->entrant, seen));
}

/* What the holder has written: values that are not known are taken for others than what says that the lock
 * is free. */
static bool shut_to_writer(struct kernel *kernel, const struct rival *rival)
{
	const struct access *op = rival->holder->op;
	const struct acquire *entrant = rival->entrant;
	if (lock_bits(kernel, rival->holder) && lock_bits(kernel, entrant))
		return true;
	if (op->rmw != RMW_CAS && op->rmw != RMW_EXCHANGE)
		return lock_keeps_out(kernel, entrant, lock_left_behind(kernel, rival->holder));
	const struct et *left = value_et(kernel->env, op->operand);
	if (left->width != entrant->op->size * 8)
		return false;
	if (et_is_const(left))
		return et_is_false(acquire_test(kernel, entrant, left));
	uint64_t free;
	return !made_of_ids(kernel, left) &&
	       ((entrant->op->rmw == RMW_CAS && constant_of(entrant->op->expected, &free)) ||
		       lock_keeps_out_unknown(kernel, entrant));
}

/* Is it plain that the entrant's branch is shut. */
static bool is_shut(struct kernel *kernel, const struct rival *rival)
{
	const struct access *holder = rival->holder->op, *entrant = rival->entrant->op;
	bool reads = lock_only_read(holder);
	if (rival->holder->permits && rival->entrant->permits == rival->holder->permits)
		return true;
	if ((holder == entrant && !reads) || !accesses_may_meet(holder, entrant) ||
		lock_is_apart(kernel, holder, entrant))
		return true;
	if (reads && entrant->rmw != RMW_CAS && !lock_only_read(entrant))
		return false;
	return reads ? shut_to_reader(kernel, rival) : shut_to_writer(kernel, rival);
}

static struct rivals *rivals_at(const struct kernel *kernel, const struct object *object)
{
	vec_each(each, &kernel->rivals)
		if ((*each)->object == object)
			return *each;
	return NULL;
}

static void add(struct kernel *kernel, const struct rival *rival)
{
	struct rivals *rivals = rivals_at(kernel, rival->holder->op->object);
	if (!rivals) {
		rivals = arena_alloc(kernel->arena, sizeof(*rivals));
		*rivals = (struct rivals){ .object = rival->holder->op->object };
		for (unsigned i = 0; i < 2; i++)
			rivals->maps[i] = another_thread_map(kernel);
		vec_push(kernel->arena, &kernel->rivals, rivals);
	}
	vec_push(kernel->arena, &rivals->pairs, *rival);
}

void lock_rivals_find(struct orders *orders)
{
	struct kernel *kernel = orders->kernel;
	vec_each(holder, &orders->acquires) {
		if (!is_entry(kernel, *holder))
			continue;
		vec_each(entrant, &orders->acquires) {
			struct rival rival = { *holder, *entrant };
			if ((*entrant)->op->object == (*holder)->op->object &&
				is_entry(kernel, *entrant) && !is_shut(kernel, &rival))
				add(kernel, &rival);
		}
	}
}

/* Condition for the value with which the holder has the lock to let the other thread in. */
static const struct et *let_in(const struct order_query *q, const struct rival *rival,
	const struct view *holder, const struct view *entrant)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct acquire *a = rival->holder, *b = rival->entrant;
	const struct et *test = order_term(q, b->test, VIA_SELF, entrant);
	const struct et *seen = lock_awaited(a), *own = et_bool(ets, true);
	if (!lock_only_read(a->op))
		seen = value_et(kernel->env, a->op->operand);
	bool known = seen && seen->width == b->value->width;
	if (a->value->width != b->value->width)
		return et_bool(ets, true);
	if (!known)
		own = order_term(q, a->test, VIA_SELF, holder);
	seen = known ? order_term(q, seen, VIA_SELF, holder) : et_sym(ets, a->value);
	return et_and(ets, own, with_value(ets, test, b->value, seen));
}

static const struct et *runs(
	const struct order_query *q, const struct acquire *acquire, const struct view *view)
{
	struct ets *ets = q->kernel->ets;
	const struct et *runs = et_and(ets, in_launch(q, view),
		order_term(q, acquire->op->guard, VIA_SELF, view));
	return acquire->drawn ? et_and(ets, runs, order_term(q, acquire->drawn, VIA_SELF, view)) : runs;
}

/* Do a thread past the one branch and another one past the other have the lock at the same time. */
static const struct et *beside(const struct order_query *q, const struct rival *rival,
	const struct view *holder, const struct view *entrant)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct access *a = rival->holder->op, *b = rival->entrant->op;
	acquire_test(kernel, rival->holder, et_const(ets, a->size * 8, 0));
	acquire_test(kernel, rival->entrant, et_const(ets, b->size * 8, 0));
	const struct access *const nowhere[2] = { NULL, NULL };
	bool written = lock_only_read(a) && !lock_only_read(b) && b->rmw != RMW_CAS;
	const struct et *both = written ? et_bool(ets, true) : let_in(q, rival, holder, entrant);
	both = et_and(ets, both, runs(q, rival->holder, holder));
	both = et_and(ets, both, runs(q, rival->entrant, entrant));
	both = et_and(ets, both,
		et_binary(ets, ET_EQ, 0, order_term(q, a->address, VIA_SELF, holder),
			order_term(q, b->address, VIA_SELF, entrant)));
	return et_and(ets, both, draws_differ(q, holder, entrant, nowhere));
}

const struct et *lock_contested(const struct order_query *q, const struct access *op)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct rivals *rivals = rivals_at(kernel, op->object);
	const struct et *any = et_bool(ets, false);
	if (!rivals)
		return any;
	struct view holder = { .map = rivals->maps[0], .copy = THIRD }, entrant = { .map = rivals->maps[1], .copy = THIRD };
	vec_each(rival, &rivals->pairs)
		any = et_or(ets, any, beside(q, rival, &holder, &entrant));
	const struct et *blocks = ids_equal(q, &holder, VIA_SELF, &entrant, kernel->ctaid);
	const struct et *threads = ids_equal(q, &holder, VIA_SELF, &entrant, kernel->tid);
	if (op->object->space == SPACE_SHARED)
		return et_and(ets, any, et_and(ets, blocks, et_not(ets, threads)));
	return et_and(ets, any, et_not(ets, et_and(ets, blocks, threads)));
}
