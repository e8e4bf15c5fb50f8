#include "expr/place.h"
#include "kernelanalysis/grid/grid_barriers.h"
#include "kernelanalysis/grid/rehearsal.h"
#include "kernelanalysis/signals/signal.h"

/* What of a grid barrier written by hand depends on the launch: how many arrive, when the last one takes
 * itself for it, and what counter and gate begin with. */

/* Arrivals of one round. */
static const struct et *arrivals(const struct order_query *q, const struct grid_barrier *barrier)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *n = et_const(ets, 32, 1);
	for (unsigned i = 0; i < (barrier->all ? 6 : 3); i++) {
		const struct et *size = et_sym(ets, i < 3 ? kernel->nctaid[i] : kernel->ntid[i - 3]);
		n = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, n, size);
	}
	n = q->launch ? et_map_apply(q->launch, n) : n;
	return barrier->found->width > 32 ? et_cast(ets, ET_ZEXT, barrier->found->width, n) : n;
}

/* Something that is not known. */
static const struct et *unknown(const struct order_query *q, const char *what)
{
	struct ets *ets = q->kernel->ets;
	return et_sym(ets, symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 1, what));
}

struct memory {
	const struct et *read; /* by the thread */
	bool open;
};

static void memory_visit(void *data, const struct et *et)
{
	struct memory *memory = data;
	memory->open |= et == memory->read ||
			((et->op == ET_SYM || et->op == ET_APP) && et->sym->kind == SYM_LOAD);
}

/* Does the launch give a pointer into the same memory, behind which the kernel writes. */
static bool is_written_otherwise(const struct order_query *q, const struct access *read)
{
	struct ets *ets = q->kernel->ets;
	vec_each(each, &q->kernel->accesses) {
		const struct object *object = (*each)->object;
		place_list at = { 0 }, other = { 0 };
		if (q->launch && access_writes(*each) && object != read->object &&
			object->kind == OBJECT_PARAM && read->object->kind == OBJECT_PARAM &&
			address_places(ets, et_map_apply(q->launch, et_sym(ets, object->base)), &at) &&
			address_places(ets, et_map_apply(q->launch, et_sym(ets, read->object->base)), &other) &&
			at.n && other.n && at.at[0].base == other.at[0].base)
			return true;
	}
	return false;
}

/*
 * The condition for the thread, with what has been put into memory before the launch in the place of what the barrier reads
 * there. Where that is not known, neither is what follows.
 */
static const struct et *with_memory(const struct order_query *q, const struct grid_barrier *barrier,
	const struct et *term, const struct view *z)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *other = et_bool(ets, false), *what = unknown(q, "how many come to a grid barrier, which memory says");
	struct memory memory = { 0 };
	vec_each(each, &barrier->reads) {
		if (is_written_otherwise(q, *each))
			other = et_bool(ets, true);
		const struct et *maybe, *read = value_et(kernel->env, (*each)->instruction);
		const struct et *begins = counter_begins(kernel, *each, &maybe);
		if (read->width != begins->width || (read->op != ET_SYM && read->op != ET_APP))
			continue;
		term = et_with(ets, term, read, et_ite(ets, word_is_put(kernel, *each), begins, read));
		other = et_or(ets, other, order_term(q, maybe, VIA_SELF, z));
	}
	term = order_term(q, term, VIA_SELF, z);
	vec_each(each, &barrier->reads) {
		memory.read = order_term(q, value_et(kernel->env, (*each)->instruction), VIA_SELF, z);
		et_once(kernel->arena, term, memory_visit, &memory);
	}
	term = memory.open ? et_and(ets, term, what) : term;
	return et_or(ets, term, et_and(ets, other, what));
}

/* One that is not the last to come takes itself for it. */
static const struct et *counts_wrong(const struct order_query *q,
	const struct grid_barrier *barrier, const struct view *z)
{
	struct ets *ets = q->kernel->ets;
	unsigned width = barrier->found->width;
	const struct et *found = et_sym(ets, barrier->found), *one = et_const(ets, width, 1);
	const struct et *n = arrivals(q, barrier), *last = et_binary(ets, ET_SUB, 0, n, one);
	const struct et *test =
		with_memory(q, barrier, acquire_test(q->kernel, barrier->last, found), z);
	const struct et *early = et_binary(ets, ET_ULT, 0, found, last);
	if (!barrier->resets) {
		const struct et *next = et_binary(ets, ET_ADD, ET_NUW, found, one);
		early = et_not(ets, et_binary(ets, ET_EQ, 0, et_binary(ets, ET_UREM, 0, next, n),
						et_const(ets, width, 0)));
	}
	const struct et *wrong = et_and(ets, early, test);
	if (barrier->arrive->rmw != RMW_INC)
		return wrong;
	const struct et *limit = order_term(
		q, value_et(q->kernel->env, barrier->arrive->operand), VIA_SELF, z);
	return et_or(ets, wrong, et_binary(ets, ET_ULT, 0, limit, last));
}

/* A second thread of the block arrives, or none. */
static const struct et *arrives_twice(const struct order_query *q,
	const struct grid_barrier *barrier, const struct view *z)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *other = et_bool(ets, false);
	if (barrier->all)
		return other;
	for (unsigned i = 0; i < 3; i++) {
		const struct et *id = et_sym(ets, kernel->tid[i]);
		other = et_or(ets, other,
			et_not(ets, et_binary(ets, ET_EQ, 0, id, in_first_thread(kernel, id))));
	}
	other = et_and(ets, other, barrier->leads);
	other = et_or(ets, other, et_not(ets, block_leader_exists(kernel, VIA_BLOCK)));
	return order_term(q, other, VIA_SELF, z);
}

/* A thread goes on although the gate still is as it was. */
static const struct et *passes(const struct order_query *q, const struct grid_barrier *barrier,
	const struct view *z)
{
	struct ets *ets = q->kernel->ets;
	const struct et *wrong = et_bool(ets, false);
	vec_each(wait, &barrier->waits) {
		const struct et *test = acquire_test(q->kernel, wait->acquire, wait->before);
		wrong = et_or(ets, wrong,
			et_and(ets, order_term(q, test, VIA_SELF, z),
				order_term(q, barrier->arrive->guard, VIA_SELF, z)));
	}
	return wrong;
}

/* The word is not 0 when the launch begins: something else has put it there. */
static const struct et *begins_else(
	const struct order_query *q, const struct access *word, const struct view *z)
{
	struct ets *ets = q->kernel->ets;
	const struct et *maybe, *begins = counter_begins(q->kernel, word, &maybe);
	const struct et *zero = et_const(ets, begins->width, 0);
	const struct et *else_ = et_not(ets, et_binary(ets, ET_EQ, 0, begins, zero));
	maybe = order_term(q, maybe, VIA_SELF, z);
	if (!et_is_false(maybe))
		maybe = et_and(ets, maybe, unknown(q, "what another kernel put there"));
	return et_or(ets, order_term(q, else_, VIA_SELF, z), maybe);
}

/* ... an earlier launch of the kernel has, which need not have left the gate as it found it. */
static const struct et *left_else(const struct order_query *q, const struct grid_barrier *barrier,
	const struct access *gate, const struct view *z)
{
	struct ets *ets = q->kernel->ets;
	const struct et *left = et_or(ets, object_left(q->kernel, gate->object),
		object_left_resized(q->kernel, gate->object));
	left = order_term(q, left, VIA_SELF, z);
	const struct et *perhaps = order_term(q, object_left_perhaps(q->kernel, gate->object), VIA_SELF, z);
	if (et_is_false(left) && et_is_false(perhaps))
		return left;
	int bit = gate_at_end(q->kernel, barrier, gate->address);
	if (!bit)
		return et_bool(ets, false);
	const struct et *put = order_term(q, word_is_put(q->kernel, gate), VIA_SELF, z);
	perhaps = et_and(ets, perhaps, et_not(ets, put));
	if (bit < 0)
		perhaps = et_or(ets, left, perhaps);
	perhaps = et_and(ets, perhaps, unknown(q, "what an earlier launch left in a gate"));
	return bit > 0 ? et_or(ets, left, perhaps) : perhaps;
}

/* ... one of another size has counted to what is no number of whole rounds of this one. */
static const struct et *counted_else(
	const struct order_query *q, const struct grid_barrier *barrier, const struct view *z)
{
	struct ets *ets = q->kernel->ets;
	if (barrier->resets || barrier->arrive->rmw == RMW_INC)
		return et_bool(ets, false);
	const struct et *left = order_term(
		q, object_left_resized(q->kernel, barrier->arrive->object), VIA_SELF, z);
	return et_is_false(left) ? left
				 : et_and(ets, left, unknown(q, "what a launch of another size has counted"));
}

static const struct et *begins_wrong(const struct order_query *q,
	const struct grid_barrier *barrier, const struct view *z)
{
	struct ets *ets = q->kernel->ets;
	const struct et *wrong = et_or(ets, begins_else(q, barrier->arrive, z), counted_else(q, barrier, z));
	vec_each(wait, &barrier->waits) {
		if (!wait->from_zero)
			continue;
		wrong = et_or(ets, wrong, begins_else(q, wait->acquire->op, z));
		wrong = et_or(ets, wrong, left_else(q, barrier, wait->acquire->op, z));
	}
	return wrong;
}

const struct et *grid_barriers_doubt(struct kernel *kernel, struct et_map *launch)
{
	struct ets *ets = kernel->ets;
	struct order_query q = { .kernel = kernel, .launch = launch };
	const struct et *wrong = et_bool(ets, false);
	if (!kernel->doubt)
		kernel->doubt = another_thread_map(kernel);
	struct view z = { .map = kernel->doubt, .copy = THIRD };
	vec_each(each, &kernel->grid_barriers) {
		wrong = et_or(ets, wrong, arrives_twice(&q, *each, &z));
		if ((*each)->flips) {
			wrong = et_or(ets, wrong, flip_doubt(&q, *each, &z));
			continue;
		}
		wrong = et_or(ets, wrong, counts_wrong(&q, *each, &z));
		wrong = et_or(ets, wrong, passes(&q, *each, &z));
		wrong = et_or(ets, wrong, begins_wrong(&q, *each, &z));
	}
	wrong = et_is_false(wrong) ? wrong : et_and(ets, wrong, in_launch(&q, &z));
	return et_or(ets, wrong, et_bool(ets, rehearsal_of(kernel, launch) != REHEARSAL_HOLDS));
}
