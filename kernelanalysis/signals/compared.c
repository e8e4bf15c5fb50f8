#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

/* Waits that compare what they read with what was read elsewhere by a strong read. */

typedef VEC(const struct et *) et_list;

enum { MOST_OTHERS = 4, MOST_WRITTEN = 4 };

struct comparison {
	const struct kernel *kernel;
	const struct access *op;   /* the wait's own read */
	const struct access *read; /* the one found */
	const struct et *leaf;	   /* what it found, in the test */
	const struct et *name;	   /* a symbol for that */
};

/* The strong read elsewhere that the leaf is what was found by; NULL: none. */
static const struct access *other_read(
	const struct kernel *kernel, const struct access *op, const struct et *leaf)
{
	bool is_leaf = leaf->op == ET_SYM || leaf->op == ET_APP;
	LLVMValueRef origin = is_leaf && leaf->sym->kind == SYM_DATA
				      ? (LLVMValueRef)(uintptr_t)leaf->sym->origin
				      : NULL;
	const struct access *read = origin ? access_at(kernel, origin) : NULL;
	bool changes = read && read->writes && !keeps_value(read);
	return read && read != op && !changes && is_strong(read) &&
			       read->object->space == SPACE_GLOBAL
		       ? read
		       : NULL;
}

static void comparison_visit(void *data, const struct et *et)
{
	struct comparison *c = data;
	const struct access *read = other_read(c->kernel, c->op, et);
	if (!read)
		return;
	c->read = read;
	c->leaf = et;
}

static struct comparison comparison_in(
	struct kernel *kernel, const struct access *op, const struct et *test)
{
	struct comparison c = { kernel, op, NULL, NULL, NULL };
	if (lock_only_read(op))
		et_once(kernel->arena, test, comparison_visit, &c);
	return c;
}

/* The constants that the kernel writes where the access reads; false: other numbers, or too many.
 */
static bool constants_written(struct kernel *kernel, const struct access *read, et_list *written)
{
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each;
		if (!access_writes(write) || keeps_value(write) || !at_one_place(write, read))
			continue;
		const struct et *value = write->rmw == RMW_OR ? NULL : value_written(kernel, write);
		if (!value || !et_is_const(value) || value->width != read->size * 8 ||
			written->n == MOST_WRITTEN)
			return false;
		vec_push(kernel->arena, written, value);
	}
	return true;
}

static const struct et *leaf_named(void *data, struct ets *ets, const struct et *leaf)
{
	const struct comparison *c = data;
	(void)ets;
	return leaf == c->leaf ? c->name : NULL;
}

const struct et *compared_any(struct kernel *kernel, const struct access *op, const struct et *test)
{
	struct ets *ets = kernel->ets;
	for (unsigned others = 0; others < MOST_OTHERS; others++) {
		struct comparison c = comparison_in(kernel, op, test);
		et_list written = { 0 };
		if (!c.read || c.leaf->width != c.read->size * 8 || at_one_place(c.read, op) ||
			!constants_written(kernel, c.read, &written))
			break;
		const struct symbol *found = symbol_new(
			ets, SYM_DATA, LEVEL_GRID, c.leaf->width, "a word read elsewhere");
		c.name = et_sym(ets, found);
		const struct et *named = et_map_once(ets, test, leaf_named, &c);
		const struct et *any = begun_satisfies(kernel, c.read, named, found);
		vec_each(value, &written)
			any = et_or(ets, any, with_value(ets, named, found, *value));
		test = any;
	}
	return test;
}

const struct et *compared_unknown(struct kernel *kernel, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	struct comparison c = comparison_in(kernel, acquire->op, acquire->test);
	if (!c.read)
		return et_bool(ets, false);
	struct symbol *sym = symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 1,
		"a value read elsewhere, with which a wait compares");
	sym->loc = access_loc(kernel, c.read);
	return et_sym(ets, sym);
}
