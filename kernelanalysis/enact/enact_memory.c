#include <string.h>

#include "kernelanalysis/enact/enact_internal.h"

/* Memory by bytes, with who wrote and read each last; two accesses that nothing orders end the run. */

static const struct enact_value unknown;

enum { ACCESS_STEPS = 4 }; /* instructions that an access takes as long as */

struct touch {
	const struct enact_insn *insn; /* NULL: nobody */
	unsigned block, thread, epoch, clock;
	uint64_t start; /* first byte of the access */
	bool raw;       /* its address */
};

struct byte {
	struct touch write, read[2];
	uint8_t value;
	bool begun, known;
	unsigned raw;
};

/* An access under way. */
struct visit {
	struct enact *e;
	struct enact_region *region;
	unsigned index; /* its number */
	struct touch as;
	const struct enact_player *player;
};

/* As a pointer whose last bits say nothing, which is what the map is made for. */
static const void *page_key(uint64_t offset)
{
	return (const void *)(uintptr_t)((offset / ENACT_PAGE + 1) << 3);
}

static struct byte *byte_at(struct enact *e, struct enact_region *region, uint64_t offset)
{
	const void *key = page_key(offset);
	if (region->last_key != key) {
		struct byte *page = ptrmap_get(region->pages, key);
		if (!page) {
			page = arena_alloc(e->arena, ENACT_PAGE * sizeof(*page));
			ptrmap_set(region->pages, key, page);
		}
		region->last_key = key;
		region->last = page;
	}
	return &region->last[offset % ENACT_PAGE];
}

/* False: the address is none that is known, or outside; this ends the run. */
static bool visit_begin(struct visit *visit, struct enact *e, const struct enact_player *player,
	const struct enact_insn *insn, struct enact_value address)
{
	uint64_t index = address.bits >> ENACT_SHIFT;
	uint64_t start = address.bits - (index << ENACT_SHIFT) - ENACT_ZERO;
	*e->steps -= *e->steps < ACCESS_STEPS ? *e->steps : ACCESS_STEPS;
	e->stopped |= !address.known || !index || index > e->regions.n || !insn->size;
	if (e->stopped)
		return false;
	struct enact_region *region = e->regions.at[index - 1];
	struct touch as = { insn, player->block, player->index, e->epoch, player->clock, start, address.raw != 0 };
	*visit = (struct visit){ e, region, (unsigned)index, as, player };
	e->outside |= (int64_t)start < 0 || start + insn->size > region->size;
	e->stopped |= e->outside || (region->base && !insn->access);
	if (insn->access)
		e->came_to[insn->access->index] = true;
	return !e->stopped;
}

static bool is_ordered(const struct visit *visit, const struct touch *touch)
{
	const struct enact_player *player = visit->player;
	if (touch->block != player->block)
		return false;
	if (touch->thread == player->index || touch->epoch < visit->e->epoch)
		return true;
	return touch->thread / ENACT_WARP == player->index / ENACT_WARP &&
	       touch->clock <= player->seen[touch->thread % ENACT_WARP];
}

static bool is_atomic(const struct enact_insn *insn)
{
	return insn->access->type == ACCESS_ATOMIC;
}

static struct enact_thread side_of(const struct enact *e, const struct touch *touch)
{
	struct enact_thread side = { .access = touch->insn->access };
	uint64_t block = touch->block, thread = touch->thread;
	for (unsigned i = 0; i < 3; i++) {
		side.thread[i] = thread % e->launch->block[i];
		thread /= e->launch->block[i];
		side.block[i] = block % e->launch->grid[i];
		block /= e->launch->grid[i];
	}
	return side;
}

/* Ends the run where nothing orders the two, at least one of which writes. */
static void meet(const struct visit *visit, const struct touch *touch)
{
	struct enact *e = visit->e;
	const struct touch *as = &visit->as;
	if (!touch->insn || (is_atomic(touch->insn) && is_atomic(as->insn)) || is_ordered(visit, touch) || e->stopped)
		return;
	bool warp = touch->thread / ENACT_WARP == as->thread / ENACT_WARP;
	e->stopped = true;
	e->raced = !touch->raw && !as->raw && !touch->insn->access->cas_seed && !as->insn->access->cas_seed;
	e->race->side[0] = side_of(e, touch);
	e->race->side[1] = side_of(e, as);
	e->race->kind = touch->block != as->block ? RACE_INTER_BLOCK : warp ? RACE_INTRA_WARP : RACE_INTRA_BLOCK;
	e->race->base = visit->region->base;
	e->race->offset = touch->start > as->start ? touch->start : as->start;
}

static void read_byte(const struct visit *visit, uint64_t offset)
{
	struct byte *byte = byte_at(visit->e, visit->region, offset);
	if (!visit->region->base)
		return;
	meet(visit, &byte->write);
	byte->read[byte->read[0].insn && !is_ordered(visit, &byte->read[0])] = visit->as;
}

/* Both store the same there: it makes no difference who is the last. */
static bool same_stored(const struct visit *visit, const struct byte *byte, struct enact_value value)
{
	return byte->write.insn && !is_atomic(byte->write.insn) && !is_atomic(visit->as.insn) && value.known &&
	       byte->known && byte->value == (uint8_t)value.bits;
}

static void write_byte(const struct visit *visit, uint64_t offset, struct enact_value value)
{
	struct byte *byte = byte_at(visit->e, visit->region, offset);
	if (visit->region->base) {
		if (!same_stored(visit, byte, value))
			meet(visit, &byte->write);
		else if (!is_ordered(visit, &byte->write))
			visit->e->stored_same[visit->as.insn->access->index] = true;
		meet(visit, &byte->read[0]);
		meet(visit, &byte->read[1]);
		byte->write = visit->as;
	}
	byte->value = (uint8_t)value.bits;
	byte->known = value.known;
	byte->raw = value.raw;
	byte->begun = true;
}

static bool is_float(const struct enact_insn *insn)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(insn->llvm));
	return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* What lay there when the launch began. */
static void begin(const struct visit *visit)
{
	struct enact *e = visit->e;
	const struct enact_insn *insn = visit->as.insn;
	uint64_t value = 0, start = visit->as.start;
	unsigned region = visit->index;
	bool touched = false;
	for (unsigned i = 0; i < insn->size; i++)
		touched |= byte_at(e, visit->region, start + i)->begun;
	if (touched || visit->region->shared || !visit->region->base || insn->size > 8)
		return;
	enum enact_begin begun =
		e->launch->begin(e->launch->data, visit->region->base, start, insn->size, is_float(insn), &value);
	for (unsigned i = 0; i < insn->size; i++) {
		struct byte *byte = byte_at(e, visit->region, start + i);
		byte->begun = true;
		byte->known = begun != ENACT_UNKNOWN_CONTENTS;
		byte->raw = begun == ENACT_CHOSEN && !is_atomic(insn) ? region : 0;
		byte->value = (uint8_t)(value >> 8 * i);
	}
}

static struct enact_value value_at(const struct visit *visit)
{
	const unsigned size = visit->as.insn->size;
	struct enact_value value = { .known = size <= 8 };
	begin(visit);
	for (unsigned i = 0; i < size && value.known; i++) {
		const struct byte *byte = byte_at(visit->e, visit->region, visit->as.start + i);
		value.known = byte->known;
		value.raw = value.raw ? value.raw : byte->raw;
		value.bits |= (uint64_t)byte->value << 8 * i;
	}
	return value;
}

static void get(const struct visit *visit)
{
	for (unsigned i = 0; i < visit->as.insn->size && !visit->e->stopped; i++)
		read_byte(visit, visit->as.start + i);
}

static void put(const struct visit *visit, struct enact_value value)
{
	const unsigned size = visit->as.insn->size;
	for (unsigned i = 0; i < size && !visit->e->stopped; i++)
		write_byte(visit, visit->as.start + i,
			(struct enact_value){ value.bits >> 8 * (i & 7), value.known && size <= 8, value.raw });
}

struct enact_value enact_load(struct enact *e, const struct enact_player *player,
	const struct enact_insn *insn, struct enact_value address)
{
	struct visit visit;
	if (!visit_begin(&visit, e, player, insn, address))
		return unknown;
	struct enact_value value = value_at(&visit);
	get(&visit);
	return value;
}

void enact_store(struct enact *e, const struct enact_player *player, const struct enact_insn *insn,
	struct enact_value address, struct enact_value value)
{
	struct visit visit;
	if (visit_begin(&visit, e, player, insn, address))
		put(&visit, value);
}

struct enact_value enact_atomic(struct enact *e, const struct enact_player *player,
	const struct enact_insn *insn, struct enact_value address, struct enact_value *swapped)
{
	struct visit visit;
	if (!visit_begin(&visit, e, player, insn, address))
		return unknown;
	struct enact_value old = value_at(&visit);
	if (insn->access->writes)
		put(&visit, enact_applied(player, insn, old, swapped));
	else
		get(&visit);
	return old;
}

bool enact_left(const struct enact *e, const struct symbol *base, uint64_t offset, unsigned size, struct enact_left *left)
{
	const struct enact_region *region = enact_region_of(e, base);
	bool touched = false;
	*left = (struct enact_left){ .known = size <= 8 };
	for (unsigned i = 0; region && i < size; i++) {
		const struct byte *page = ptrmap_get(region->pages, page_key(offset + i));
		const struct byte *byte = page ? &page[(offset + i) % ENACT_PAGE] : NULL;
		bool begun = byte && byte->begun;
		touched |= begun;
		left->known &= begun && byte->known;
		if (left->known)
			left->value |= (uint64_t)byte->value << 8 * i;
	}
	return touched;
}
