#include "kernelanalysis/draws/drawing.h"
#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Counters that some thread sets, or takes back: what was drawn before may be drawn again. The question asks for a third thread that comes to the
 * write, at the same word, while the pair's two have not both drawn: not one that has waited for both, nor one that has found
 * itself to be the last that draws.
 */

enum { MOST_SETS = 4 };

static bool in_interval(const struct interval *interval, const struct access *access)
{
	vec_each(instance, &interval->instances)
		if (instance->access == access)
			return true;
	return false;
}

/* Do both accesses stand between the same barriers of some interval of the kind. */
static bool in_one_phase(const struct kernel *kernel, enum race_kind kind, const struct access *a,
	const struct access *b)
{
	vec_each(each, &kernel->intervals)
		if ((*each)->kind == kind && !(*each)->flight && in_interval(*each, a) && in_interval(*each, b))
			return true;
	return false;
}

/* Does the access put another number into the counter, or take it back. */
static bool sets_back(const struct kernel *kernel, const struct access *access, const struct access *counter)
{
	bool plain = counter->type == ACCESS_ATOMIC && access->type == ACCESS_WRITE && access->object == counter->object &&
		     accesses_may_meet(access, counter);
	return plain || counter_set_by(kernel, access, counter) || counter_turns_back(kernel, access, counter);
}

/* Can the second one run after the first, in one round of the loop (NULL: ever). */
static bool runs_after(const struct kernel *kernel, const struct loop *loop, const struct access *first, const struct access *second)
{
	if (first->block == second->block && before_in_block(first->instruction, second->instruction))
		return true;
	return loop ? block_reaches_in_round(kernel, loop, first->block, second->block)
		    : block_reaches(kernel, first->block, second->block);
}

static const struct loop *loop_of_both(const struct access *a, const struct access *b)
{
	const struct loop *loop = a->block->loop;
	while (loop && !loop_contains(loop, b->block))
		loop = loop->parent;
	return loop;
}

/* Can the write run between the two, in one round of the loop (NULL: ever). */
static bool lies_between(const struct kernel *kernel, const struct loop *loop, const struct access *a, const struct access *write,
	const struct access *b)
{
	return (runs_after(kernel, loop, a, write) && runs_after(kernel, loop, write, b)) ||
	       (runs_after(kernel, loop, b, write) && runs_after(kernel, loop, write, a));
}

/* Draws that a loop's back edge brings between two barriers may be parted by others in its rounds. */
bool counter_set_between(const struct drawing *d, const struct access *a, const struct access *b)
{
	const struct kernel *kernel = d->kernel;
	enum race_kind kind = d->pair->interval->kind;
	bool together = in_one_phase(kernel, kind, a, b);
	if (a == b)
		return false;
	vec_each(each, &kernel->accesses) {
		bool parts = !together || !in_one_phase(kernel, kind, a, *each) || !in_one_phase(kernel, kind, *each, b);
		if (parts && sets_back(kernel, *each, a) && lies_between(kernel, together ? loop_of_both(a, b) : NULL, a, *each, b))
			return true;
	}
	return false;
}

static bool sets_zero(const struct access *write)
{
	LLVMValueRef value = write->type == ACCESS_WRITE ? write->stored : write->operand;
	uint64_t number;
	return value && constant_of(value, &number) && !number;
}

/* Condition for the counter to have begun at 0, or to begin there since a block has set it. */
static const struct et *begins_at_zero(const struct order_query *q, const struct access *counter, const struct view *z)
{
	const struct et *known, *begins;
	struct ets *ets = q->kernel->ets;
	bool zero = true;
	if (is_of_block(q->kernel, counter->object)) {
		for (size_t i = 0; i < counter_sets(q->kernel, counter); i++)
			zero &= sets_zero(counter_set(q->kernel, counter, i).write);
		return et_bool(ets, zero);
	}
	begins = counter_begins_known(q->kernel, counter, &known);
	known = et_and(ets, known, et_binary(ets, ET_EQ, 0, begins, et_const(ets, begins->width, 0)));
	return order_term(q, known, VIA_SELF, z);
}

/*
 * Condition for who has found one less than `all` numbers, or more, to be the last to draw, and for what is drawn behind that to be
 * none of those before. Just that number is found once: by the last one, or, where the counter began above 0, when no more are left
 * than it began with; then it must be set to 0, or all be taken back, and not come to its limit before.
 */
static const struct et *is_last(const struct order_query *q, const struct access *write, const struct access *counter,
	const struct view *z, const struct et *found, const struct et *all)
{
	struct ets *ets = q->kernel->ets;
	const struct et *next = et_binary(ets, ET_ADD, ET_NUW | ET_NSW, found, et_const(ets, found->width, 1));
	const struct et *last = et_and(ets, et_binary(ets, ET_ULE, 0, all, next), begins_at_zero(q, counter, z));
	const struct et *just = et_binary(ets, ET_EQ, 0, all, next), *taken = counter_taken_by(q->kernel, write);
	if (counter_has_limit(q->kernel, counter))
		return last;
	if (sets_zero(write))
		return et_or(ets, last, just);
	if (!taken || taken->width != all->width)
		return last;
	return et_or(ets, last, et_and(ets, just, et_binary(ets, ET_EQ, 0, all, order_term(q, taken, VIA_SELF, z))));
}

/* It has found what the last one to draw finds. */
static const struct et *found_last(const struct order_query *q, const struct counter_set *set,
	const struct access *counter, const struct view *z)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *found = value_et(kernel->env, counter->instruction);
	const struct et *told = elected_result(kernel, found);
	const struct et *last = et_bool(ets, false);
	if (!set->draws || counter_step(counter) != 1 || found->width != set->draws->width)
		return last;
	const struct et *all = order_term(q, set->draws, VIA_SELF, z);
	const struct et *results[] = { found, told };
	for (unsigned i = 0; i < 2; i++) {
		if (results[i])
			last = et_or(ets, last, is_last(q, set->write, counter, z, order_term(q, results[i], VIA_SELF, z), all));
	}
	return last;
}

/* The draw with those of its releases that are at the counter itself, or with the others. */
static struct access *released_by(struct kernel *kernel, const struct access *counter, bool itself)
{
	struct access *from = arena_alloc(kernel->arena, sizeof(*from));
	*from = *counter;
	from->releases = (order_list){ 0 };
	vec_each(path, &counter->releases)
		if ((path->op->object == counter->object) == itself)
			vec_push(kernel->arena, &from->releases, *path);
	return from;
}

struct any_number {
	const struct et *found[2]; /* by the thread itself, and by who draws for its block (may be NULL) */
	const struct et *any[2];
};

static const struct et *any_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct any_number *number = data;
	(void)ets;
	for (unsigned i = 0; i < 2; i++)
		if (leaf == number->found[i])
			return number->any[i];
	return NULL;
}

/*
 * The term whatever the thread has drawn. Who has seen the count at more than some number comes after the draw of that number only if it
 * has not been set before; so he must come after it whichever number it is.
 */
static const struct et *whatever_drawn(const struct order_query *q, const struct access *counter, const struct view *view,
	const struct et *term)
{
	struct ets *ets = q->kernel->ets;
	const struct et *found = value_et(q->kernel->env, counter->instruction);
	const struct et *told = elected_result(q->kernel, found);
	struct any_number number = { { order_term(q, found, VIA_SELF, view),
					     told ? order_term(q, told, VIA_SELF, view) : NULL },
		{ NULL, NULL } };
	for (unsigned i = 0; i < 2; i++) {
		if (!number.found[i])
			continue;
		if (number.found[i]->op != ET_SYM && number.found[i]->op != ET_APP)
			return et_bool(ets, false);
		number.any[i] = et_sym(ets, symbol_new(ets, SYM_DATA, LEVEL_GRID, found->width, "any number drawn"));
	}
	return et_map_once(ets, term, any_leaf, &number);
}

/* Have both of the pair's threads drawn before. */
static const struct et *behind_both(struct order_query *q, const struct counter_set *set,
	const struct access *counter, const struct view *z)
{
	struct ets *ets = q->kernel->ets;
	const struct et *behind = et_bool(ets, set->write->acquired.n);
	if (!set->write->acquired.n)
		return behind;
	const struct access *counted = released_by(q->kernel, counter, true);
	const struct access *signalled = released_by(q->kernel, counter, false);
	for (unsigned t = 0; t < 2; t++) {
		const struct view *x = &q->view[t];
		const struct et *seen = whatever_drawn(
			q, counter, x, signal_condition(q, counted, x, set->write, z, 0));
		seen = et_or(ets, seen, signal_condition(q, signalled, x, set->write, z, 0));
		behind = et_and(ets, behind, seen);
	}
	return behind;
}

static const struct et *set_by(const struct drawing *d, const struct access *counter, size_t i)
{
	struct kernel *kernel = d->kernel;
	struct ets *ets = kernel->ets;
	struct counter_set set = counter_set(kernel, counter, i);
	bool here = in_one_phase(kernel, d->pair->interval->kind, counter, set.write);
	bool of_block = is_of_block(kernel, counter->object);
	if (!here && (of_block || !in_one_phase(kernel, RACE_INTER_BLOCK, counter, set.write)))
		return et_bool(ets, false);
	struct order_query q =
		order_query_of(kernel, RACE_INTER_BLOCK, d->threads.launch, d->threads.maps);
	struct view z = { .map = set.map, .copy = THIRD };
	const struct et *comes = et_and(ets, in_launch(&q, &z), order_term(&q, set.write->guard, VIA_SELF, &z));
	comes = et_and(ets, comes,
		same_address(kernel, order_term(&q, set.write->address, VIA_SELF, &z),
			order_term(&q, counter->address, VIA_SELF, &q.view[0])));
	const struct et *together = ids_equal(&q, &q.view[0], VIA_SELF, &z, kernel->ctaid);
	if (of_block)
		comes = et_and(ets, comes, together);
	else if (!here)
		comes = et_and(ets, comes, et_not(ets, together));
	const struct et *late = et_or(ets, found_last(&q, &set, counter, &z), behind_both(&q, &set, counter, &z));
	return et_and(ets, comes, et_not(ets, late));
}

const struct et *counter_set_meanwhile(const struct drawing *d, const struct access *counter)
{
	struct ets *ets = d->kernel->ets;
	const struct et *any = et_bool(ets, false);
	size_t n = counter_sets(d->kernel, counter);
	if (n > MOST_SETS)
		return et_bool(ets, true);
	for (size_t i = 0; i < n && !et_is_true(any); i++)
		any = et_or(ets, any, set_by(d, counter, i));
	return any;
}
