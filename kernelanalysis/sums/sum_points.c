#include "kernelanalysis/sums/sum_points.h"

/* Places of sums, with the numbers that they stand for. */

void ordering_say(struct ordering *o, const struct et *when, const struct et *condition)
{
	struct ets *ets = o->kernel->ets;
	o->known = et_and(ets, o->known, et_or(ets, et_not(ets, when), condition));
}

static const struct et *wide(struct ordering *o, const struct et *term)
{
	return term->width < o->width ? et_cast(o->kernel->ets, ET_ZEXT, o->width, term) : term;
}

/* A value as one of the threads has it. */
static const struct et *value_of(struct ordering *o, LLVMValueRef value, unsigned side)
{
	return wide(o, apply(o->launch, o->maps[side], value_et(o->kernel->env, value)));
}

static const struct et *plus(struct ordering *o, const struct et *a, const struct et *b)
{
	return et_binary(o->kernel->ets, ET_ADD, ET_NSW | ET_NUW, a, b);
}

static bool same_places(const struct ordering *o, const uint16_t *a, const uint16_t *b)
{
	return !memcmp(a, b, o->table->threads * sizeof(*a));
}

/* The point of a side that has these places, where there is one; NULL: none yet. */
static struct point *point_at(
	struct ordering *o, const uint16_t *at, unsigned side, const struct et *when)
{
	for (unsigned i = 0; i < o->n; i++) {
		struct point *point = &o->point[i];
		if ((point->side == side || point->side == 2) && !point->ran &&
			(et_is_true(point->when) || point->when == when) &&
			same_places(o, point->at, at))
			return point;
	}
	return NULL;
}

/* The place as a term, where it is the thread's own number, the beginning of its warp, or one number, give or take some. */
static const struct et *index_of(struct ordering *o, const struct point *point)
{
	struct ets *ets = o->kernel->ets;
	bool fixed = true, own = true, warp = true;
	const unsigned first = point->at[0];
	for (unsigned t = 0; t < o->table->threads; t++) {
		fixed &= point->at[t] == first;
		own &= point->at[t] == first + t;
		warp &= point->at[t] == first + t - t % EXTENT_WARP;
	}
	const struct et *offset = et_const(ets, o->width, first);
	if (fixed || point->ran || point->side == 2)
		return fixed ? offset : NULL;
	const struct et *linear = o->linear[point->side];
	const struct et *lane = et_binary(ets, ET_UREM, 0, linear, et_const(ets, o->width, EXTENT_WARP));
	if (!own)
		linear = warp ? et_binary(ets, ET_SUB, ET_NSW | ET_NUW, linear, lane) : NULL;
	return linear ? plus(o, linear, offset) : NULL;
}

static struct point *add_point(struct ordering *o, struct point point)
{
	if (o->n == MOST_POINTS)
		return NULL;
	point.index = index_of(o, &point);
	o->point[o->n] = point;
	return &o->point[o->n++];
}

static const struct et *fresh(struct ordering *o)
{
	struct symbol *sym = symbol_new(
		o->kernel->ets, SYM_DATA, LEVEL_THREAD, o->width, "sum over a block");
	sym->origin = o->of;
	return et_sym(o->kernel->ets, sym);
}

/* P(end) = P(begin) + value for the threads of a side that have the value. */
static void add_sum(struct ordering *o, const uint16_t *begin, const uint16_t *end,
	const bool *ran, unsigned side, const struct et *value, const struct et *when)
{
	struct ets *ets = o->kernel->ets;
	struct point *from = point_at(o, begin, side, when);
	if (!from)
		from = add_point(o, (struct point){ .sum = fresh(o), .at = begin, .ran = ran, .when = when, .side = side });
	if (!from)
		return;
	const struct et *sum = plus(o, from->sum, value);
	struct point *to = point_at(o, end, side, when);
	if (to)
		ordering_say(o, when, et_binary(ets, ET_EQ, 0, to->sum, sum));
	else
		add_point(o, (struct point){ .sum = sum, .at = end, .ran = ran, .when = when, .side = side });
}

static uint16_t *places(struct ordering *o, unsigned first, unsigned step)
{
	uint16_t *at = arena_alloc(o->kernel->arena, o->table->threads * sizeof(*at));
	for (unsigned t = 0; t < o->table->threads; t++)
		at[t] = (uint16_t)(first + t * step);
	return at;
}

static bool ran_by_all(const struct ordering *o, const bool *ran)
{
	for (unsigned t = 0; t < o->table->threads; t++)
		if (!ran[t])
			return false;
	return true;
}

/* Does it choose between the value and another part of the same sums. */
static bool chooses(const struct summed *summed, const struct summed *among)
{
	LLVMValueRef choice = summed->value;
	if ((!LLVMIsAPHINode(choice) && !LLVMIsASelectInst(choice)) || summed->of != among->of)
		return false;
	for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(choice); k++)
		if (LLVMGetOperand(choice, k) == among->value)
			return true;
	return false;
}

const struct access *ordering_access(const struct ordering *o, unsigned side)
{
	return (side ? &o->pair->b : &o->pair->a)->access;
}

/* Is the access in all loops around the value; but where it is what the last one leaves. */
static bool in_its_loops(const struct ordering *o, LLVMValueRef value, bool last, unsigned side)
{
	const struct block *block = instruction_block(o->kernel->func, value);
	const struct loop *loop = block ? block->loop : NULL;
	const struct block *at = ordering_access(o, side)->block;
	if (last && (!loop || loop_contains(loop, at)))
		return false;
	loop = last ? loop->parent : loop;
	return !loop || loop_contains(loop, at);
}

/* Condition for the thread to compute it. */
static const struct et *computed_when(struct ordering *o, LLVMValueRef value, unsigned side)
{
	struct kernel *kernel = o->kernel;
	const struct block *block = instruction_block(kernel->func, value);
	if (!block || instruction_dominates(kernel->func, value, ordering_access(o, side)->instruction))
		return et_bool(kernel->ets, true);
	return apply(o->launch, o->maps[side], value_reach(kernel->env, block));
}

/* A value that all threads of the block have in common, whichever computes it. */
static void add_shared(struct ordering *o, const struct summed *summed, unsigned side)
{
	unsigned thread = 0;
	while (!summed->ran[thread])
		thread++;
	add_sum(o, places(o, summed->begin[thread], 0), places(o, summed->end[thread], 0), NULL, side,
		value_of(o, summed->value, side), et_bool(o->kernel->ets, true));
}

static void add_value(struct ordering *o, const struct summed *summed, unsigned side)
{
	if (summed->of != o->of || !in_its_loops(o, summed->value, summed->last, side))
		return;
	if (value_level(o->kernel, summed->value) <= LEVEL_BLOCK && !summed->last) {
		add_shared(o, summed, side);
		return;
	}
	add_sum(o, summed->begin, summed->end, ran_by_all(o, summed->ran) ? NULL : summed->ran, side,
		value_of(o, summed->value, side), computed_when(o, summed->value, side));
}

void ordering_add_summed(struct ordering *o, const struct summed *summed, unsigned side)
{
	add_value(o, summed, side);
	vec_each(choice, &o->table->all)
		if (chooses(choice, summed))
			add_value(o, choice, side);
}

/* The thread that broadcasts; false: its ids are not known. */
static bool elected_thread(
	const struct ordering *o, const struct elected *elected, unsigned *thread)
{
	uint64_t size = 1, linear = 0;
	for (unsigned i = 0; i < 3; i++) {
		const struct et *id = elected->tid[i] ? et_map_apply(o->launch, elected->tid[i]) : NULL;
		if (id ? !et_is_const(id) || id->value >= o->table->dims[i] : o->table->dims[i] > 1)
			return false;
		linear += id ? id->value * size : 0;
		size *= o->table->dims[i];
	}
	*thread = (unsigned)linear;
	return true;
}

/* The value of that thread which is summed up. */
static void add_elected_own(
	struct ordering *o, const struct elected *elected, unsigned thread, unsigned side)
{
	struct kernel *kernel = o->kernel;
	const struct block *block = instruction_block(kernel->func, o->of);
	const struct et *own = elected_term(kernel, elected, value_et(kernel->env, o->of));
	const struct et *when = elected_term(kernel, elected, value_reach(kernel->env, block));
	if (own && when)
		add_sum(o, places(o, thread, 0), places(o, thread + 1, 0), NULL, side,
			wide(o, apply(o->launch, o->maps[side & 1], own)),
			apply(o->launch, o->maps[side & 1], when));
}

void ordering_add_elected(struct ordering *o, const struct elected *elected, unsigned side)
{
	struct kernel *kernel = o->kernel;
	const struct summed *summed = symbol_is_exchanged(kernel, elected->sym)
		? summed_of(o->table, (LLVMValueRef)(uintptr_t)elected->sym->origin) : NULL;
	unsigned thread;
	if (!summed || summed->of != o->of || !elected_thread(o, elected, &thread) || !summed->ran[thread])
		return;
	const struct loop *loop = instruction_block(kernel->func, summed->value)->loop;
	if ((summed->last ? loop->parent : loop) != elected->loop || (summed->last && elected->loop) ||
		!in_its_loops(o, summed->value, summed->last, side))
		return;
	const struct et *twin =
		elected_term(kernel, elected, value_et(kernel->env, summed->value));
	if (!twin)
		return;
	add_sum(o, places(o, summed->begin[thread], 0), places(o, summed->end[thread], 0), NULL, side,
		wide(o, apply(o->launch, o->maps[side & 1], twin)), et_bool(kernel->ets, true));
	add_elected_own(o, elected, thread, side);
}

void ordering_add_drawn(struct ordering *o, const struct aggregated *lanes, unsigned side)
{
	const struct summed *summed = lanes->amount ? summed_of(o->table, lanes->op->operand) : NULL;
	if (!summed || summed->of != o->of || !in_its_loops(o, summed->value, summed->last, side))
		return;
	uint16_t *begin = places(o, 0, 0), *end = places(o, 0, 0);
	for (unsigned t = 0; t < o->table->threads; t++) {
		unsigned drawing = t - t % EXTENT_WARP + lanes->lane;
		if (drawing >= o->table->threads || !summed->ran[drawing])
			return;
		begin[t] = summed->begin[drawing];
		end[t] = summed->end[drawing];
	}
	add_sum(o, begin, end, NULL, side, wide(o, apply(o->launch, o->maps[side], lanes->amount)),
		et_bool(o->kernel->ets, true));
}

bool ordering_bounds(struct ordering *o)
{
	unsigned narrowest = 64;
	o->width = 32;
	vec_each(summed, &o->table->all) {
		if (summed->of != o->of)
			continue;
		narrowest = summed->narrowest < narrowest ? summed->narrowest : narrowest;
		unsigned width = type_width(summed->value);
		o->width = width > o->width ? width : o->width;
	}
	const struct et *each = value_et(o->kernel->env, o->of);
	uint64_t most = sum_most(each);
	if (most >= UINT32_MAX || narrowest < 2 || most * o->table->threads >= UINT64_C(1) << (narrowest - 1))
		return false;
	o->most = most;
	o->all = most * o->table->threads;
	return true;
}

void ordering_add_own(struct ordering *o, unsigned side)
{
	if (in_its_loops(o, o->of, false, side))
		add_sum(o, places(o, 0, 1), places(o, 1, 1), NULL, side, value_of(o, o->of, side),
			computed_when(o, o->of, side));
}

void ordering_add_common(struct ordering *o, unsigned side, bool all)
{
	struct ets *ets = o->kernel->ets;
	const struct et *sum = all ? fresh(o) : et_const(ets, o->width, 0);
	add_point(o, (struct point){ .sum = sum,
			     .at = places(o, all ? o->table->threads : 0, 0),
			     .when = et_bool(ets, true),
			     .side = side });
}
