#include "kernelanalysis/pairs/pair.h"

#include "kernelanalysis/pairs/order.h"

/*
 * Renaming of terms for two threads: what all threads in question share stays
 * one symbol, the rest gets a copy per thread. Loop counters follow from the
 * way the instance was met on (interval.c).
 */

struct renaming {
	struct kernel *kernel;
	const struct interval *interval;
	unsigned copy; /* 1 or 2 */
	uint32_t state;
	enum level shared;	  /* symbols of at most this level are shared */
	struct ptrmap *copies[4]; /* symbol -> its copy, by copy */
};

static const struct symbol *copy_of(
	struct renaming *renaming, const struct symbol *sym, unsigned copy)
{
	struct ptrmap *copies = renaming->copies[copy];
	struct symbol *twin = ptrmap_get(copies, sym);
	if (twin)
		return twin;
	twin = symbol_new(renaming->kernel->ets, sym->kind, sym->level, sym->width, sym->name);
	uint32_t id = twin->id;
	*twin = *sym;
	twin->id = id;
	twin->copy = (uint8_t)copy;
	twin->original = sym->original ? sym->original : sym;
	ptrmap_set(copies, sym, twin);
	return twin;
}

/* The loop's counter at the interval's point: shared by both threads. */
static const struct et *counter_at_point(struct renaming *renaming, const struct symbol *counter)
{
	return et_sym(renaming->kernel->ets, copy_of(renaming, counter, 0));
}

static const struct et *own(struct renaming *renaming, const struct symbol *sym)
{
	return et_sym(renaming->kernel->ets, copy_of(renaming, sym, renaming->copy));
}

/*
 * The thread's counter of a loop that it finished before the interval's point. Not own(), which
 * is that of the rounds it makes after the point, where the loop is entered again.
 */
static const struct et *own_at_point(struct renaming *renaming, const struct symbol *counter)
{
	return own(renaming, copy_of(renaming, counter, 0));
}

/*
 * Does the way to the instance enter a loop that is not around the point. A loop that
 * lies before the point is only reached by a new round of a loop around both.
 */
static bool enters(const struct renaming *renaming, const struct loop *loop)
{
	const struct interval *interval = renaming->interval;
	if (!interval->reached[loop->index])
		return false;
	if (!interval->point || loop->header->index > interval->point->block->index)
		return true;
	for (const struct loop *around = loop->parent; around; around = around->parent) {
		unsigned state = interval_loop_state(interval, around, renaming->state);
		if (state != LOOP_OUTSIDE)
			return state != 0;
	}
	return true;
}

static const struct et *counter_term(struct renaming *renaming, const struct et *leaf)
{
	struct ets *ets = renaming->kernel->ets;
	const struct loop *loop = leaf->sym->origin;
	const struct interval *interval = renaming->interval;
	unsigned state = interval_loop_state(interval, loop, renaming->state);
	const struct et *one = et_const(ets, 64, 1);
	switch (state) {
	case 0:
		return counter_at_point(renaming, leaf->sym);
	case 1:
		return et_binary(ets, ET_ADD, ET_NSW, counter_at_point(renaming, leaf->sym), one);
	case LOOP_MANY: {
		const struct et *at = counter_at_point(renaming, leaf->sym);
		at = et_binary(ets, ET_ADD, ET_NSW, at, one);
		return et_binary(ets, ET_ADD, ET_NSW, at, own(renaming, leaf->sym));
	}
	case LOOP_OUTSIDE:
		break;
	default:
		return interval->free_loop[loop->index] ? own(renaming, leaf->sym)
							: et_const(ets, 64, 0);
	}
	if (enters(renaming, loop))
		return interval->free_loop[loop->index] ? own(renaming, leaf->sym)
							: et_const(ets, 64, 0);
	bool finished =
		interval->point && loop_exit_level(renaming->kernel, loop) <= renaming->shared;
	return finished ? counter_at_point(renaming, leaf->sym) : own_at_point(renaming, leaf->sym);
}

static const struct et *rename_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct renaming *renaming = data;
	const struct symbol *sym = leaf->sym;
	if (sym->kind == SYM_LOOP && sym->level == LEVEL_THREAD)
		return counter_term(renaming, leaf);
	if (sym->level <= renaming->shared)
		return NULL;
	const struct symbol *twin = copy_of(renaming, sym, renaming->copy);
	return et_app(ets, twin, leaf->nargs, leaf->arg);
}

static void copies_fill(struct kernel *kernel, struct renaming *renaming)
{
	for (unsigned i = 0; i < sizeof(kernel->copies) / sizeof(*kernel->copies); i++) {
		if (!kernel->copies[i])
			kernel->copies[i] = ptrmap_new(kernel->arena);
		renaming->copies[i] = kernel->copies[i];
	}
}

static const struct et *other_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct renaming *renaming = data;
	if (leaf->sym->level == LEVEL_GRID || leaf->sym->copy)
		return NULL;
	const struct symbol *twin = copy_of(renaming, leaf->sym, renaming->copy);
	return et_app(ets, twin, leaf->nargs, leaf->arg);
}

struct et_map *another_thread_map(struct kernel *kernel)
{
	struct renaming *renaming = arena_alloc(kernel->arena, sizeof(*renaming));
	*renaming = (struct renaming){ .kernel = kernel, .copy = THIRD, .shared = LEVEL_GRID };
	renaming->copies[THIRD] = ptrmap_new(kernel->arena);
	return et_map_new(kernel->ets, other_leaf, renaming);
}

struct et_map *other_thread_map(struct kernel *kernel, unsigned index)
{
	assert(index <= kernel->others.n);
	if (index == kernel->others.n)
		vec_push(kernel->arena, &kernel->others, another_thread_map(kernel));
	return kernel->others.at[index];
}

enum level shared_level(enum race_kind kind, unsigned copy)
{
	if (kind == RACE_INTER_BLOCK)
		return LEVEL_GRID;
	return kind == RACE_INTRA_BLOCK || copy == THIRD ? LEVEL_BLOCK : LEVEL_WARP;
}

struct et_map *renaming_map(
	struct kernel *kernel, struct interval *interval, uint32_t state, unsigned copy)
{
	state &= ~(INSTANCE_PARTIAL | INSTANCE_FLIGHT | INSTANCE_CROSSED);
	vec_each(known, &interval->renamings) {
		if (known->state == state && known->copy == copy)
			return known->map;
	}
	struct renaming *renaming = arena_alloc(kernel->arena, sizeof(*renaming));
	*renaming = (struct renaming){
		.kernel = kernel, .interval = interval, .copy = copy, .state = state
	};
	renaming->shared = shared_level(interval->kind, copy);
	copies_fill(kernel, renaming);
	struct et_map *map = et_map_new(kernel->ets, rename_leaf, renaming);
	struct interval_renaming entry = { state, copy, map };
	vec_push(kernel->arena, &interval->renamings, entry);
	return map;
}

const struct et *apply(struct et_map *launch, struct et_map *map, const struct et *term)
{
	if (!term)
		return NULL;
	return et_map_apply(map, launch ? et_map_apply(launch, term) : term);
}
