#include "solver/witnesses/exhaust.h"

#include <stdlib.h>

#include "base/effort.h"
#include "solver/witnesses/tape.h"

enum {
	MOST_TERMS = 400,
	MOST_SLOTS = 64,
	MOST_CASES = 1 << 16, /* of what is shared, and of what either side has of its own */
	MOST_STEPS = 3000000, /* evaluated in all: some tens of milliseconds */
	ATTEMPTS = 2
};

/* A symbol, and what depends on it and shared symbols alone. */
struct axis {
	uint32_t slot;
	struct exhaust_range range;
	VEC(uint32_t) steps;
	VEC(uint32_t) roots;
	bool *settled; /* by step, for roots: the last value stands for all beyond */
	VEC(uint64_t) values; /* those that its own conditions allow, with what is shared as it is */
};
typedef VEC(struct axis) axis_list;

struct place {
	int64_t offset;
	uint64_t number; /* of the side's values */
};

struct exhaust {
	struct arena *arena;
	const struct query *query;
	struct query less; /* the query without what is not looked at */
	VEC(const struct symbol *) symbols;
	bool opaque; /* a value that is no symbol's */
	bool more;   /* a condition that is left out speaks of a symbol that is looked at, */
	bool inputs; /* ... and otherwise of what is an input of the launch */
	struct tape *tape;
	axis_list axes[PARTS];
	bool met;
	VEC(struct place) places[2];
	bool beyond[2]; /* places of a side are of values that stand for others */
};

static bool has_symbol(const struct exhaust *exhaust, const struct symbol *sym)
{
	vec_each(known, &exhaust->symbols)
		if (*known == sym)
			return true;
	return false;
}

/* Is it of a third thread, such as one that may have signalled. */
static bool is_of_others(const struct symbol *sym)
{
	return sym->copy > PART_SECOND;
}

static void add_leaf(void *data, const struct et *et)
{
	struct exhaust *exhaust = data;
	exhaust->opaque |= et->op == ET_APP || (et->op == ET_SYM && is_of_others(et->sym));
	if (et->op == ET_SYM && !has_symbol(exhaust, et->sym))
		vec_push(exhaust->arena, &exhaust->symbols, et->sym);
}

struct leaves {
	const struct exhaust *exhaust;
	bool known, unknown, data;
};

static void see_leaf(void *data, const struct et *et)
{
	struct leaves *leaves = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	bool known = et->op == ET_SYM && has_symbol(leaves->exhaust, et->sym);
	leaves->data |= et->sym->kind >= SYM_DATA;
	leaves->known |= known;
	leaves->unknown |= !known;
}

static struct leaves leaves_of(struct exhaust *exhaust, const struct et *et)
{
	struct leaves leaves = { .exhaust = exhaust };
	et_once(exhaust->arena, et, see_leaf, &leaves);
	return leaves;
}

static void take_condition(struct exhaust *exhaust, const struct et *et)
{
	if (et->width == 1 && et->op == ET_AND) {
		take_condition(exhaust, et->arg[0]);
		take_condition(exhaust, et->arg[1]);
		return;
	}
	struct leaves leaves = leaves_of(exhaust, et);
	if (!leaves.unknown)
		vec_push(exhaust->arena, &exhaust->less.conditions, et);
	exhaust->more |= leaves.known && leaves.unknown;
	exhaust->inputs |= leaves.known && leaves.unknown && !leaves.data;
}

static void add_small(void *data, const struct et *et)
{
	struct exhaust *exhaust = data;
	if (et->op == ET_SYM && !is_of_others(et->sym) && exhaust_range_of(exhaust->query, et->sym).n)
		add_leaf(exhaust, et);
}

/* Symbols of few values that conditions tie to those that are looked at. */
static void widen(struct exhaust *exhaust)
{
	vec_each(each, &exhaust->query->conditions)
		if (leaves_of(exhaust, *each).known)
			et_once(exhaust->arena, *each, add_small, exhaust);
}

static bool is_spent(const struct exhaust *exhaust)
{
	return exhaust->tape->done > MOST_STEPS;
}

/* The slots that each step depends on, as bits, those of the shared part only for steps of that part. */
static uint64_t *slots_of_steps(struct exhaust *exhaust)
{
	const struct tape *tape = exhaust->tape;
	uint64_t *slots = arena_alloc(exhaust->arena, (tape->steps.n + 1) * sizeof(*slots));
	for (size_t i = 0; i < tape->steps.n; i++) {
		const struct step *step = &tape->steps.at[i];
		slots[i] = step->et->op == ET_SYM ? UINT64_C(1) << step->slot : 0;
		for (unsigned k = 0; k < step->et->nargs; k++)
			if (tape->steps.at[step->args[k]].part == step->part)
				slots[i] |= slots[step->args[k]];
	}
	return slots;
}

static void fill_axis(struct exhaust *exhaust, struct axis *axis, enum part part, const uint64_t *slots)
{
	const struct tape *tape = exhaust->tape;
	uint64_t own = UINT64_C(1) << axis->slot;
	vec_each(step, &tape->order[part])
		if (slots[*step] == own)
			vec_push(exhaust->arena, &axis->steps, *step);
	vec_each(root, &tape->roots[part])
		if (slots[*root] == own)
			vec_push(exhaust->arena, &axis->roots, *root);
	axis->settled = arena_alloc(exhaust->arena, tape->steps.n + 1);
	for (unsigned any = 0; axis->range.shifts && any < PARTS; any++)
		vec_each(root, &tape->roots[any])
			axis->settled[*root] = exhaust_settles(exhaust->arena, tape->steps.at[*root].et, tape->slots.at[axis->slot].sym);
}

/* False: a symbol has too many values. */
static bool fill_axes(struct exhaust *exhaust)
{
	const struct tape *tape = exhaust->tape;
	for (unsigned part = 0; part < PARTS; part++)
		exhaust->axes[part] = (axis_list){ 0 };
	if (tape->slots.n > MOST_SLOTS)
		return false;
	const uint64_t *slots = slots_of_steps(exhaust);
	for (uint32_t i = 0; i < tape->slots.n; i++) {
		const struct slot *slot = &tape->slots.at[i];
		assert(slot->part < PART_BOTH);
		struct axis axis = { .slot = i, .range = exhaust_range_of(exhaust->query, slot->sym) };
		if (!axis.range.n)
			return false;
		fill_axis(exhaust, &axis, slot->part, slots);
		vec_push(exhaust->arena, &exhaust->axes[slot->part], axis);
	}
	return true;
}

/* Has the axis the value that stands for all beyond. */
static bool is_beyond(const struct exhaust *exhaust, const struct axis *axis)
{
	return axis->range.shifts && exhaust->tape->slots.at[axis->slot].value == axis->range.first + axis->range.n - 1;
}

static bool is_axis_settled(const struct exhaust *exhaust, enum part part, uint32_t root)
{
	vec_each(axis, &exhaust->axes[part])
		if (is_beyond(exhaust, axis) && !axis->settled[root])
			return false;
	return true;
}

/* Does a root of the part say the same for all values that those of it and of what is shared stand for. */
static bool is_settled(const struct exhaust *exhaust, enum part part, uint32_t root)
{
	return is_axis_settled(exhaust, PART_SHARED, root) && is_axis_settled(exhaust, part, root);
}

static bool any_beyond(const struct exhaust *exhaust, enum part part)
{
	vec_each(axis, &exhaust->axes[part])
		if (is_beyond(exhaust, axis))
			return true;
	return part != PART_SHARED && any_beyond(exhaust, PART_SHARED);
}

/* Do the conditions on the part exclude its values, and all others that these stand for. */
static bool is_excluded(struct exhaust *exhaust, enum part part)
{
	struct tape *tape = exhaust->tape;
	tape->done++;
	if (!any_beyond(exhaust, part))
		return !tape_holds(tape, part);
	tape_run(tape, part);
	vec_each(root, &tape->roots[part])
		if (!tape->value[*root] && is_settled(exhaust, part, *root))
			return true;
	return false;
}

static bool is_value(struct exhaust *exhaust, enum part part, const struct axis *axis)
{
	struct tape *tape = exhaust->tape;
	tape->done++;
	vec_each(step, &axis->steps)
		tape_run_step(tape, *step);
	vec_each(root, &axis->roots)
		if (!tape->value[*root] && is_settled(exhaust, part, *root))
			return false;
	return true;
}

/* Constants are evaluated before. How many cases there are of a part's symbols, with what is shared as it is; may be more than can be tried. */
static uint64_t count_cases(struct exhaust *exhaust, enum part part)
{
	uint64_t cases = 1;
	vec_each(axis, &exhaust->axes[part]) {
		axis->values.n = 0;
		for (uint64_t i = 0; i < axis->range.n; i++) {
			exhaust->tape->slots.at[axis->slot].value = axis->range.first + i;
			if (is_value(exhaust, part, axis))
				vec_push(exhaust->arena, &axis->values, axis->range.first + i);
		}
		cases = cases > MOST_CASES ? cases : cases * axis->values.n;
	}
	return cases;
}

/* The part's symbols have the values of a case. */
static void set_case(struct exhaust *exhaust, enum part part, uint64_t number)
{
	vec_each(axis, &exhaust->axes[part]) {
		exhaust->tape->slots.at[axis->slot].value = axis->values.at[number % axis->values.n];
		number /= axis->values.n;
	}
}

static int compare(const void *a, const void *b)
{
	const struct place *first = a, *second = b;
	return (first->offset > second->offset) - (first->offset < second->offset);
}

/* False: there are too many. */
static bool find_places(struct exhaust *exhaust, unsigned side)
{
	struct tape *tape = exhaust->tape;
	enum part part = side ? PART_SECOND : PART_FIRST;
	uint64_t cases = count_cases(exhaust, part);
	exhaust->places[side].n = 0;
	exhaust->beyond[side] = false;
	for (uint64_t i = 0; i < cases && cases <= MOST_CASES && !is_spent(exhaust); i++) {
		set_case(exhaust, part, i);
		if (is_excluded(exhaust, part))
			continue;
		exhaust->beyond[side] |= any_beyond(exhaust, part);
		struct place place = { (int64_t)tape->value[tape->offset[side]], i };
		vec_push(exhaust->arena, &exhaust->places[side], place);
	}
	if (exhaust->places[side].n)
		qsort(exhaust->places[side].at, exhaust->places[side].n, sizeof(struct place), compare);
	return cases <= MOST_CASES && !is_spent(exhaust);
}

static bool is_allowed(struct exhaust *exhaust, uint64_t first, uint64_t second)
{
	struct tape *tape = exhaust->tape;
	set_case(exhaust, PART_FIRST, first);
	set_case(exhaust, PART_SECOND, second);
	tape_run(tape, PART_FIRST);
	tape_run(tape, PART_SECOND);
	return tape_holds(tape, PART_BOTH);
}

/* Do two of the places overlap where the conditions on both hold, as both lists are in order. */
static bool meet(struct exhaust *exhaust)
{
	const struct query *query = exhaust->query;
	size_t from = 0, n = exhaust->places[1].n;
	for (size_t i = 0; i < exhaust->places[0].n; i++) {
		const struct place *a = &exhaust->places[0].at[i], *b = exhaust->places[1].at;
		while (from < n && b[from].offset < a->offset && (uint64_t)a->offset - (uint64_t)b[from].offset >= query->size[1])
			from++;
		for (size_t k = from; k < n; k++) {
			if (b[k].offset >= a->offset && (uint64_t)b[k].offset - (uint64_t)a->offset >= query->size[0])
				break;
			exhaust->met = !is_spent(exhaust) && is_allowed(exhaust, a->number, b[k].number);
			if (exhaust->met || is_spent(exhaust))
				return true;
		}
	}
	return false;
}

/* Values that stand for others say nothing of places. */
static bool may_meet(struct exhaust *exhaust)
{
	if (exhaust->places[1].n && (exhaust->beyond[0] || exhaust->beyond[1]))
		return true;
	return meet(exhaust);
}

static bool refuted(struct exhaust *exhaust)
{
	tape_run(exhaust->tape, PART_SHARED);
	uint64_t cases = count_cases(exhaust, PART_SHARED);
	if (cases > MOST_CASES)
		return false;
	for (uint64_t i = 0; i < cases; i++) {
		set_case(exhaust, PART_SHARED, i);
		if (is_excluded(exhaust, PART_SHARED))
			continue;
		if (!find_places(exhaust, 0))
			return false;
		if (exhaust->places[0].n && (!find_places(exhaust, 1) || may_meet(exhaust)))
			return false;
	}
	return true;
}

static bool is_sided(const struct tape *tape)
{
	enum part first = tape->steps.at[tape->offset[0]].part, second = tape->steps.at[tape->offset[1]].part;
	return (first == PART_SHARED || first == PART_FIRST) && (second == PART_SHARED || second == PART_SECOND);
}

static bool attempt(struct exhaust *exhaust)
{
	exhaust->less = *exhaust->query;
	exhaust->less.facts = NULL;
	exhaust->less.conditions.at = NULL;
	exhaust->less.conditions.n = exhaust->less.conditions.room = 0;
	exhaust->more = exhaust->inputs = exhaust->met = false;
	vec_each(each, &exhaust->query->conditions)
		take_condition(exhaust, *each);
	exhaust->tape = tape_new(exhaust->arena, &exhaust->less, MOST_TERMS);
	bool proved =
		exhaust->tape && is_sided(exhaust->tape) && fill_axes(exhaust) && refuted(exhaust);
	effort_count(exhaust->tape ? exhaust->tape->done : 0);
	return proved;
}

enum exhausted exhaust(const struct query *query, struct answer *answer)
{
	struct exhaust exhaust = { .arena = arena_new(), .query = query };
	bool proved = false;
	assert(query->offset[0]);
	for (unsigned i = 0; i < 2; i++)
		et_once(exhaust.arena, query->offset[i], add_leaf, &exhaust);
	for (unsigned i = 0; i < ATTEMPTS && !exhaust.opaque && !proved; i++) {
		size_t before = exhaust.symbols.n;
		if (i)
			widen(&exhaust);
		if (!i || exhaust.symbols.n > before)
			proved = attempt(&exhaust);
		if (!exhaust.more)
			break;
	}
	if (proved)
		*answer = (struct answer){ .kind = ANSWER_UNSAT };
	arena_free(exhaust.arena);
	return proved ? EXHAUST_PROVED : exhaust.met && !exhaust.inputs ? EXHAUST_MET : EXHAUST_OPEN;
}
