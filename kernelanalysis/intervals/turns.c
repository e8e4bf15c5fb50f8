#include "kernelanalysis/intervals/turns.h"

#include "expr/place.h"
#include "kernelanalysis/barriers/barriers.h"

/*
 * Terms in the first rounds of the loops around an operation. Where it is not known how often a loop inside
 * others goes round each time, this is a number of its own in all terms, and is tried with several ones: what is
 * made of anything else that is not known, such as the round of a loop whose rounds differ, has no value.
 */

static const unsigned guesses[] = { 1, 2, 3, 4, 5, 7, 1021 };
static const unsigned number_of_guesses[TURN_OPEN] = { 7, 3 };
#define MOST_FACTOR (INT64_C(1) << 40)

static bool counter_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct turn_rounds *rounds = data;
	(void)args;
	for (unsigned i = 0; leaf->op == ET_SYM && i < rounds->depth; i++) {
		if (leaf->sym != rounds->counter[i])
			continue;
		*value = rounds->at[i];
		return true;
	}
	for (unsigned i = 0; rounds->open && leaf->op == ET_SYM && i < rounds->open->n; i++) {
		if (leaf->sym != rounds->open->guessed[i])
			continue;
		*value = guesses[rounds->guess[i]];
		return true;
	}
	return false;
}

static const struct et *guessed_term(void *data, struct ets *ets, const struct et *term)
{
	const struct turn_open *open = data;
	for (unsigned i = 0; i < open->n; i++)
		if (term == open->count[i])
			return et_sym(ets, open->guessed[i]);
	return NULL;
}

bool turn_value_at(struct kernel *kernel, const struct et *term, const struct turn_rounds *rounds,
	uint64_t *value)
{
	struct turn_rounds data = *rounds;
	if (term && rounds->open)
		term = et_map_apply(rounds->open->map, term);
	return term && et_eval(kernel->arena, term, counter_value, &data, value);
}

bool turn_value(struct kernel *kernel, const struct et *term, const struct symbol *counter,
	uint64_t round, uint64_t *value)
{
	struct turn_rounds data = { .counter = { counter }, .at = { round }, .depth = counter != NULL };
	return turn_value_at(kernel, term, &data, value);
}

/* The largest constant factor, as far as a few rounds of it are still numbers. */
static void factor_visit(void *data, const struct et *et)
{
	int64_t *most = data;
	int64_t by = et->op == ET_MUL && et_is_const(et->arg[1]) ? et_signed(et->arg[1]) : 1;
	if (et->op == ET_SHL && et_is_const(et->arg[1]))
		by = INT64_C(1) << (et->arg[1]->value & 31);
	if (by > MOST_FACTOR || by < -MOST_FACTOR)
		by = MOST_FACTOR;
	by = by < 0 ? -by : by;
	*most = by > *most ? by : *most;
}

/* Does the operation with this constant say of later rounds what need not be seen in the first `few` ones. */
static bool says_later(const struct et *et, int64_t number, bool last, int64_t few)
{
	switch (et->op) {
	case ET_LSHR:
	case ET_ASHR:
		return last && UINT64_C(1) << (number & 63) > 2 * (uint64_t)few;
	case ET_AND:
		return number > few && (uint64_t)number & ((uint64_t)number + 1);
	case ET_EQ:
	case ET_ULT:
	case ET_ULE:
	case ET_SLT:
	case ET_SLE:
	case ET_UDIV:
	case ET_SDIV:
	case ET_UREM:
	case ET_SREM:
		return number > few || number < -few;
	default:
		return false;
	}
}

struct later {
	struct arena *arena;
	bool found;
};

static void later_visit(void *data, const struct et *et)
{
	struct later *later = data;
	for (unsigned i = 0; i < et->nargs && et->nargs == 2 && !later->found; i++) {
		int64_t most = 1;
		if (!et_is_const(et->arg[i]))
			continue;
		et_once(later->arena, et->arg[!i], factor_visit, &most);
		later->found = says_later(et, et_signed(et->arg[i]), i > 0, TURN_ROUNDS / 2 * most);
	}
}

bool turn_goes_on(struct kernel *kernel, const struct et *term, const struct turn_rounds *rounds)
{
	struct later later = { kernel->arena, false };
	if (rounds->open)
		term = et_map_apply(rounds->open->map, term);
	et_once(kernel->arena, term, later_visit, &later);
	return !later.found;
}

bool turn_element(struct kernel *kernel, LLVMValueRef object, const struct turn_rounds *rounds,
	uint64_t *index)
{
	place_list places = { 0 };
	const struct et *term = value_et(kernel->env, object);
	if (LLVMGetTypeKind(LLVMTypeOf(object)) == LLVMIntegerTypeKind)
		return turn_value_at(kernel, term, rounds, index) && *index < NAMED_BARRIERS;
	if (!address_places(kernel->ets, term, &places) || places.n != 1 ||
		!turn_value_at(kernel, cluster_in_block(kernel, places.at[0].offset), rounds, index))
		return false;
	*index = *index % CLUSTER_WINDOW / 8;
	return *index < TURN_ELEMENTS;
}

/* The limits of the open loops and of the outermost one, for a guess of each. */
static void set_limits(struct turn_rounds *rounds)
{
	enum { FEW_TURNS = 3 };
	const struct turn_open *open = rounds->open;
	uint64_t turns = TURN_ROUNDS;
	for (unsigned i = 0; i < open->n; i++) {
		uint64_t guess = guesses[rounds->guess[i]];
		bool few = guess <= TURN_ROUNDS;
		turns = few ? turns / guess : 0;
		rounds->limit[open->depth[i]] = few ? guess : TURN_ROUNDS;
	}
	turns = turns < FEW_TURNS ? FEW_TURNS : turns;
	rounds->limit[rounds->depth - 1] = turns < open->most ? turns : open->most;
}

/* Opens a loop of which it is not known how often it goes round; false: too many are open already, one of them as often, or its rounds differ. */
static bool open_loop(
	struct kernel *kernel, const struct loop *loop, const struct et *count, struct turn_rounds *rounds)
{
	for (const struct loop *around = loop->parent; count && around; around = around->parent)
		if (counts_round(kernel->env, around, count))
			return false;
	if (!count || (rounds->open && rounds->open->n == TURN_OPEN))
		return false;
	if (!rounds->open)
		rounds->open = arena_alloc(kernel->arena, sizeof(*rounds->open));
	struct turn_open *open = rounds->open;
	const struct et *number = count->op == ET_ZEXT ? count->arg[0] : count;
	if (open->n && open->count[0] == number)
		return false;
	unsigned i = open->n++;
	open->count[i] = number;
	open->depth[i] = rounds->depth;
	open->guessed[i] =
		symbol_new(kernel->ets, SYM_UNKNOWN, LEVEL_GRID, open->count[i]->width, "rounds of a loop");
	return true;
}

static void open_end(struct kernel *kernel, struct turn_rounds *rounds)
{
	struct turn_open *open = rounds->open;
	open->most = rounds->limit[rounds->depth - 1];
	open->map = et_map_new(kernel->ets, guessed_term, open);
	et_map_operations(open->map, guessed_term, open);
	set_limits(rounds);
}

bool turn_rounds_start(struct kernel *kernel, LLVMValueRef instruction, struct turn_rounds *rounds)
{
	const struct loop *loop = instruction_block(kernel->func, instruction)->loop;
	uint64_t all = 1;
	*rounds = (struct turn_rounds){ 0 };
	for (; loop; loop = loop->parent) {
		const struct et *count = loop_rounds(kernel->env, loop);
		bool few = count && et_is_const(count) && count->value <= TURN_ROUNDS;
		if (!few && loop->parent && !open_loop(kernel, loop, count, rounds))
			continue;
		if (rounds->depth == TURN_DEPTH)
			return false;
		uint64_t limit = few && count->value ? count->value : few ? 1 : TURN_ROUNDS;
		bool opened = !few && loop->parent;
		rounds->counter[rounds->depth] = kernel->env->loops[loop->index].counter;
		rounds->limit[rounds->depth++] = limit;
		all *= opened ? 1 : limit;
	}
	if (rounds->open)
		open_end(kernel, rounds);
	return all <= TURN_ROUNDS * TURN_ROUNDS;
}

bool turn_rounds_next(struct turn_rounds *rounds)
{
	for (unsigned i = 0; i < rounds->depth; i++) {
		if (++rounds->at[i] < rounds->limit[i])
			return true;
		rounds->at[i] = 0;
	}
	for (unsigned i = 0; rounds->open && i < rounds->open->n; i++) {
		if (++rounds->guess[i] < number_of_guesses[i]) {
			set_limits(rounds);
			return true;
		}
		rounds->guess[i] = 0;
	}
	return false;
}
