#include "kernelanalysis/sums/sum_points.h"

/*
 * Prefix sums: what two threads know of sums over the values of their block. With P(i) for the sum of the values of all
 * threads before the i-th, each value that sums.h finds is P(end) - P(begin), where both are functions of the thread;
 * as no value is negative, P grows. So P is one number for each of these places, and they are in an order that is
 * the same for all pairs of threads of which one comes before the other. Sums do not overflow: they are bounded.
 */

/* The thread of the one place is that of the other, comes before it, or after it. */
enum relation { RELATION_SELF, RELATION_BEFORE, RELATION_AFTER };

static bool counts(const struct point *point, unsigned thread)
{
	return !point->ran || point->ran[thread];
}

/* May two threads be the pair's: of one warp, or of several. */
static bool related_threads(const struct ordering *o, unsigned u, unsigned v)
{
	bool warp = u / EXTENT_WARP == v / EXTENT_WARP;
	const struct interval *interval = o->pair->interval;
	if (interval->extent <= EXTENT_WARP)
		return warp;
	return !warp || interval->finer < EXTENT_WARP;
}

/* Is x[u] <= y[v] for all such threads that compute them. */
static bool never_behind(const struct ordering *o, const struct point *x, const struct point *y,
	enum relation relation)
{
	unsigned n = o->table->threads;
	int all = -1, warps = -1, warp = -1;
	for (unsigned i = 0; i < n; i++) {
		unsigned v = relation == RELATION_AFTER ? n - 1 - i : i;
		bool first = relation == RELATION_AFTER ? v % EXTENT_WARP == EXTENT_WARP - 1 || v == n - 1
							: v % EXTENT_WARP == 0;
		if (first) {
			warps = all;
			warp = -1;
		}
		bool same = related_threads(o, 0, 0), other = related_threads(o, 0, EXTENT_WARP);
		int most = same && other ? all : same ? warp : warps;
		if (relation == RELATION_SELF)
			most = counts(x, v) ? x->at[v] : -1;
		if (counts(y, v) && most > (int)y->at[v])
			return false;
		if (counts(x, v)) {
			all = x->at[v] > all ? x->at[v] : all;
			warp = x->at[v] > warp ? x->at[v] : warp;
		}
	}
	return true;
}

/* Does it follow from two others. */
static bool follows(const struct ordering *o, unsigned x, unsigned y)
{
	for (unsigned z = 0; z < o->n; z++)
		if (o->before[x][z] && o->before[z][y] && !o->before[z][x] && !o->before[y][z] &&
			!o->point[z].ran && et_is_true(o->point[z].when))
			return true;
	return false;
}

/* The sums grow from one place to another, by no more than values can be between. */
static void say_step(struct ordering *o, const struct et *when, const struct point *a, const struct point *b)
{
	struct ets *ets = o->kernel->ets;
	const unsigned flags = ET_NSW | ET_NUW;
	ordering_say(o, when, et_binary(ets, ET_SLE, 0, a->sum, b->sum));
	if (!a->index || !b->index)
		return;
	const struct et *between = et_binary(ets, ET_MUL, flags,
		et_binary(ets, ET_SUB, flags, b->index, a->index), et_const(ets, o->width, o->most));
	ordering_say(o, when,
		et_binary(ets, ET_SLE, 0, b->sum, et_binary(ets, ET_ADD, flags, a->sum, between)));
}

/* What holds where thread 0 comes before thread 1, or after it; or of each alone. */
static void say_order(struct ordering *o, enum relation relation, const struct et *when)
{
	struct ets *ets = o->kernel->ets;
	for (unsigned x = 0; x < o->n; x++)
		for (unsigned y = 0; y < o->n; y++) {
			unsigned a = o->point[x].side, b = o->point[y].side;
			bool self = a == b || a == 2 || b == 2;
			enum relation of = self ? RELATION_SELF
					   : (a == 0) == (relation == RELATION_BEFORE)
						   ? RELATION_BEFORE
						   : RELATION_AFTER;
			o->before[x][y] = x != y && (self || relation != RELATION_SELF) &&
					  never_behind(o, &o->point[x], &o->point[y], of);
		}
	for (unsigned x = 0; x < o->n; x++)
		for (unsigned y = 0; y < o->n; y++) {
			const struct point *a = &o->point[x], *b = &o->point[y];
			bool self = a->side == b->side || a->side == 2 || b->side == 2;
			if (o->before[x][y] && self == (relation == RELATION_SELF) && !follows(o, x, y))
				say_step(o, et_and(ets, when, et_and(ets, a->when, b->when)), a, b);
		}
}

struct leaves {
	struct kernel *kernel;
	const struct sum_table *table;
	VEC(const struct summed *) at;
};

static void leaf_visit(void *data, const struct et *et)
{
	struct leaves *leaves = data;
	if ((et->op != ET_SYM && et->op != ET_APP) || !symbol_is_exchanged(leaves->kernel, et->sym))
		return;
	const struct summed *summed =
		summed_of(leaves->table, (LLVMValueRef)(uintptr_t)et->sym->origin);
	vec_each(known, &leaves->at)
		if (*known == summed)
			return;
	if (summed)
		vec_push(leaves->kernel->arena, &leaves->at, summed);
}

/* Does a loop compute what is summed up, or a part of the sums. */
static bool sums_up(const struct ordering *o, const struct loop *loop)
{
	const struct func *func = o->kernel->func;
	const struct block *block = LLVMIsAInstruction(o->of) ? instruction_block(func, o->of) : NULL;
	bool inside = block && loop_contains(loop, block);
	vec_each(summed, &o->table->all)
		if (summed->of == o->of && LLVMIsAInstruction(summed->value))
			inside |= loop_contains(loop, instruction_block(func, summed->value));
	return inside;
}

/* The rounds of loops around what is summed up are the same for both threads. */
static const struct et *same_rounds(struct ordering *o)
{
	struct kernel *kernel = o->kernel;
	struct ets *ets = kernel->ets;
	const struct et *same = et_bool(ets, true);
	const struct block *block = ordering_access(o, 0)->block;
	if (o->pair->interval->kind == RACE_INTER_BLOCK)
		return same;
	for (const struct loop *loop = block->loop; loop; loop = loop->parent) {
		const struct symbol *counter = kernel->env->loops[loop->index].counter;
		if (!loop_contains(loop, ordering_access(o, 1)->block) || !sums_up(o, loop))
			continue;
		if (!counter)
			return et_bool(ets, false);
		const struct et *round[2];
		for (unsigned t = 0; t < 2; t++)
			round[t] = apply(o->launch, o->maps[t], et_sym(ets, counter));
		same = et_and(ets, same, et_binary(ets, ET_EQ, 0, round[0], round[1]));
	}
	return same;
}

static void fill_linear(struct ordering *o)
{
	struct ets *ets = o->kernel->ets;
	const struct et *ntid[3], *nctaid[3];
	dimensions(o->kernel, o->launch, ntid, nctaid);
	for (unsigned t = 0; t < 2; t++) {
		o->linear[t] = linear_thread(ets, o->terms->tid[t], ntid);
		if (o->width > o->linear[t]->width)
			o->linear[t] = et_cast(ets, ET_ZEXT, o->width, o->linear[t]);
	}
}

/* `apart`: the threads are of two blocks, or in two rounds. */
static void say_all(struct ordering *o, const struct leaves leaves[2], bool apart)
{
	struct kernel *kernel = o->kernel;
	struct ets *ets = kernel->ets;
	fill_linear(o);
	ordering_add_common(o, 2, false);
	for (unsigned side = 0; side < 2; side++) {
		for (size_t i = 0; (apart || !side) && i < kernel->elected.n; i++) {
			const struct elected elected = kernel->elected.at[i];
			ordering_add_elected(o, &elected, apart ? side : 2);
		}
		if (apart || !side)
			ordering_add_common(o, apart ? side : 2, true);
		ordering_add_own(o, side);
		vec_each(summed, &leaves[side].at)
			ordering_add_summed(o, *summed, side);
		vec_each(lanes, &kernel->aggregated)
			ordering_add_drawn(o, lanes, side);
	}
	for (unsigned i = 0; i < o->n; i++)
		ordering_say(o, o->point[i].when, et_binary(ets, ET_SLE, 0, o->point[i].sum, et_const(ets, o->width, o->all)));
	say_order(o, RELATION_SELF, et_bool(ets, true));
	if (apart)
		return;
	say_order(o, RELATION_BEFORE, et_binary(ets, ET_ULT, 0, o->linear[0], o->linear[1]));
	say_order(o, RELATION_AFTER, et_binary(ets, ET_ULT, 0, o->linear[1], o->linear[0]));
}

struct mention {
	struct kernel *kernel;
	bool found;
};

static void mention_visit(void *data, const struct et *et)
{
	struct mention *mention = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		mention->found |= symbol_is_exchanged(mention->kernel, et->sym);
}

static bool mentions_exchange(struct kernel *kernel, const struct access *access)
{
	struct mention mention = { kernel, false };
	if (access->exchanged == EXCHANGE_NOT_ASKED) {
		et_once(kernel->arena, access->address, mention_visit, &mention);
		((struct access *)access)->exchanged = mention.found ? EXCHANGED : EXCHANGED_NOT;
	}
	return access->exchanged == EXCHANGED;
}

/* Does a lane draw at the counter for others. */
static bool draws_for_lanes(const struct kernel *kernel, const struct access *counter)
{
	vec_each(lanes, &kernel->aggregated)
		if (lanes->op == counter)
			return true;
	return false;
}

/* The sums that the access depends on, and what blocks draw at counters, or warps. */
static struct leaves leaves_of(
	struct kernel *kernel, const struct sum_table *table, const struct access *access, bool blocks)
{
	struct leaves leaves = { .kernel = kernel, .table = table };
	et_once(kernel->arena, access->address, leaf_visit, &leaves);
	et_once(kernel->arena, access->guard, leaf_visit, &leaves);
	vec_each(counter, &kernel->accesses)
		if ((*counter)->rmw == RMW_ADD && (*counter)->operand && (blocks || draws_for_lanes(kernel, *counter)))
			et_once(kernel->arena, value_et(kernel->env, (*counter)->operand), leaf_visit,
				&leaves);
	return leaves;
}

const struct et *sums_apart(struct kernel *kernel, const struct pair *pair, struct et_map *launch,
	struct et_map *const maps[2], const struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	const struct access *accesses[2] = { pair->a.access, pair->b.access };
	const struct et *known = et_bool(ets, true);
	if (!launch || !mentions_exchange(kernel, accesses[0]) || !mentions_exchange(kernel, accesses[1]))
		return known;
	const struct sum_table *table = sum_table_of(kernel, launch);
	if (!table || !table->all.n)
		return known;
	bool blocks = pair->interval->kind == RACE_INTER_BLOCK;
	const struct leaves leaves[2] = { leaves_of(kernel, table, accesses[0], blocks),
		leaves_of(kernel, table, accesses[1], blocks) };
	vec_each(first, &leaves[0].at) {
		struct ordering o = { .kernel = kernel, .table = table, .pair = pair, .terms = terms,
			.launch = launch, .maps = maps, .of = (*first)->of, .known = et_bool(ets, true) };
		bool done = false;
		for (const struct summed **before = leaves[0].at.at; before < first; before++)
			done |= (*before)->of == o.of;
		if (done || !ordering_bounds(&o))
			continue;
		struct ordering rounds = o;
		const struct et *same = same_rounds(&o);
		say_all(&o, leaves, blocks);
		known = et_and(ets, known, et_or(ets, et_not(ets, same), o.known));
		if (et_is_true(same))
			continue;
		say_all(&rounds, leaves, true);
		known = et_and(ets, known, rounds.known);
	}
	return known;
}
