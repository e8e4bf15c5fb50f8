#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Rings whose ends compare by equality: while (head - *tail == CAPACITY), while (*head == tail), once in each round of who
 * waits, for a number that grows by 1 from round to round. The word only grows: one thread stores numbers that do, or all add
 * to it. Who waits sees no smaller number than in the round before (coherence), where it was greater than what he
 * compared with; so it is at least what he compares with now, and as it is another one, greater. What the
 * word begins with must not be smaller than the first number compared with, nor greater than the first one stored.
 */

/* By how much the term grows from one `which` to the next, as index arithmetic does not wrap; false: that is not known. */
static bool term_step(const struct et *term, const struct et *which, int64_t *step)
{
	int64_t of[2] = { 0, 0 };
	*step = term == which;
	if (!term->nargs || term->op == ET_APP)
		return term->op != ET_APP;
	if (term->nargs > 2)
		return false;
	for (unsigned i = 0; i < term->nargs; i++)
		if (!term_step(term->arg[i], which, &of[i]))
			return false;
	bool wide = term->width >= 32;
	if (term->op == ET_ADD || term->op == ET_SUB)
		*step = term->op == ET_ADD ? of[0] + of[1] : of[0] - of[1];
	else if (term->op == ET_MUL && et_is_const(term->arg[1]))
		*step = of[0] * et_signed(term->arg[1]);
	else if (term->op == ET_MUL && et_is_const(term->arg[0]))
		*step = of[1] * et_signed(term->arg[0]);
	else if (term->op == ET_SHL && et_is_const(term->arg[1]) && term->arg[1]->value < 32)
		*step = of[0] * ((int64_t)1 << term->arg[1]->value);
	else if ((term->op == ET_SEXT || term->op == ET_ZEXT || term->op == ET_TRUNC) && wide)
		*step = of[0];
	else
		return !of[0] && !of[1];
	return true;
}

struct running_wait {
	const struct acquire *acquire;
	const struct access *write;  /* stores growing numbers; NULL: all add */
	const struct et *least;      /* that is compared with first */
	const struct et *first;      /* number that is stored; NULL: all add */
};

/* What the wait's branch is not taken on, where it is taken on all else; NULL: it is no such wait. */
static const struct et *refused(struct kernel *kernel, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	unsigned width = acquire->op->size * 8;
	const struct et *zero = et_const(ets, width, 0), *test = acquire->test;
	if (test->op != ET_XOR || test->width != 1 || !et_is_true(test->arg[1]) ||
		test->arg[0]->op != ET_EQ || test->arg[0]->arg[0]->width != width)
		return NULL;
	const struct et *apart = et_binary(ets, ET_SUB, 0, test->arg[0]->arg[0], test->arg[0]->arg[1]);
	const struct et *none = with_value(ets, apart, acquire->value, zero);
	int64_t step;
	if (!term_step(apart, et_sym(ets, acquire->value), &step) || (step != 1 && step != -1))
		return NULL;
	return step < 0 ? none : et_binary(ets, ET_SUB, 0, zero, none);
}

static const struct et *in_first_round(struct ets *ets, const struct et *term, const struct symbol *counter)
{
	return with_value(ets, term, counter, et_const(ets, counter->width, 0));
}

/* Does the write store numbers that grow with the rounds of its loop: fills the first one. */
static bool grows(struct kernel *kernel, const struct access *write, const struct et **first)
{
	const struct loop *loop = write->block->loop;
	const struct et *value = is_strong(write) && write->rmw != RMW_CAS && write->rmw != RMW_OR
					 ? value_written(kernel, write) : NULL;
	int64_t step;
	if (!loop || loop->parent || !value || value->width != write->size * 8)
		return false;
	const struct symbol *counter = kernel->env->loops[loop->index].counter;
	*first = in_first_round(kernel->ets, value, counter);
	return term_is_plain(value, counter) &&
	       term_step(value, et_sym(kernel->ets, counter), &step) && step > 0;
}

/* Does a write that comes before all waits put a number there that is none too small or too great. */
static bool begins_well(struct kernel *kernel, const struct access *write, const struct running_wait *running)
{
	LLVMValueRef value = counter_set_to(kernel, write);
	const struct et *begins = value ? value_et(kernel->env, value) : NULL;
	return begins && et_is_const(begins) && et_is_const(running->least) && running->first &&
	       et_is_const(running->first) && et_signed(begins) >= et_signed(running->least) &&
	       et_signed(begins) <= et_signed(running->first);
}

/* Does the word only grow. */
static bool only_grows(struct kernel *kernel, struct running_wait *running)
{
	const struct access *op = running->acquire->op;
	bool adds = false;
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each;
		const struct et *first;
		if (!may_free(write, op))
			continue;
		if (write->address != op->address || write->size != op->size)
			return false;
		if (write->rmw == RMW_ADD && counter_step(write))
			adds = true;
		else if (!running->write && grows(kernel, write, &first)) {
			running->write = write;
			running->first = first;
		} else if (!counter_set_to(kernel, write))
			return false;
	}
	if (adds == (running->write != NULL))
		return false;
	vec_each(each, &kernel->accesses)
		if (may_free(*each, op) && *each != running->write && !counter_step(*each) &&
			!begins_well(kernel, *each, running))
			return false;
	return true;
}

static void find(struct kernel *kernel, struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	const struct access *op = acquire->op;
	const struct loop *rounds = acquire->spins ? rounds_of_wait(acquire) : NULL;
	if (!rounds || acquire->vote || acquire->told || !lock_only_read(op) || op->of_barrier ||
		op->size < 4 || !term_is_plain(op->address, NULL))
		return;
	const struct symbol *counter = kernel->env->loops[rounds->index].counter;
	acquire_test(kernel, acquire, et_const(ets, op->size * 8, 0));
	const struct et *number = refused(kernel, acquire);
	int64_t step;
	if (!number || !term_is_plain(number, counter) ||
		!term_step(number, et_sym(ets, counter), &step) || step != 1 ||
		!waits_by_ids(kernel, acquire, rounds))
		return;
	struct running_wait found = { .acquire = acquire, .least = in_first_round(ets, number, counter) };
	if (!only_grows(kernel, &found))
		return;
	struct running_wait *running = arena_alloc(kernel->arena, sizeof(*running));
	*running = found;
	acquire->running = running;
	const struct et *value = et_sym(ets, acquire->value);
	acquire->test = et_binary(ets, ET_SLT, 0, number, value);
}

void running_waits_find(struct orders *orders)
{
	vec_each(each, &orders->acquires)
		find(orders->kernel, *each);
}

/* The word's first number is smaller than what is compared with first, or greater than what is stored first. */
static const struct et *begins_wrong(
	struct ets *ets, const struct running_wait *running, const struct et *number)
{
	const struct et *wrong = et_binary(ets, ET_SLT, 0, number, running->least);
	return running->first ? et_or(ets, wrong, et_binary(ets, ET_SLT, 0, running->first, number)) : wrong;
}

/* Do two threads store to the word. */
static const struct et *stored_by_two(const struct link *link, const struct access *write)
{
	struct order_query *q = link->q;
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	struct view a = { .map = other_thread_map(kernel, q->others++), .copy = THIRD };
	struct view b = { .map = other_thread_map(kernel, q->others++), .copy = THIRD };
	const struct et *same = et_and(ets, ids_equal(q, &a, VIA_SELF, &b, kernel->tid),
		ids_equal(q, &a, VIA_SELF, &b, kernel->ctaid));
	const struct et *two = et_and(ets, order_term(q, write->guard, VIA_SELF, &a),
		order_term(q, write->guard, VIA_SELF, &b));
	two = et_and(ets, two, et_and(ets, in_launch(q, &a), in_launch(q, &b)));
	two = et_and(ets, two, same_address(kernel, order_term(q, write->address, VIA_SELF, &a),
		order_term(q, write->address, VIA_SELF, &b)));
	two = et_and(ets, two, same_block(q, write->object, &a, &b));
	return et_and(ets, two, et_not(ets, same));
}

struct begins running_doubt(const struct link *link, const struct wait *wait)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct running_wait *running = wait->path->acquire->running;
	struct begins doubt = { et_bool(ets, false), et_bool(ets, false) };
	if (!running)
		return doubt;
	const struct access *op = running->acquire->op;
	const struct et *value = et_sym(ets, running->acquire->value);
	struct acquire wrong = *running->acquire;
	wrong.test = begins_wrong(ets, running, value);
	struct begins put = wait_begins_open(kernel, &wrong);
	const struct et *zero = et_const(ets, op->size * 8, 0), *unset = et_bool(ets, false);
	if (op->object->space != SPACE_SHARED)
		unset = begins_wrong(ets, running, zero);
	doubt.surely = acquire_term(link, wait->path, et_or(ets, put.surely, unset), wait->path->via);
	if (running->write)
		doubt.surely = et_or(ets, doubt.surely, stored_by_two(link, running->write));
	if (op->object->kind == OBJECT_PARAM || op->object->kind == OBJECT_GLOBAL)
		put.maybe = et_or(ets, put.maybe,
			et_or(ets, object_left(kernel, op->object),
				et_or(ets, object_left_resized(kernel, op->object),
					object_left_perhaps(kernel, op->object))));
	doubt.maybe = acquire_term(link, wait->path, put.maybe, wait->path->via);
	return doubt;
}
