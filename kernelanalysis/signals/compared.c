#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

/* Waits that compare what they read with what was read elsewhere by a strong read. */

struct comparison {
	const struct kernel *kernel;
	const struct acquire *acquire;
	const struct access *read;
};

static void comparison_visit(void *data, const struct et *et)
{
	struct comparison *c = data;
	bool leaf = et->op == ET_SYM || et->op == ET_APP;
	LLVMValueRef origin = leaf && et->sym->kind == SYM_DATA
				      ? (LLVMValueRef)(uintptr_t)et->sym->origin : NULL;
	const struct access *read = origin ? access_at(c->kernel, origin) : NULL;
	bool changes = read && read->writes && !keeps_value(read);
	if (read && read != c->acquire->op && !changes && is_strong(read) &&
		read->object->space == SPACE_GLOBAL)
		c->read = read;
}

const struct et *compared_unknown(struct kernel *kernel, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	struct comparison c = { kernel, acquire, NULL };
	if (lock_only_read(acquire->op))
		et_once(kernel->arena, acquire->test, comparison_visit, &c);
	if (!c.read)
		return et_bool(ets, false);
	struct symbol *sym = symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 1,
		"a value read elsewhere, with which a wait compares");
	sym->loc = access_loc(kernel, c.read);
	return et_sym(ets, sym);
}
