#include "kernelanalysis/draws/drawing.h"

/*
 * Numbers that were drawn in other rounds than the one that the pair's threads are in, as who draws the next one before it works on the
 * last. What is found at a counter that only ever grows is apart whenever it was found.
 */

enum { MOST_ROUNDS = 8 };

struct searching {
	const struct et *found; /* in the round that the thread is in */
	const struct et *others[MOST_ROUNDS];
	unsigned n;
};

static void find_round(void *data, const struct et *et)
{
	struct searching *searching = data;
	if (et->op == ET_APP && et->sym == searching->found->sym && et != searching->found &&
		searching->n < MOST_ROUNDS)
		searching->others[searching->n++] = et;
}

static struct searching search(const struct drawing *d, const struct et *found)
{
	const struct access *accesses[] = { d->pair->a.access, d->pair->b.access };
	struct searching searching = { .found = found };
	struct et_set *seen = et_set_new(d->kernel->arena);
	for (unsigned i = 0; i < 2; i++) {
		et_each(seen, accesses[i]->address, find_round, &searching);
		et_each(seen, accesses[i]->guard, find_round, &searching);
	}
	return searching;
}

static void round_visit(void *data, const struct et *et)
{
	bool *found = data;
	*found |= (et->op == ET_SYM || et->op == ET_APP) && et->sym->kind == SYM_LOOP;
}

static bool has_rounds(const struct drawing *d, const struct et *term)
{
	bool found = false;
	et_once(d->kernel->arena, term, round_visit, &found);
	return found;
}

/* Are its numbers apart in whatever round of whatever loop, at one counter that no round or thread chooses. */
static bool is_apart_always(const struct drawing *d, const struct draw *draw)
{
	return draw->found->op == ET_APP && !draw->lanes && !draw->changes && !draw->swapped &&
	       draw->counter->rmw == RMW_ADD && counter_only_grows(d->kernel, draw->counter) &&
	       et_is_const(draw->amount) && term_is_common(draw->counter->address, LEVEL_GRID) &&
	       !has_rounds(d, draw->counter->address);
}

void draws_of_rounds(const struct drawing *d, draw_list *list)
{
	size_t n = list->n;
	for (size_t i = 0; i < n; i++) {
		struct draw draw = list->at[i];
		if (!is_apart_always(d, &draw))
			continue;
		struct searching searching = search(d, draw.found);
		for (unsigned j = 0; j < searching.n; j++) {
			draw.found = searching.others[j];
			draw_push(d->kernel, list, &draw);
		}
	}
}
