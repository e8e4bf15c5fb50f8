#include "kernelanalysis/locks/queue_locks.h"

#include "expr/place.h"

/*
 * Conditions of a query for a queue lock to let two threads in. By induction along the line, with those for
 * all threads false: who gets in has been let in by the one before, once, when that was done.
 */

struct two {
	const struct order_query *q;
	const struct queue_lock *queue;
	struct view a, b;
};

static const struct et *of(const struct two *t, const struct view *view, const struct et *term)
{
	return order_term(t->q, term, VIA_SELF, view);
}

static const struct et *comes(const struct two *t, const struct view *view)
{
	return et_and(t->q->kernel->ets, in_launch(t->q, view),
		of(t, view, t->queue->take->guard));
}

static const struct et *equal(struct ets *ets, const struct et *a, const struct et *b)
{
	return et_binary(ets, ET_EQ, 0, a, b);
}

/* One word, of one block's memory too, which each thread of the query has a name of its own for; `otherwise` where that is not
 * known. */
static const struct et *one_word(
	const struct two *t, const struct et *a, const struct et *b, bool otherwise)
{
	struct kernel *kernel = t->q->kernel;
	place_list x = { 0 }, y = { 0 };
	if (!is_of_block(kernel, t->queue->take->object))
		return equal(kernel->ets, a, b);
	if (!address_places(kernel->ets, a, &x) || !address_places(kernel->ets, b, &y))
		return et_bool(kernel->ets, otherwise);
	return same_address(kernel, a, b);
}

/* The first one takes another word for that of the second one. */
static const struct et *misplaced(const struct two *t)
{
	struct ets *ets = t->q->kernel->ets;
	const struct queue_lock *queue = t->queue;
	const struct et *wrong = et_bool(ets, false);
	vec_each(place, &queue->places) {
		const struct et *at = with_value(
			ets, of(t, &t->a, place->at), queue->who, of(t, &t->b, queue->self));
		wrong = et_or(ets, wrong, et_not(ets, one_word(t, at, of(t, &t->b, place->word), false)));
	}
	return wrong;
}

/* The names of nobody are the second one's, or that of somebody opens the way of who is behind nobody. */
static const struct et *misnamed(const struct two *t)
{
	struct ets *ets = t->q->kernel->ets;
	const struct queue_lock *queue = t->queue;
	const struct et *wrong = et_bool(ets, false);
	vec_each(name, &queue->nobody)
		wrong = et_or(ets, wrong, equal(ets, *name, of(t, &t->b, queue->self)));
	vec_each(free, &queue->free) {
		acquire_test(queue->kernel, *free, et_const(ets, queue->take->size * 8, 0));
		wrong = et_or(ets, wrong, with_value(ets, of(t, &t->a, (*free)->test),
					(*free)->value, of(t, &t->b, queue->self)));
	}
	return wrong;
}

/* Two threads have one node. */
static const struct et *shared(const struct two *t)
{
	struct ets *ets = t->q->kernel->ets;
	const struct queue_lock *queue = t->queue;
	const struct et *word = queue->names ? queue->names : queue->word;
	const struct et *same = one_word(t, of(t, &t->a, word), of(t, &t->b, word), true);
	if (queue->next)
		same = et_or(ets, same,
			one_word(t, of(t, &t->a, queue->next), of(t, &t->b, queue->next), true));
	const struct et *one = et_and(ets,
		ids_equal(t->q, &t->a, VIA_SELF, &t->b, t->q->kernel->ctaid),
		ids_equal(t->q, &t->a, VIA_SELF, &t->b, t->q->kernel->tid));
	return et_and(ets, same, et_not(ets, one));
}

/* Two tickets that can be drawn at a time have one slot. */
static const struct et *slots_meet(const struct two *t)
{
	struct kernel *kernel = t->q->kernel;
	struct ets *ets = kernel->ets;
	const struct queue_lock *queue = t->queue;
	const struct et *first = of(t, &t->a, queue->self), *later = of(t, &t->b, queue->self);
	const struct et *distance = et_binary(ets, ET_SUB, ET_NSW | ET_NUW, later, first);
	const struct et *at = with_value(ets, of(t, &t->a, queue_behind(queue, queue->word,
		et_sym(ets, queue->who))), queue->who, later);
	const struct et *meet = et_and(ets, et_binary(ets, ET_ULT, 0, first, later),
		equal(ets, of(t, &t->a, queue->word), at));
	if (!queue->again)
		return meet;
	const struct et *most = of(t, &t->a, threads_at(kernel, queue->take));
	most = distance->width > 32 ? et_cast(ets, ET_ZEXT, distance->width, most) : most;
	return et_and(ets, meet, et_binary(ets, ET_ULT, 0, distance, most));
}

const struct et *queue_contested(const struct order_query *q, const struct queue_lock *queue)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	struct two t = { q, queue, { .map = queue->maps[0], .copy = THIRD }, { .map = queue->maps[1], .copy = THIRD } };
	if (!queue->leaves.n)
		return et_sym(ets, queue->puzzle);
	const struct et *wrong = queue->kind == QUEUE_SLOTS ? slots_meet(&t) : shared(&t);
	wrong = et_or(ets, wrong, et_or(ets, misplaced(&t), misnamed(&t)));
	const struct et *any = et_bool(ets, false);
	vec_each(each, &queue->wrong) any = et_or(ets, any, of(&t, &t.a, *each));
	any = et_and(ets, any, in_launch(q, &t.a));
	wrong = et_and(ets, wrong, same_block(q, queue->take->object, &t.a, &t.b));
	wrong = et_and(ets, wrong, et_and(ets, comes(&t, &t.a), comes(&t, &t.b)));
	any = et_or(ets, any, wrong);
	return queue->puzzle ? et_or(ets, any, et_sym(ets, queue->puzzle)) : any;
}
