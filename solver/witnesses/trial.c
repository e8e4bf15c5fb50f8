#include "solver/witnesses/trial.h"

#include <assert.h>

#include "base/vec.h"

/*
 * Local search (Selman, Kautz and Cohen 1994, for terms in place of clauses): while some fact
 * fails, one symbol of it takes another value that makes it hold; of these the one that leaves the
 * fewest facts failing. All applications of a function have one value.
 */
#define MOVES 64
#define CHOICES 40
#define STEPS 20000 /* evaluations of facts, in all */
#define SYMBOLS 64

struct variable {
	const struct symbol *sym;
	uint64_t value;
	VEC(size_t) facts; /* those that mention it, by index */
	VEC(int64_t) choices;
};

struct trial {
	struct arena *arena;
	const fact_list *facts;
	VEC(struct variable) variables;
	size_t fact; /* being read */
	unsigned steps;
};

static struct variable *variable_of(struct trial *trial, const struct symbol *sym)
{
	vec_each(variable, &trial->variables) {
		if (variable->sym == sym)
			return variable;
	}
	return NULL;
}

static bool fits(const struct symbol *sym, int64_t value)
{
	int64_t most = sym->width < 2 ? 1 : (int64_t)(mask_bits(sym->width) >> 1);
	if (sym->bounded && (value < sym->lo || value > sym->hi))
		return false;
	return value <= most && value >= (sym->width < 2 ? 0 : -most);
}

static void add_choice(struct trial *trial, struct variable *variable, int64_t value)
{
	if (!fits(variable->sym, value) || variable->choices.n == CHOICES)
		return;
	vec_each(known, &variable->choices) {
		if (*known == value)
			return;
	}
	vec_push(trial->arena, &variable->choices, value);
}

static void read_leaf(void *data, const struct et *et)
{
	struct trial *trial = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	struct variable *variable = variable_of(trial, et->sym);
	if (!variable) {
		struct variable new = { .sym = et->sym };
		vec_push(trial->arena, &trial->variables, new);
		variable = &trial->variables.at[trial->variables.n - 1];
	}
	if (!variable->facts.n || variable->facts.at[variable->facts.n - 1] != trial->fact)
		vec_push(trial->arena, &variable->facts, trial->fact);
}

/* Constants of a fact are choices for the symbols of that fact. */
static void read_constant(void *data, const struct et *et)
{
	struct trial *trial = data;
	if (!et_is_const(et) || et->width == 1)
		return;
	vec_each(variable, &trial->variables) {
		if (variable->facts.at[variable->facts.n - 1] != trial->fact)
			continue;
		for (int64_t by = -1; by <= 1; by++)
			if (et_signed(et) < INT32_MAX && et_signed(et) > INT32_MIN)
				add_choice(trial, variable, et_signed(et) + by);
	}
}

static void add_common(struct trial *trial, struct variable *variable)
{
	static const int64_t common[] = { 1, 0, 2, 1024, 64, 4096, 1 << 20, 32, 16, 8, 4, 3, -1 };
	if (variable->sym->bounded)
		add_choice(trial, variable, variable->sym->lo);
	for (size_t i = 0; i < sizeof(common) / sizeof(*common); i++)
		add_choice(trial, variable, common[i]);
}

static bool read_facts(struct trial *trial)
{
	for (trial->fact = 0; trial->fact < trial->facts->n; trial->fact++) {
		const struct et *cond = trial->facts->at[trial->fact].cond;
		et_once(trial->arena, cond, read_leaf, trial);
		if (trial->variables.n > SYMBOLS)
			return false;
		et_once(trial->arena, cond, read_constant, trial);
	}
	vec_each(variable, &trial->variables) {
		add_common(trial, variable);
		if (!variable->choices.n)
			return false;
		variable->value = (uint64_t)(fits(variable->sym, 1) ? 1 : variable->choices.at[0]) &
				  mask_bits(variable->sym->width);
	}
	return true;
}

static bool value_of(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	(void)args;
	const struct variable *variable = variable_of(data, leaf->sym);
	assert(variable);
	*value = variable->value;
	return true;
}

static bool holds(struct trial *trial, size_t fact)
{
	struct arena *scratch = arena_new();
	uint64_t value = 0;
	bool known = et_eval(scratch, trial->facts->at[fact].cond, value_of, trial, &value);
	arena_free(scratch);
	trial->steps++;
	return known && value;
}

static size_t failing(struct trial *trial, const struct variable *variable, size_t most)
{
	size_t n = 0;
	vec_each(fact, &variable->facts) {
		n += !holds(trial, *fact);
		if (n >= most)
			break;
	}
	return n;
}

/* The best value of a variable that makes the fact hold; how many facts then fail, or SIZE_MAX. */
static size_t best_choice(
	struct trial *trial, size_t fact, struct variable *variable, uint64_t *best)
{
	uint64_t before = variable->value;
	size_t fewest = SIZE_MAX;
	vec_each(choice, &variable->choices) {
		variable->value = (uint64_t)*choice & mask_bits(variable->sym->width);
		if (variable->value == before || !holds(trial, fact))
			continue;
		size_t n = failing(trial, variable, fewest);
		if (n < fewest) {
			fewest = n;
			*best = variable->value;
		}
		if (!n || trial->steps > STEPS)
			break;
	}
	variable->value = before;
	return fewest;
}

static bool mentions(const struct variable *variable, size_t fact)
{
	vec_each(own, &variable->facts) {
		if (*own == fact)
			return true;
	}
	return false;
}

/* Makes a failing fact hold by one change; false when none does. */
static bool repair(struct trial *trial, size_t fact)
{
	struct variable *chosen = NULL;
	size_t fewest = SIZE_MAX;
	uint64_t value = 0;
	vec_each(variable, &trial->variables) {
		uint64_t best = 0;
		if (!mentions(variable, fact) || !fewest)
			continue;
		size_t n = best_choice(trial, fact, variable, &best);
		if (n >= fewest)
			continue;
		fewest = n;
		chosen = variable;
		value = best;
	}
	if (chosen)
		chosen->value = value;
	return chosen;
}

static bool search(struct trial *trial)
{
	for (unsigned move = 0; move < MOVES && trial->steps < STEPS; move++) {
		size_t fact = 0;
		while (fact < trial->facts->n && holds(trial, fact))
			fact++;
		if (fact == trial->facts->n)
			return true;
		if (!repair(trial, fact))
			return false;
	}
	return false;
}

bool trial_holds(const fact_list *facts)
{
	struct trial trial = { .arena = arena_new(), .facts = facts };
	bool found = read_facts(&trial) && search(&trial);
	arena_free(trial.arena);
	return found;
}
