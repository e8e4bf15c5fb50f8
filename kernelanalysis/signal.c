#include "kernelanalysis/order.h"

/*
 * Signals (SEMANTICS, race 4): thread x releases after its access, y waits before
 * its own. The order holds when whoever made y's wait succeed did so after x's
 * access: x itself, or a thread that had waited for x (heterogeneous-race-free
 * chains). For that, any other writer of the awaited address is a third thread of
 * the query. Counters are simpler: y's value is greater than what x's addition found.
 */

enum { CHAIN_DEPTH = 1, CHAIN_LIMIT = 24 };

struct link {
	struct order_query *q;
	const struct access *from, *to;
	const struct view *x, *y;
	unsigned depth;
};

static struct ets *ets_of(const struct link *link)
{
	return link->q->kernel->ets;
}

static const struct et *ids_equal(const struct link *link, const struct view *a, enum via via,
	const struct view *b, const struct symbol *const *ids)
{
	struct ets *ets = ets_of(link);
	const struct et *same = et_bool(ets, true);
	for (unsigned i = 0; i < 3; i++) {
		const struct et *id = et_sym(ets, ids[i]);
		same = et_and(ets, same,
			et_binary(ets, ET_EQ, 0, order_term(link->q, id, via, a),
				order_term(link->q, id, VIA_SELF, b)));
	}
	return same;
}

/* Does the scope reach from one thread to the other. */
static const struct et *scope_between(const struct link *link, enum scope scope,
	const struct view *a, const struct view *b)
{
	struct ets *ets = ets_of(link);
	bool pair = a->copy <= 2 && b->copy <= 2;
	if (scope >= SCOPE_DEVICE || scope == SCOPE_NONE)
		return et_bool(ets, scope != SCOPE_NONE);
	if (pair)
		return et_bool(ets, link->q->kind != RACE_INTER_BLOCK);
	return ids_equal(link, a, VIA_SELF, b, link->q->kernel->ctaid);
}

static const struct et *scope_reaches(const struct link *link, enum scope scope)
{
	return scope_between(link, scope, link->x, link->y);
}

static const struct et *executed(
	const struct link *link, const struct order_path *path, const struct view *view)
{
	return et_and(ets_of(link), leader_valid(link->q, path->via),
		order_term(link->q, path->condition, path->via, view));
}

/* A term of an acquire, in the round it was made in. */
static const struct et *acquire_term(const struct link *link, const struct order_path *path,
	const struct et *term, enum via via)
{
	if (path->previous)
		term = previous_iteration(link->q->kernel->env, path->previous, term);
	return order_term(link->q, term, via, link->y);
}

/* Nothing is known: a race that rests on it is not shown. */
static const struct et *unknown(const struct link *link)
{
	struct ets *ets = ets_of(link);
	return et_sym(ets, symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 1, "value of a signal"));
}

/* The acquire's branch, taken on a value that is a term of its own. */
struct wait {
	const struct order_path *path;
	const struct symbol *value;
	const struct et *test;  /* in the waiting thread's terms */
	struct view z;          /* whoever else may have signalled */
	const struct et *other; /* that somebody did who is not after x's access; on demand */
	bool guessed;           /* with a value that is not known */
};

static struct wait wait_of(const struct link *link, const struct order_path *path)
{
	struct kernel *kernel = link->q->kernel;
	if (!path->acquire->test)
		acquire_test(kernel, path->acquire, et_const(kernel->ets, path->op->size * 8, 0));
	const struct et *test = path->acquire->test;
	return (struct wait){ path, path->acquire->value,
		acquire_term(link, path, test, path->via), { NULL, 3 }, NULL, false };
}

static const struct et *satisfied(
	const struct link *link, const struct wait *wait, const struct et *value)
{
	return with_value(ets_of(link), wait->test, wait->value, value);
}

/* What a write puts there, for the thread; NULL when it is not known. */
static const struct et *written(const struct link *link, const struct access *write,
	enum via via, const struct view *view)
{
	LLVMValueRef value = write->type == ACCESS_ATOMIC ? write->operand : write->stored;
	switch (write->rmw) {
	case RMW_NONE:
	case RMW_STORE:
	case RMW_CAS:
	case RMW_EXCHANGE:
	case RMW_OR:
		break;
	case RMW_LOAD:
	case RMW_ADD:
	case RMW_INC:
	case RMW_OTHER:
		return NULL;
	}
	if (!value)
		return NULL;
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
	if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind)
		return NULL;
	return order_term(link->q, value_et(link->q->kernel->env, value), via, view);
}

static void fixed_axes(const struct et *guard, bool fixed[3])
{
	if (guard->op == ET_AND && guard->width == 1) {
		fixed_axes(guard->arg[0], fixed);
		fixed_axes(guard->arg[1], fixed);
	} else if (guard->op == ET_EQ && et_is_const(guard->arg[1]) &&
		   guard->arg[0]->op == ET_SYM &&
		   guard->arg[0]->sym->builtin == BUILTIN_TID) {
		fixed[guard->arg[0]->sym->axis] = true;
	}
}

const struct et *threads_at(struct kernel *kernel, const struct access *access)
{
	struct ets *ets = kernel->ets;
	const struct et *n = et_const(ets, 32, 1);
	bool fixed[3] = { false };
	fixed_axes(access->guard, fixed);
	for (unsigned i = 0; i < 3; i++) {
		if (!fixed[i])
			n = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, n,
				et_sym(ets, kernel->ntid[i]));
		n = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, n, et_sym(ets, kernel->nctaid[i]));
	}
	return n;
}

/* Is the counter only added to, but for writes by who has seen it complete. */
static bool only_grows(const struct link *link, const struct order_path *acquire)
{
	vec_each(each, &link->q->kernel->accesses) {
		const struct access *access = *each;
		bool writes = access->type == ACCESS_WRITE ||
			      (access->type == ACCESS_ATOMIC && access->writes);
		if (access->object != acquire->op->object || !writes || counter_step(access) ||
			is_zero_add(access))
			continue;
		if (!block_dominates(acquire->acquire->success, access->block) &&
			!(acquire->via != VIA_SELF && access->acquired.n))
			return false;
	}
	return true;
}

/* The counter's loop, if every round of it waits for the counter as well. */
static bool waits_each_round(const struct access *release, const struct access *acquire)
{
	const struct loop *loop = release->block->loop;
	return loop && loop->latch && loop_contains(loop, acquire->block) &&
	       block_dominates(acquire->block, loop->latch) && !loop->parent;
}

/* Additions to the counter in the same loop, and how many of them come before this one. */
static unsigned additions(const struct link *link, const struct access *release, unsigned *before)
{
	const struct kernel *kernel = link->q->kernel;
	unsigned n = 0;
	*before = 0;
	vec_each(each, &kernel->accesses) {
		const struct access *access = *each;
		if (access->object != release->object || !counter_step(access) ||
			access->block->loop != release->block->loop)
			continue;
		n++;
		*before += comes_before(kernel, access->instruction, release->instruction);
	}
	return n;
}

/*
 * The largest value that the release's addition can have found: one step for each
 * other thread, and as many for every earlier addition that all threads make and wait
 * for. That they do so follows by induction where the query shows that the value
 * awaited is greater than what this says.
 */
static const struct et *found_at_most(
	const struct link *link, const struct access *release, const struct access *acquire)
{
	struct ets *ets = ets_of(link);
	const struct loop *loop = release->block->loop;
	unsigned width = release->size * 8;
	const struct et *n = threads_at(link->q->kernel, release), *one = et_const(ets, 32, 1);
	if (loop && !waits_each_round(release, acquire))
		return NULL;
	unsigned before, all = additions(link, release, &before);
	const struct et *rounds = et_const(ets, 32, before + 1);
	if (loop) {
		const struct et *k = et_cast(ets, ET_TRUNC, 32,
			et_sym(ets, link->q->kernel->env->loops[loop->index].counter));
		k = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, k, et_const(ets, 32, all));
		rounds = et_binary(ets, ET_ADD, ET_NSW | ET_NUW, k, rounds);
	}
	n = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, n, rounds);
	n = et_binary(ets, ET_SUB, 0, n, one);
	n = width > 32 ? et_cast(ets, ET_ZEXT, width, n) : n;
	return et_binary(ets, ET_MUL, ET_NSW | ET_NUW, n,
		et_const(ets, width, counter_step(release)));
}

static const struct et *counter_value(const struct link *link, const struct order_path *path,
	const struct view *view)
{
	const struct et *result = value_et(link->q->kernel->env, path->op->instruction);
	const struct et *elected = elected_result(link->q->kernel, result);
	result = path->via == VIA_BLOCK && elected ? elected : result;
	return path->acquire ? acquire_term(link, path, result, VIA_SELF)
			     : order_term(link->q, result, VIA_SELF, view);
}

/* y's value is past what x's addition found. */
static const struct et *counted(
	const struct link *link, const struct order_path *release, const struct wait *wait)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = ets_of(link);
	const struct access *op = wait->path->op;
	bool reads = op->type == ACCESS_READ || op->rmw == RMW_LOAD || counter_step(op) ||
		     is_zero_add(op);
	const struct et *most = found_at_most(link, release->op, op);
	if (!reads || !most || op->size != release->op->size || op->size < 4)
		return unknown(link);
	const struct et *found = counter_value(link, release, link->x);
	const struct et *seen = counter_value(link, wait->path, link->y);
	/* two threads never find the same, and what a thread found itself is before what follows */
	const struct et *past =
		et_binary(ets, counter_step(op) ? ET_ULE : ET_ULT, 0, found, seen);
	past = et_or(ets, past, et_not(ets, satisfied(link, wait, seen)));
	most = order_term(link->q, most, release->via, link->x);
	past = et_or(ets, past, et_binary(ets, ET_ULT, 0, most, found));
	if (release->op->rmw == RMW_INC) {
		const struct et *limit = order_term(link->q,
			value_et(kernel->env, release->op->operand), release->via, link->x);
		past = et_or(ets, past, et_binary(ets, ET_ULT, 0, limit, found));
	}
	bool one_counter = value_level(kernel, release->op->pointer) == LEVEL_GRID &&
			   only_grows(link, wait->path);
	return one_counter ? past : et_or(ets, past, unknown(link));
}

/* Has thread z come to the write after x's access: by program order in x itself. */
static const struct et *same_thread(
	const struct link *link, const struct access *write, const struct view *z)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = ets_of(link);
	const struct et *after = et_bool(ets, false);
	vec_each(path, &link->from->releases) {
		if (path->op != write || path->scope == SCOPE_NONE)
			continue;
		const struct et *same = et_and(ets,
			ids_equal(link, link->x, path->via, z, kernel->tid),
			ids_equal(link, link->x, VIA_SELF, z, kernel->ctaid));
		for (const struct loop *loop = write->block->loop; loop; loop = loop->parent) {
			if (!loop_contains(loop, link->from->block))
				continue;
			const struct et *k = et_sym(ets, kernel->env->loops[loop->index].counter);
			same = et_and(ets, same,
				et_binary(ets, ET_SLE, 0, order_term(link->q, k, VIA_SELF, link->x),
					order_term(link->q, k, VIA_SELF, z)));
		}
		same = et_and(ets, same, scope_reaches(link, path->scope));
		after = et_or(ets, after, same);
	}
	return after;
}

/* By a wait before the write, which the same release or another one of x's satisfied. */
static const struct et *chained(
	const struct link *link, const struct access *write, const struct view *z)
{
	struct ets *ets = ets_of(link);
	const struct et *after = et_bool(ets, false);
	if (link->depth >= CHAIN_DEPTH)
		return after;
	vec_each(path, &write->acquired)
		vec_each(release, &path->op->releases)
			if (release->op == write)
				after = et_or(ets, after,
					scope_between(link, release->scope, z, link->y));
	if (et_is_false(after))
		return after;
	if (++link->q->chained > CHAIN_LIMIT)
		return unknown(link);
	return et_and(ets, after,
		signal_condition(link->q, link->from, link->x, write, z, link->depth + 1));
}

/* A write of z's that y may have seen instead, and that is not after x's access. */
static const struct et *other_signal(
	const struct link *link, struct wait *wait, const struct access *write)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = ets_of(link);
	struct view z = wait->z;
	const struct et *value = written(link, write, VIA_SELF, &z);
	bool known = value && value->width == wait->value->width;
	const struct et *possible = known ? satisfied(link, wait, value) : unknown(link);
	wait->guessed |= !known;
	if (et_is_false(possible))
		return possible;
	const struct et *same = same_address(ets, order_term(link->q, write->address, VIA_SELF, &z),
		acquire_term(link, wait->path, wait->path->op->address, wait->path->via));
	if (et_is_false(same))
		return same;
	possible = et_and(ets, possible, same);
	possible = et_and(ets, possible, order_term(link->q, write->guard, VIA_SELF, &z));
	for (unsigned i = 0; i < 3; i++) {
		const struct symbol *ids[][2] = { { kernel->tid[i], kernel->ntid[i] },
			{ kernel->ctaid[i], kernel->nctaid[i] } };
		for (unsigned j = 0; j < 2; j++)
			possible = et_and(ets, possible,
				et_binary(ets, ET_ULT, 0,
					order_term(link->q, et_sym(ets, ids[j][0]), VIA_SELF, &z),
					order_term(link->q, et_sym(ets, ids[j][1]), VIA_SELF, &z)));
	}
	const struct et *after = et_or(
		ets, same_thread(link, write, &z), chained(link, write, &z));
	return et_and(ets, possible, et_not(ets, after));
}

/* No write that satisfies y's wait can come before x's access. */
static const struct et *only_after(const struct link *link, struct wait *wait)
{
	struct ets *ets = ets_of(link);
	const struct et *other = et_bool(ets, false);
	if (wait->other)
		return et_not(ets, wait->other);
	wait->z.map = other_thread_map(link->q->kernel, link->q->others++);
	vec_each(each, &link->q->kernel->accesses) {
		const struct access *write = *each;
		bool writes = write->type == ACCESS_WRITE ||
			      (write->type == ACCESS_ATOMIC && write->writes);
		if (!writes || write->object != wait->path->op->object || is_zero_add(write) ||
			write == wait->path->op)
			continue;
		other = et_or(ets, other, other_signal(link, wait, write));
	}
	wait->other = other;
	return et_not(ets, other);
}

/* x's release at the address y waits for, with a value that lets y go on. */
static const struct et *direct(
	const struct link *link, const struct order_path *release, struct wait *wait)
{
	struct ets *ets = ets_of(link);
	const struct et *same = same_address(ets,
		order_term(link->q, release->op->address, release->via, link->x),
		acquire_term(link, wait->path, wait->path->op->address, wait->path->via));
	if (et_is_false(same))
		return same;
	const struct et *both = et_and(ets, executed(link, release, link->x),
		executed(link, wait->path, link->y));
	both = et_and(ets, both, scope_reaches(link, release->scope));
	both = et_and(ets, both, scope_reaches(link, wait->path->scope));
	both = et_and(ets, both, same);
	if (et_is_false(both))
		return both;
	if (counter_step(release->op))
		return et_and(ets, both, counted(link, release, wait));
	const struct et *value = written(link, release->op, release->via, link->x);
	if (!value || value->width != wait->value->width)
		return et_and(ets, both, unknown(link));
	return et_and(ets, both, et_and(ets, satisfied(link, wait, value), only_after(link, wait)));
}

/* Somebody else signals y, having waited for x. */
static const struct et *indirect(const struct link *link, struct wait *wait)
{
	struct ets *ets = ets_of(link);
	bool passed_on = false, released = false;
	vec_each(release, &link->from->releases) released |= release->scope != SCOPE_NONE;
	if (link->depth >= CHAIN_DEPTH || !released ||
		et_is_false(scope_reaches(link, wait->path->scope)))
		return et_bool(ets, false);
	vec_each(each, &link->q->kernel->accesses)
		if ((*each)->object == wait->path->op->object && strong_write(*each) &&
			(*each) != wait->path->op && (*each)->acquired.n)
			passed_on = true;
	if (!passed_on)
		return et_bool(ets, false);
	const struct et *after = only_after(link, wait);
	if (wait->guessed)
		return et_bool(ets, false);
	return et_and(ets, et_and(ets, executed(link, wait->path, link->y), after),
		scope_reaches(link, wait->path->scope));
}

const struct et *signal_condition(struct order_query *q, const struct access *from,
	const struct view *x, const struct access *to, const struct view *y, unsigned depth)
{
	struct link link = { q, from, to, x, y, depth };
	struct ets *ets = q->kernel->ets;
	const struct et *result = et_bool(ets, false);
	vec_each(acquire, &to->acquired) {
		if (acquire->scope == SCOPE_NONE)
			continue;
		struct wait wait = wait_of(&link, acquire);
		vec_each(release, &from->releases) {
			if (release->scope == SCOPE_NONE ||
				release->op->object != acquire->op->object)
				continue;
			result = et_or(ets, result, direct(&link, release, &wait));
		}
		result = et_or(ets, result, indirect(&link, &wait));
	}
	return result;
}
