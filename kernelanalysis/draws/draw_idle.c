#include "kernelanalysis/draws/drawing.h"

/*
 * Draws that nothing is asked of: no condition or address of the pair depends on what was found, nor does what others add. That such
 * numbers are apart need not be said, which is most of what could be where a kernel has many counters.
 */

/* A draw's number, as it is and as the pair's threads have it. */
struct number {
	struct draw *draw;
	const struct symbol *sym[3];
};

struct idling {
	VEC(struct number) numbers;
};

static bool is_number(const struct number *number, const struct symbol *sym)
{
	for (unsigned i = 0; i < 3; i++)
		if (sym == number->sym[i] || sym->original == number->sym[i])
			return true;
	return false;
}

static void find_numbers(void *data, const struct et *et)
{
	const struct idling *idling = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	vec_each(number, &idling->numbers)
		if (number->draw->idle && is_number(number, et->sym))
			number->draw->idle = false;
}

/* It may be idle if its number is a symbol by which it is found. */
static void add(const struct drawing *d, struct idling *idling, struct draw *draw)
{
	const struct et *terms[] = { draw->word, drawn_term(d, draw->word, 0), drawn_term(d, draw->word, 1) };
	struct number number = { .draw = draw };
	for (unsigned i = 0; i < 3; i++) {
		if (draw->swapped || (terms[i]->op != ET_SYM && terms[i]->op != ET_APP))
			return;
		number.sym[i] = terms[i]->sym;
	}
	draw->idle = true;
	vec_push(d->kernel->arena, &idling->numbers, number);
}

void draws_find_idle(const struct drawing *d, draw_list *list)
{
	struct idling idling = { .numbers = { 0 } };
	struct et_set *seen = et_set_new(d->kernel->arena);
	vec_each(draw, list)
		add(d, &idling, draw);
	vec_each(condition, &d->terms->conditions)
		et_each(seen, *condition, find_numbers, &idling);
	for (unsigned t = 0; t < 2; t++)
		et_each(seen, d->terms->address[t], find_numbers, &idling);
	vec_each(draw, list)
		if (!et_is_const(draw->amount))
			et_each(seen, draw->amount, find_numbers, &idling);
}
