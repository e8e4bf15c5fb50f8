#include "solver/check_pair.h"

/*
 * Slots of rows: list[row * CAP + slot], where slot is what an addition of one found in the row's
 * counter and memory says which row that is. A constant bound that the code puts on the slot tells
 * that all slots below it occur, for some contents of that memory: so many threads may choose one row.
 */

struct symbols {
	struct arena *arena;
	VEC(const struct symbol *) at;
};

static const struct symbol *original(const struct symbol *sym)
{
	return sym->original ? sym->original : sym;
}

static void symbol_visit(void *data, const struct et *et)
{
	struct symbols *symbols = data;
	if ((et->op == ET_SYM || et->op == ET_APP) &&
		(et->sym->kind == SYM_LOAD || et->sym->kind == SYM_DATA))
		vec_push(symbols->arena, &symbols->at, original(et->sym));
}

/* Does memory that says where the counter lies also take part in the offset. */
static bool names_row(struct arena *arena, const struct et *counter, const struct et *offset)
{
	struct symbols of[2] = { { .arena = arena }, { .arena = arena } };
	et_each(et_set_new(arena), counter, symbol_visit, &of[0]);
	et_each(et_set_new(arena), offset, symbol_visit, &of[1]);
	vec_each(a, &of[0].at)
		vec_each(b, &of[1].at)
			if (*a == *b)
				return true;
	return false;
}

/* Is there a condition slot < constant, or slot <= constant. */
static bool is_bounded(const struct query *query, const struct et *slot)
{
	vec_each(each, &query->conditions) {
		const struct et *condition = *each;
		bool less = condition->op == ET_SLT || condition->op == ET_SLE ||
			    condition->op == ET_ULT || condition->op == ET_ULE;
		if (less && condition->arg[0] == slot && et_is_const(condition->arg[1]))
			return true;
	}
	return false;
}

/* How many threads the model's launch has. */
static double threads_of(struct check *check, const struct answer *answer)
{
	double threads = 1;
	for (unsigned i = 0; i < 3; i++) {
		uint64_t grid, block;
		if (!model_eval(check->kernel->arena, answer, check->launch->grid[i], &grid) ||
			!model_eval(check->kernel->arena, answer, check->launch->block[i], &block))
			return 0;
		threads *= (double)grid * (double)block;
	}
	return threads;
}

bool slot_occurs(struct check *check, const struct question *question,
	const struct answer *answer, const struct et *slot)
{
	struct arena *arena = check->kernel->arena;
	const struct access *counter = symbol_counter(check->kernel, slot->sym);
	uint64_t value;
	if (!counter || !is_bounded(&question->query, slot) ||
		!model_eval(arena, answer, slot, &value) ||
		(double)value + 1 >= threads_of(check, answer))
		return false;
	for (unsigned t = 0; t < 2; t++)
		if (!names_row(arena, counter->address, question->query.offset[t]))
			return false;
	return true;
}
