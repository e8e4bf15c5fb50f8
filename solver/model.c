#include "solver/model.h"

static bool is_leaf(const struct et *et)
{
	return et->op == ET_SYM || et->op == ET_APP;
}

static bool same_args(const struct model_value *value, const uint64_t *args)
{
	for (unsigned i = 0; i < value->leaf->nargs; i++)
		if (value->args[i] != args[i])
			return false;
	return true;
}

/* The leaf itself, or another application of its function to equal arguments. */
static const struct model_value *find(
	const struct answer *answer, const struct et *leaf, const uint64_t *args)
{
	for (size_t i = 0; i < answer->model.n; i++) {
		const struct model_value *value = &answer->model.at[i];
		bool match = leaf->op == ET_SYM ? value->leaf == leaf :
						  value->leaf->op == ET_APP &&
							  value->leaf->sym == leaf->sym &&
							  value->leaf->nargs == leaf->nargs &&
							  same_args(value, args);
		if (match)
			return value;
	}
	return NULL;
}

static bool leaf_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct model_value *found = find(data, leaf, args);
	if (found)
		*value = found->value;
	return found;
}

bool model_eval(struct arena *scratch, const struct answer *answer, const struct et *et,
	uint64_t *value)
{
	struct answer copy = *answer;
	return et_eval(scratch, et, leaf_value, &copy, value);
}

void model_fill(struct answer *answer, struct arena *arena, const struct problem *problem,
	leaf_value_fn *value, void *data)
{
	struct arena *scratch = arena_new();
	answer->model.n = 0;
	vec_each(it, &problem->terms) {
		const struct et *et = *it;
		if (!is_leaf(et))
			continue;
		struct model_value entry = { .leaf = et };
		entry.args = arena_alloc(arena, et->nargs * sizeof(*entry.args));
		for (unsigned i = 0; i < et->nargs; i++)
			if (!model_eval(scratch, answer, et->arg[i], &entry.args[i]))
				bug("model_fill: argument without a value");
		entry.value = value(data, et) & mask_bits(et->width);
		vec_push(arena, &answer->model, entry);
	}
	arena_free(scratch);
}

/* Values of all terms and whether they are evaluated, parallel to problem->terms. */
struct run {
	const struct problem *problem;
	uint64_t *value;
	bool *active;
};

static uint64_t value_of(const struct run *run, const struct et *et)
{
	return run->value[problem_index(run->problem, et)];
}

static bool run_terms(struct run *run, const struct answer *answer)
{
	for (size_t i = 0; i < run->problem->terms.n; i++) {
		const struct et *et = run->problem->terms.at[i];
		uint64_t args[256];
		for (unsigned k = 0; k < et->nargs; k++)
			args[k] = value_of(run, et->arg[k]);
		if (et_is_const(et)) {
			run->value[i] = et->value;
		} else if (is_leaf(et)) {
			const struct model_value *found = find(answer, et, args);
			uint64_t own = 0;
			for (size_t k = 0; k < answer->model.n; k++)
				if (answer->model.at[k].leaf == et)
					own = answer->model.at[k].value;
			if (!found || found->value != own)
				return false;
			run->value[i] = own;
		} else {
			run->value[i] = et_fold((enum et_op)et->op, et->width,
				et->arg[et->nargs - 1]->width, args);
		}
	}
	return true;
}

static void activate(struct run *run, const struct et *et)
{
	run->active[problem_index(run->problem, et)] = true;
}

static void activate_arguments(struct run *run, const struct et *et)
{
	bool logic = et->width == 1 && (et->op == ET_AND || et->op == ET_OR);
	for (unsigned i = 0; i < et->nargs; i++) {
		if (logic && value_of(run, et->arg[1 - i]) == (et->op == ET_OR))
			continue;
		if (et->op == ET_ITE && i && value_of(run, et->arg[0]) != (i == 1))
			continue;
		activate(run, et->arg[i]);
	}
}

static bool in_width(int128 value, unsigned width, bool is_signed)
{
	int128 half = (int128)1 << (width - 1);
	return is_signed ? value >= -half && value < half : value >= 0 && value < 2 * half;
}

static int128 exact(const struct et *et, uint64_t a, uint64_t b, bool is_signed)
{
	unsigned width = et->width;
	int128 x = is_signed ? (int128)sign_extend(a, width) : (int128)a;
	int128 y = is_signed && et->op != ET_SHL ? (int128)sign_extend(b, width) : (int128)b;
	int128 result;
	if (et->op == ET_ADD)
		return x + y;
	if (et->op == ET_SUB)
		return x - y;
	if (et->op == ET_SHL)
		y = b < 63 ? (int128)1 << b : (int128)1 << 63;
	/* Unsigned 64-bit products need 128 bits and no sign: those are out of range anyway. */
	return __builtin_mul_overflow(x, y, &result) ? (int128)1 << 126 : result;
}

static bool defined(const struct run *run, const struct et *et)
{
	uint64_t b = et->nargs > 1 ? value_of(run, et->arg[1]) : 0;
	switch ((enum et_op)et->op) {
	case ET_UDIV:
	case ET_SDIV:
	case ET_UREM:
	case ET_SREM:
		return b != 0;
	case ET_SHL:
	case ET_LSHR:
	case ET_ASHR:
		if (b >= et->width)
			return false;
		break;
	case ET_ADD:
	case ET_SUB:
	case ET_MUL:
		break;
	case ET_CONST:
	case ET_SYM:
	case ET_APP:
	case ET_AND:
	case ET_OR:
	case ET_XOR:
	case ET_ZEXT:
	case ET_SEXT:
	case ET_TRUNC:
	case ET_EQ:
	case ET_ULT:
	case ET_ULE:
	case ET_SLT:
	case ET_SLE:
	case ET_ITE:
	case ET_OPS:
		return true;
	}
	uint64_t a = value_of(run, et->arg[0]);
	if ((et->flags & ET_NSW) && !in_width(exact(et, a, b, true), et->width, true))
		return false;
	return !(et->flags & ET_NUW) || in_width(exact(et, a, b, false), et->width, false);
}

static void activate_roots(struct run *run)
{
	const struct query *query = run->problem->query;
	for (size_t i = 0; i < query->conditions.n; i++)
		activate(run, query->conditions.at[i]);
	for (size_t i = 0; query->facts && i < query->facts->n; i++)
		activate(run, query->facts->at[i].cond);
	for (unsigned i = 0; i < 2 && query->offset[0]; i++)
		activate(run, query->offset[i]);
}

static bool run_defined(struct run *run)
{
	activate_roots(run);
	for (size_t i = run->problem->terms.n; i-- > 0;) {
		const struct et *et = run->problem->terms.at[i];
		if (!run->active[i])
			continue;
		if (!defined(run, et))
			return false;
		activate_arguments(run, et);
	}
	return true;
}

static bool holds(const struct answer *answer, struct arena *scratch, const struct et *cond)
{
	uint64_t value;
	return model_eval(scratch, answer, cond, &value) && value == 1;
}

static bool overlaps(const struct answer *answer, struct arena *scratch, const struct query *query)
{
	uint64_t offset[2];
	if (!query->offset[0])
		return true;
	for (unsigned i = 0; i < 2; i++)
		if (!model_eval(scratch, answer, query->offset[i], &offset[i]))
			return false;
	int64_t d = (int64_t)(offset[0] - offset[1]);
	return d < (int64_t)query->size[1] && -(int64_t)query->size[0] < d;
}

static bool all_hold(const struct answer *answer, struct arena *scratch, const struct query *query)
{
	for (size_t i = 0; i < query->conditions.n; i++)
		if (!holds(answer, scratch, query->conditions.at[i]))
			return false;
	for (size_t i = 0; query->facts && i < query->facts->n; i++)
		if (!holds(answer, scratch, query->facts->at[i].cond))
			return false;
	return overlaps(answer, scratch, query);
}

static bool in_bounds(const struct answer *answer)
{
	for (size_t i = 0; i < answer->model.n; i++) {
		const struct symbol *sym = answer->model.at[i].leaf->sym;
		int64_t value = sign_extend(answer->model.at[i].value, sym->width);
		if (sym->bounded && (value < sym->lo || value > sym->hi))
			return false;
	}
	return true;
}

bool model_check(const struct answer *answer, const struct problem *problem)
{
	struct arena *scratch = arena_new();
	size_t n = problem->terms.n + 1;
	struct run run = { .problem = problem };
	run.value = arena_alloc(scratch, n * sizeof(*run.value));
	run.active = arena_alloc(scratch, n * sizeof(*run.active));
	bool good = in_bounds(answer) && run_terms(&run, answer) && run_defined(&run) &&
		    all_hold(answer, scratch, problem->query);
	arena_free(scratch);
	return good;
}

const struct et *overlap_term(struct ets *ets, const struct query *query)
{
	if (!query->offset[0])
		return et_bool(ets, true);
	const struct et *d = et_binary(ets, ET_SUB, 0, query->offset[0], query->offset[1]);
	const struct et *to = et_const(ets, 64, query->size[1]);
	const struct et *from = et_const(ets, 64, 0 - (uint64_t)query->size[0]);
	return et_and(ets, et_binary(ets, ET_SLT, 0, d, to), et_binary(ets, ET_SLT, 0, from, d));
}

bool is_approximation(const struct et *leaf)
{
	return leaf->sym->kind == SYM_HAVOC || leaf->sym->kind == SYM_UNKNOWN;
}


static const struct et *known_value(void *data, struct ets *ets, const struct et *leaf)
{
	uint64_t args[256];
	if (is_approximation(leaf))
		return NULL;
	for (unsigned i = 0; i < leaf->nargs; i++) {
		if (!et_is_const(leaf->arg[i]))
			return NULL;
		args[i] = leaf->arg[i]->value;
	}
	const struct model_value *found = find(data, leaf, args);
	return found ? et_const(ets, leaf->width, found->value) : NULL;
}

static bool any_approximation(const struct answer *answer)
{
	for (size_t i = 0; i < answer->model.n; i++)
		if (is_approximation(answer->model.at[i].leaf))
			return true;
	return false;
}

const struct et *model_residual(const struct answer *answer, const struct problem *problem)
{
	const struct query *query = problem->query;
	struct ets *ets = query->ets;
	struct answer copy = *answer;
	if (!any_approximation(answer))
		return et_bool(ets, true);
	struct et_map *map = et_map_new(ets, known_value, &copy);
	const struct et *all = et_map_apply(map, overlap_term(ets, query));
	for (size_t i = 0; i < query->conditions.n; i++)
		all = et_and(ets, all, et_map_apply(map, query->conditions.at[i]));
	for (size_t i = 0; query->facts && i < query->facts->n; i++)
		all = et_and(ets, all, et_map_apply(map, query->facts->at[i].cond));
	return all;
}

static void find_culprit(void *data, const struct et *et)
{
	const struct symbol **culprit = data;
	if (is_leaf(et) && is_approximation(et) && !*culprit)
		*culprit = et->sym;
}

const struct symbol *model_culprit(struct arena *scratch, const struct et *residual)
{
	const struct symbol *culprit = NULL;
	et_each(et_set_new(scratch), residual, find_culprit, &culprit);
	assert(culprit || et_is_true(residual));
	return culprit;
}
