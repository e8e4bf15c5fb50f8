#include "kernelanalysis/sums/sums.h"

#include <llvm-c/Target.h>

/*
 * Shared memory of the block that is run: cells of up to 8 bytes. A value is read only where it was written before a barrier
 * that both threads passed; where a thread writes what another has read with no barrier between, all fails.
 */

enum { NOBODY = -1, SEVERAL = -2, OF_WARP = -3 /* and less: lanes of warp 0, 1, ... */ };

struct touch {
	int who; /* thread, or one of the above */
	unsigned epoch, warp_epoch;
};

struct cell {
	struct sum_value value;
	unsigned size; /* 0: not touched yet */
	struct touch written, read;
};

struct sum_object {
	const struct object *object;
	struct cell *cells; /* by byte */
	size_t size;
	unsigned scattered, used; /* epochs when something was written somewhere, when a value was read */
};

enum { LARGEST = 1 << 16, DYNAMIC = 48 << 10, WORD = 8 };

static size_t object_size(const struct kernel *kernel, const struct object *object)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel->llvm));
	size_t size = LLVMABISizeOfType(data, LLVMGlobalGetValueType(object->value));
	return size < WORD ? DYNAMIC : size < LARGEST ? size : LARGEST;
}

static unsigned object_index(struct sums *m, const struct object *object)
{
	for (unsigned i = 0; i < m->objects.n; i++)
		if (m->objects.at[i]->object == object)
			return i;
	struct sum_object *new = arena_alloc(m->arena, sizeof(*new));
	new->object = object;
	new->size = object_size(m->kernel, object);
	new->cells = arena_alloc(m->arena, new->size * sizeof(*new->cells));
	vec_push(m->arena, &m->objects, new);
	return (unsigned)m->objects.n - 1;
}

struct sum_value sum_place(struct sums *m, const struct object *object, uint64_t offset)
{
	return (struct sum_value){ .kind = SUM_PLACE, .of = object_index(m, object), .number = offset };
}

/* Did the thread pass a barrier since that, with whoever did it. */
static bool is_past(const struct sums *m, const struct touch *touch, unsigned thread)
{
	unsigned warp = thread / EXTENT_WARP;
	if (touch->epoch < m->epoch || touch->who == NOBODY || touch->who == (int)thread)
		return true;
	bool together = touch->who == OF_WARP - (int)warp ||
			(touch->who >= 0 && (unsigned)touch->who / EXTENT_WARP == warp);
	return together && touch->warp_epoch < m->warp_epoch[warp];
}

static void touched(const struct sums *m, struct touch *touch, unsigned thread)
{
	unsigned warp = thread / EXTENT_WARP;
	bool first = is_past(m, touch, thread);
	bool together = touch->who == OF_WARP - (int)warp ||
			(touch->who >= 0 && (unsigned)touch->who / EXTENT_WARP == warp);
	touch->who = first ? (int)thread : together ? OF_WARP - (int)warp : SEVERAL;
	touch->epoch = m->epoch;
	touch->warp_epoch = m->warp_epoch[warp];
}

static struct cell *cell_at(struct sum_object *object, uint64_t offset, unsigned size)
{
	struct cell *cell = &object->cells[offset];
	if (!cell->size) {
		cell->size = size;
		cell->written.who = cell->read.who = NOBODY;
	}
	return cell;
}

static bool is_inside(const struct sum_object *object, uint64_t offset, unsigned size)
{
	return size && size <= WORD && offset < object->size && object->size - offset >= size;
}

/* The next cell from *from on that shares a byte with the range; NULL: none. */
static struct cell *next_overlap(
	struct sum_object *object, uint64_t offset, unsigned size, uint64_t *from)
{
	for (; *from < offset + size && *from < object->size; ++*from) {
		struct cell *cell = &object->cells[*from];
		if (cell->size && *from + cell->size > offset)
			return &object->cells[(*from)++];
	}
	return NULL;
}

static uint64_t first_overlap(uint64_t offset)
{
	return offset < WORD ? 0 : offset - WORD + 1;
}

struct sum_value sum_load(struct sums *m, struct sum_value pointer, unsigned size, unsigned thread)
{
	struct sum_object *object = m->objects.at[pointer.of];
	if (pointer.kind != SUM_PLACE || !is_inside(object, pointer.number, size) ||
		object->scattered == m->epoch)
		return (struct sum_value){ .kind = SUM_ANY };
	struct cell *cell = &object->cells[pointer.number];
	if (cell->size != size || cell->value.kind == SUM_ANY || !is_past(m, &cell->written, thread))
		return (struct sum_value){ .kind = SUM_ANY };
	touched(m, &cell->read, thread);
	object->used = m->epoch;
	return cell->value;
}

/* Writes the cell, with other threads' values in it where nothing puts the two into an order. */
static void write_cell(
	struct sums *m, struct cell *cell, unsigned thread, struct sum_value value)
{
	if (!is_past(m, &cell->read, thread))
		m->failed = "a value is read that may have been written over";
	bool ordered = is_past(m, &cell->written, thread);
	touched(m, &cell->written, thread);
	if (!ordered)
		cell->written.who = SEVERAL;
	cell->value = ordered && (!m->doubted || sum_same(cell->value, value))
			      ? value
			      : (struct sum_value){ .kind = SUM_ANY };
}

static void scatter(struct sums *m, struct sum_object *object)
{
	if (object->used == m->epoch)
		m->failed = "a value is read where something may be written at that time";
	object->scattered = m->epoch;
	for (size_t i = 0; i < object->size; i++)
		object->cells[i].value.kind = SUM_ANY;
}

void sum_store(struct sums *m, struct sum_value pointer, unsigned size, unsigned thread,
	struct sum_value value)
{
	struct sum_object *object = m->objects.at[pointer.of];
	if (pointer.kind != SUM_PLACE || !is_inside(object, pointer.number, size)) {
		scatter(m, object);
		return;
	}
	if (object->scattered == m->epoch)
		value.kind = SUM_ANY;
	struct cell *own = cell_at(object, pointer.number, size), *cell;
	bool fits = own->size == size;
	uint64_t from = first_overlap(pointer.number);
	while ((cell = next_overlap(object, pointer.number, size, &from)))
		write_cell(m, cell, thread,
			cell == own && fits ? value : (struct sum_value){ .kind = SUM_ANY });
}

void sum_forget(struct sums *m)
{
	vec_each(object, &m->objects)
		scatter(m, *object);
}
