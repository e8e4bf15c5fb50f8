#include "kernelanalysis/draws/drawing.h"
#include "kernelanalysis/draws/swapped_draws.h"

/* Draws by compare-and-swap: a thread's own, and those that one thread tells its block. */

struct tried {
	const struct symbol *sym;
};

static void tried_visit(void *data, const struct et *et)
{
	struct tried *tried = data;
	bool own = (et->op == ET_SYM || et->op == ET_APP) && et->sym->level > LEVEL_BLOCK &&
		   et->sym->kind != SYM_LOOP && et->sym->builtin == BUILTIN_NONE;
	if (own && !tried->sym)
		tried->sym = et->sym;
}

/* Condition for who always comes to a block, as all loops end, to come there on a way that there is. */
static const struct et *comes_by_a_way(struct kernel *kernel, const struct block *block)
{
	return et_or(kernel->ets, et_not(kernel->ets, reached_by_progress(kernel, block)),
		value_reach(kernel->env, block));
}

/* Whoever stores the number has come to the store: says so of the thread that draws for its block. */
static void say_stored(struct drawing *d, const struct draw *own, const struct elected *elected)
{
	struct kernel *kernel = d->kernel;
	vec_each(each, &kernel->accesses) {
		const struct access *store = *each;
		if (store->type != ACCESS_WRITE || !store->stored || store->block->loop != elected->loop ||
			!et_mentions(kernel->arena, value_et(kernel->env, store->stored), own->found))
			continue;
		const struct et *comes =
			elected_term(kernel, elected, comes_by_a_way(kernel, store->block));
		for (unsigned t = 0; comes && t < 2; t++)
			drawing_say(d, drawn_term(d, comes, t));
	}
}

static void push_elected(struct drawing *d, draw_list *list, const struct draw *own)
{
	struct kernel *kernel = d->kernel;
	struct tried tried = { NULL };
	et_once(kernel->arena, own->found, tried_visit, &tried);
	size_t n = kernel->elected.n;
	for (size_t i = 0; tried.sym && i < n; i++) {
		const struct elected elected = kernel->elected.at[i];
		struct draw draw = *own;
		if (elected.sym != tried.sym)
			continue;
		draw.found = elected_term(kernel, &elected, own->found);
		draw.amount = elected_term(kernel, &elected, own->amount);
		draw.changes = elected_term(kernel, &elected, own->changes);
		draw.elected = true;
		if (!draw.found || !draw.amount || !draw.changes)
			continue;
		draw_push(kernel, list, &draw);
		say_stored(d, own, &elected);
	}
}

void draws_swapped(struct drawing *d, draw_list *list, const struct access *counter)
{
	struct kernel *kernel = d->kernel;
	struct swapped_draw found;
	bool blocks = !d->pair || d->pair->interval->kind == RACE_INTER_BLOCK;
	if (counter->scope < (blocks ? SCOPE_DEVICE : SCOPE_BLOCK) ||
		(blocks && counter->object->space == SPACE_SHARED) ||
		!swapped_draw_of(kernel, counter, &found))
		return;
	struct draw draw = { .counter = counter, .found = found.found, .amount = found.amount,
		.changes = found.changes, .down = found.down, .swapped = true,
		.turned = d->pair ? counter_turned(d, counter) : NULL };
	if (draw.turned && et_is_true(draw.turned))
		return;
	draw_push(kernel, list, &draw);
	if (d->pair && blocks && term_is_common(counter->address, LEVEL_BLOCK))
		push_elected(d, list, &draw);
}
