#include "hostanalysis/pass.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Conditions of many parts come from code that parses, searches and prints on
 * the way to a launch. They are replaced by unknown bits, the same for the
 * same condition, from the inside out, so that what depends on them stays readable and cheap;
 * in a value of many parts such bits stand for smaller conditions too. This only loses
 * information; what the bits stand for is kept for launches that would race without it.
 */

enum { MOST_PARTS = 48, MOST_OF_VALUE = 24, MOST_OF_CHOICE = 10 };

static void count(struct et_set *seen, const struct et *et, unsigned most, unsigned *n)
{
	if (*n > most || !et_set_add(seen, et))
		return;
	++*n;
	if (et->op != ET_APP)
		for (unsigned i = 0; i < et->nargs; i++)
			count(seen, et->arg[i], most, n);
}

static bool exceeds(struct root *root, const struct et *et, unsigned most)
{
	unsigned n = 0;
	count(et_set_new(root->pass->arena), et, most, &n);
	return n > most;
}

static void input_visit(void *data, const struct et *et)
{
	bool *input = data;
	*input |= (et->op == ET_SYM || et->op == ET_APP) && et->sym->kind == SYM_HOST;
}

/* In place of a condition: input, where it asks for some, else not modelled. */
static const struct et *unknown_bit(struct root *root, const struct et *cond)
{
	const struct et *known = ptrmap_get(root->trimmed, cond);
	bool input = false;
	if (known && known != cond)
		return known;
	et_once(root->pass->arena, cond, input_visit, &input);
	const struct et *bit = et_sym(root->pass->ets,
		symbol_new(root->pass->ets, input ? SYM_HOST : SYM_HAVOC, LEVEL_GRID, 1,
			"condition"));
	ptrmap_set(root->trimmed, cond, bit);
	struct trimmed_bit entry = { bit, cond };
	vec_push(root->pass->arena, &root->bits, entry);
	return bit;
}

static const struct et *shortened(struct root *root, const struct et *et)
{
	if (et->width == 1)
		return exceeds(root, et, MOST_PARTS) ? unknown_bit(root, et) : et;
	if (et->op != ET_ITE || !exceeds(root, et, MOST_OF_VALUE) ||
		!exceeds(root, et->arg[0], MOST_OF_CHOICE))
		return et;
	return et_ite(root->pass->ets, unknown_bit(root, et->arg[0]), et->arg[1], et->arg[2]);
}

static bool is_zero(const struct et *et)
{
	return et_is_const(et) && !et->value;
}

/* Is an address that of a block that `new` made: it throws where it has none. */
static bool is_new(struct root *root, const struct et *et)
{
	if (et->op != ET_SYM && et->op != ET_APP)
		return false;
	const struct host_alloc *alloc = ptrmap_get(root->pass->bases, et->sym);
	return alloc && alloc->function && !strncmp(alloc->function, "_Zn", 3) &&
	       !strstr(alloc->function, "nothrow");
}

/* Is the address of one of two choices null; NULL: not known from the choice. */
static const struct et *null_choice(struct root *root, const struct et *et)
{
	struct ets *ets = root->pass->ets;
	if (et_is_const(et))
		return et_bool(ets, !et->value);
	if (is_new(root, et))
		return et_bool(ets, false);
	if (et->op != ET_ITE)
		return NULL;
	const struct et *a = null_choice(root, et->arg[1]), *b = null_choice(root, et->arg[2]);
	return a && b ? et_ite(ets, et->arg[0], a, b) : NULL;
}

static const struct et *trimmed(struct root *root, const struct et *et)
{
	if (et->op == ET_SYM || et->op == ET_APP)
		base_own(root->pass, et);
	if (et->op == ET_SYM || et->op == ET_APP || !et->nargs)
		return et;
	const struct et *known = ptrmap_get(root->trimmed, et);
	if (known)
		return known;
	const struct et *result = et, *args[3];
	bool changed = false;
	assert(et->nargs <= 3);
	for (unsigned i = 0; i < et->nargs; i++) {
		args[i] = trimmed(root, et->arg[i]);
		changed |= args[i] != et->arg[i];
	}
	if (changed)
		result = et_rebuild(root->pass->ets, et, args);
	if (result->op == ET_EQ && result->arg[0]->width == 64 &&
		(is_zero(result->arg[1]) || is_zero(result->arg[0]))) {
		const struct et *null = null_choice(
			root, result->arg[is_zero(result->arg[0]) ? 1 : 0]);
		result = null ? null : result;
	}
	result = shortened(root, result);
	ptrmap_set(root->trimmed, et, result);
	return result;
}

const struct et *host_term(struct root *root, LLVMValueRef value)
{
	return trimmed(root, value_et(root->env, value));
}

static bool is_dropped(const struct et *short_one, const struct et *cond)
{
	return short_one->op == ET_SYM && short_one != cond;
}

const struct et *host_condition(struct root *root, const struct et *cond)
{
	const struct et *short_one = trimmed(root, cond);
	return is_dropped(short_one, cond) ? et_bool(root->pass->ets, true) : short_one;
}

const struct et *host_large_condition(struct root *root, const struct et *cond)
{
	const struct et *short_one = trimmed(root, cond);
	vec_each(entry, &root->bits)
		if (is_dropped(short_one, cond) && entry->bit == short_one)
			return entry->cond;
	return NULL;
}
