#include "kernelanalysis/signals/wait_memo.h"

/*
 * Signals of an earlier launch: where nothing has set flags and counters back since, a wait that they satisfy as the
 * kernel leaves them goes on at once. What is left is known where the kernel only sets the flag to such values, or
 * only counts up, and where the wait asks for what does not change from launch to launch. Whether the host
 * sets them back is left to the launch (struct host_before): a symbol stands for that.
 */

struct leftover {
	struct kernel *kernel;
	const struct acquire *acquire;
	const struct et *kept; /* parameters are as they were, */
	const struct et *anew; /* ... and something has been put into what elects who comes to an access */
	bool unknown, sized;   /* something is not known; is another one in a launch of another size */
	bool once;	       /* who comes to an access may be elected, and not come there in each launch */
	bool given;            /* the earlier launch may have been given something else */
	const struct et *lets; /* condition for what the kernel leaves to let the wait go on */
};

static const struct et *was_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct kernel *kernel = data;
	vec_each(param, &kernel->params) {
		if (leaf->op != ET_SYM || param->sym != leaf->sym || param->pointer)
			continue;
		if (!param->was)
			param->was = symbol_new(ets, SYM_PARAM, LEVEL_GRID, param->width, "an argument before");
		return et_sym(ets, param->was);
	}
	return NULL;
}

/* The term as it was in the earlier launch. */
static const struct et *as_it_was(const struct leftover *left, const struct et *term)
{
	return left->given ? et_map_once(left->kernel->ets, term, was_leaf, left->kernel) : term;
}

static const struct et *param_kept(struct kernel *kernel, const struct symbol *sym)
{
	vec_each(param, &kernel->params) {
		if (param->sym != sym)
			continue;
		if (!param->kept)
			param->kept = symbol_new(kernel->ets, SYM_PARAM, LEVEL_GRID, 1,
				"kept since the launch before");
		return et_sym(kernel->ets, param->kept);
	}
	return et_bool(kernel->ets, false);
}

static void kept_visit(void *data, const struct et *et)
{
	struct leftover *left = data;
	if (et->op == ET_SYM && et->sym->kind == SYM_PARAM && et->sym->builtin == BUILTIN_NONE)
		left->kept = et_and(left->kernel->ets, left->kept,
			param_kept(left->kernel, et->sym));
}

static void known_visit(void *data, const struct et *et)
{
	struct leftover *left = data;
	bool leaf = et->op == ET_SYM || et->op == ET_APP;
	left->sized |= leaf && (et->sym->builtin == BUILTIN_NTID || et->sym->builtin == BUILTIN_NCTAID);
	if (!leaf || et->sym == left->acquire->value || et->sym->builtin != BUILTIN_NONE)
		return;
	left->unknown |= et->sym->kind == SYM_HOST || et->sym->kind >= SYM_DATA ||
			 (et->sym->kind == SYM_BASE && et->op == ET_APP);
}

/* Has the term, for one thread, the same value in each launch. */
static void rest_on(struct leftover *left, const struct et *term)
{
	et_once(left->kernel->arena, term, kept_visit, left);
	et_once(left->kernel->arena, term, known_visit, left);
}

static void other_visit(void *data, const struct et *et)
{
	bool leaf = et->op == ET_SYM || et->op == ET_APP;
	*(bool *)data |= leaf && (et->op == ET_APP || et->sym->kind != SYM_PARAM || et->sym->builtin != BUILTIN_NONE);
}

static bool is_of_parameters(struct arena *arena, const struct et *term)
{
	bool other = false;
	et_once(arena, term, other_visit, &other);
	return !other;
}

/* The access whose result the symbol is; NULL: none. */
static const struct access *access_of(const struct kernel *kernel, const struct symbol *sym)
{
	LLVMValueRef origin = (LLVMValueRef)(uintptr_t)sym->origin;
	if (sym->kind != SYM_DATA || !origin || !LLVMIsAInstruction(origin))
		return NULL;
	if (LLVMIsAExtractValueInst(origin))
		origin = LLVMGetOperand(origin, 0);
	return access_at(kernel, origin);
}

/* What lets threads through each time: the wait itself, and waits for other flags. */
static void guard_visit(void *data, const struct et *et)
{
	struct leftover *left = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	enum sym_kind kind = et->sym->kind;
	if (kind == SYM_HAVOC || kind == SYM_UNKNOWN)
		left->once = true;
	left->sized |= et->sym->builtin == BUILTIN_NTID || et->sym->builtin == BUILTIN_NCTAID;
	if (kind != SYM_DATA)
		return;
	const struct access *read = access_of(left->kernel, et->sym);
	bool waits = read && read->spin_flag && !read->writes &&
		     read->object != left->acquire->op->object;
	if (read == left->acquire->op || waits)
		return;
	if (read && access_writes(read))
		left->anew = et_and(left->kernel->ets, left->anew, word_is_put(left->kernel, read));
	else
		left->once = true;
}

/* Does the thread come to the access in later launches, too: nobody is elected once and for all. */
static void runs_again(struct leftover *left, const struct access *access)
{
	et_once(left->kernel->arena, access->guard, guard_visit, left);
}

/* Did it so in the earlier launch. */
static void ran_before(struct leftover *left, const struct access *access)
{
	et_once(left->kernel->arena, access->guard, kept_visit, left);
	runs_again(left, access);
}

/* Does the thread that writes write the same place again, with a value that lets the wait go on. */
static bool is_overwritten(struct leftover *left, const struct access *write)
{
	struct kernel *kernel = left->kernel;
	vec_each(each, &kernel->accesses) {
		const struct et *value = *each == write ? NULL : value_written(kernel, *each);
		if (!value || (*each)->address != write->address || (*each)->rmw == RMW_CAS ||
			value->width != left->acquire->value->width ||
			!always_follows(kernel, write->instruction, (*each)->instruction))
			continue;
		if (!et_is_false(acquire_test(kernel, left->acquire, value)))
			return true;
	}
	return false;
}

/* Condition for what the write leaves to let the wait go on; sets `unknown`. */
static const struct et *flag_lets_on(struct leftover *left, const struct access *write)
{
	struct kernel *kernel = left->kernel;
	const struct et *value = value_written(kernel, write);
	if (!value || value->width != left->acquire->value->width) {
		left->unknown = true;
		return et_bool(kernel->ets, false);
	}
	const struct et *test = acquire_test(kernel, left->acquire, as_it_was(left, value));
	if (et_is_false(test) && is_overwritten(left, write))
		return et_bool(kernel->ets, true);
	rest_on(left, value);
	left->unknown |= !term_is_common(value, LEVEL_GRID);
	return test;
}

/* A count that all reach together, which nobody who waits for it has a part in. */
static const struct et *whole_count(struct leftover *left, const struct et *test)
{
	struct kernel *kernel = left->kernel;
	struct ets *ets = kernel->ets;
	const struct access *counter = NULL, *wait = left->acquire->op;
	const struct et *value = et_sym(ets, left->acquire->value), *no = et_bool(ets, false);
	if (test->op != ET_EQ || (test->arg[0] != value && test->arg[1] != value))
		return no;
	const struct et *goal = test->arg[test->arg[0] == value];
	vec_each(each, &kernel->accesses) {
		if ((*each)->object != wait->object || !counter_step(*each))
			continue;
		if (counter || (*each)->block->loop || (*each)->size != 4 ||
			ordered(kernel, (*each)->instruction, wait->instruction))
			return no;
		counter = *each;
	}
	if (!counter || goal->width != 32 || et_mentions(kernel->arena, goal, value))
		return no;
	const struct et *all = et_binary(ets, ET_MUL, ET_NSW | ET_NUW,
		threads_at(kernel, counter), et_const(ets, 32, counter_step(counter)));
	return et_binary(ets, ET_EQ, 0, goal, as_it_was(left, all));
}

static const struct et *count_lets_on(struct leftover *left)
{
	struct kernel *kernel = left->kernel;
	const struct et *value = et_sym(kernel->ets, left->acquire->value);
	const struct et *test = left->acquire->test;
	if (et_mentions(kernel->arena, test, value) &&
		test_is_monotone(kernel->arena, test, value, true))
		return et_bool(kernel->ets, true);
	return whole_count(left, test);
}

/* Condition for what the kernel leaves to let the wait go on. */
static const struct et *lets_on(struct leftover *left)
{
	struct kernel *kernel = left->kernel;
	struct ets *ets = kernel->ets;
	const struct access *wait = left->acquire->op;
	bool flag = false, count = false;
	const struct et *lets = et_bool(ets, true);
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each;
		bool writes = access_writes(write);
		left->unknown |= writes && write->object->kind == OBJECT_UNKNOWN;
		if (!writes || write->object != wait->object || keeps_value(write) ||
			!accesses_may_meet(write, wait))
			continue;
		if (counter_rises(write) && write->size == wait->size) {
			count = true;
			continue;
		}
		flag = true;
		lets = et_and(ets, lets, flag_lets_on(left, write));
	}
	if (flag == count)
		return et_bool(ets, false);
	return count ? count_lets_on(left) : lets;
}

/* What of it does not depend on who signals. */
static struct leftover *left_by_all(const struct leftover *asked)
{
	struct kernel *kernel = asked->kernel;
	const struct acquire *acquire = asked->acquire;
	struct leftover *left = arena_alloc(kernel->arena, sizeof(*left));
	*left = *asked;
	left->lets = et_bool(kernel->ets, false);
	if (acquire->op->object->kind != OBJECT_PARAM && acquire->op->object->kind != OBJECT_GLOBAL)
		return left;
	acquire_test(kernel, acquire, et_const(kernel->ets, acquire->op->size * 8, 0));
	left->lets = lets_on(left);
	if (et_is_false(left->lets))
		return left;
	rest_on(left, acquire->test);
	rest_on(left, acquire->op->address);
	return left;
}

/* What is kept of an access for a wait: a part each for what it does again, and did before as well.
 */
struct visits {
	struct leftover *again, *before;
};

static void join(struct leftover *left, const struct leftover *with)
{
	left->kept = et_and(left->kernel->ets, left->kept, with->kept);
	left->unknown |= with->unknown;
	left->once |= with->once;
	left->anew = et_and(left->kernel->ets, left->anew, with->anew);
	left->sized |= with->sized;
}

/* Joins what the access adds: that the thread comes there again or, where `before`, came there in
 * the earlier launch. */
static void visit(struct leftover *left, const struct access *access, bool before)
{
	struct kernel *kernel = left->kernel;
	struct ptrmap *known = wait_memo_of(kernel, left->acquire)->visits;
	struct visits *visits = ptrmap_get(known, access);
	if (!visits)
		ptrmap_set(known, access, visits = arena_alloc(kernel->arena, sizeof(*visits)));
	struct leftover **part = before ? &visits->before : &visits->again;
	if (!*part) {
		*part = arena_alloc(kernel->arena, sizeof(**part));
		**part = (struct leftover){ .kernel = kernel,
			.acquire = left->acquire,
			.kept = et_bool(kernel->ets, true),
			.anew = et_bool(kernel->ets, true) };
		if (before)
			ran_before(*part, access);
		else
			runs_again(*part, access);
		if (before && access != left->acquire->op)
			rest_on(*part, access->address);
	}
	join(left, *part);
}

/* Condition for what the kernel leaves to let the wait go on, if what that rests on is known (`unknown`) and the same. */
static const struct et *left_behind(struct leftover *left, const struct access *from,
	const struct access *release, const struct access *to)
{
	struct kernel *kernel = left->kernel;
	struct leftover **all = &wait_memo_of(kernel, left->acquire)->lets[left->given];
	const struct et *no = et_bool(kernel->ets, false);
	if (!*all)
		*all = left_by_all(left);
	join(left, *all);
	if (et_is_false((*all)->lets))
		return no;
	visit(left, release ? release : left->acquire->op, true);
	visit(left, from, false);
	visit(left, to, false);
	return left->once ? no : (*all)->lets;
}

static bool is_known(const struct leftover *left)
{
	return !left->unknown && et_is_true(left->anew);
}

const struct et *wait_left(struct kernel *kernel, const struct access *from,
	const struct access *release, const struct access *to, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	struct leftover left = { kernel, acquire, et_bool(ets, true), et_bool(ets, true), .given = false };
	const struct et *lets = left_behind(&left, from, release, to);
	if (et_is_false(lets) || !is_known(&left))
		return et_bool(ets, false);
	return et_and(ets, et_and(ets, object_left(kernel, acquire->op->object), left.kept), lets);
}

const struct et *wait_left_perhaps(struct kernel *kernel, const struct access *from,
	const struct access *release, const struct access *to, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	struct leftover left = { kernel, acquire, et_bool(ets, true), et_bool(ets, true), .given = false };
	const struct et *lets = left_behind(&left, from, release, to);
	if (et_is_false(lets))
		return lets;
	const struct et *perhaps = object_left_perhaps(kernel, acquire->op->object);
	if (!is_known(&left))
		perhaps = et_or(ets, perhaps, object_left(kernel, acquire->op->object));
	lets = et_and(ets, et_and(ets, lets, left.anew), et_and(ets, perhaps, left.kept));
	return et_and(ets, lets, et_not(ets, word_is_put(kernel, acquire->op)));
}

/* What of the condition speaks of what the launch was given alone. */
static const struct et *given_part(struct kernel *kernel, const struct et *cond)
{
	struct ets *ets = kernel->ets;
	struct leftover none = { .kernel = kernel, .kept = et_bool(ets, true), .anew = et_bool(ets, true), .given = true };
	if (cond->op == ET_AND && cond->width == 1)
		return et_and(ets, given_part(kernel, cond->arg[0]), given_part(kernel, cond->arg[1]));
	return is_of_parameters(kernel->arena, cond) ? as_it_was(&none, cond) : et_bool(ets, true);
}

const struct et *wait_left_given(struct kernel *kernel, const struct access *from,
	const struct access *release, const struct access *to, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	struct leftover left = { kernel, acquire, et_bool(ets, true), et_bool(ets, true), .given = true };
	const struct et *lets = left_behind(&left, from, release, to);
	if (et_is_false(lets) || !is_known(&left))
		return et_bool(ets, false);
	lets = et_and(ets, lets, object_left_given(kernel, acquire->op->object));
	lets = et_and(ets, lets, given_part(kernel, (release ? release : acquire->op)->guard));
	return et_and(ets, lets, et_not(ets, word_is_put(kernel, acquire->op)));
}

struct begins wait_left_resized(struct kernel *kernel, const struct access *from,
	const struct access *release, const struct access *to, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	const struct et *no = et_bool(ets, false);
	struct leftover left = { kernel, acquire, et_bool(ets, true), et_bool(ets, true), .given = false };
	const struct et *lets = left_behind(&left, from, release, to);
	if (et_is_false(lets) || !is_known(&left))
		return (struct begins){ no, no };
	const struct et *perhaps = et_and(ets, et_and(ets, lets, object_left_resized_perhaps(kernel, acquire->op->object)),
		et_not(ets, word_is_put(kernel, acquire->op)));
	lets = et_and(ets, object_left_resized(kernel, acquire->op->object), lets);
	bool sure = et_is_true(left.kept) && !left.sized && !counter_step(release);
	return sure ? (struct begins){ lets, perhaps } : (struct begins){ no, et_or(ets, lets, perhaps) };
}
