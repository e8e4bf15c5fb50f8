#include "solver/witnesses/tape.h"

#include "base/ptrmap.h"

struct writer {
	struct tape *tape;
	struct ptrmap *steps; /* term -> index + 1 */
	struct ptrmap *slots; /* symbol -> index + 1 */
	size_t most;
};

static uint32_t index_of(const struct ptrmap *map, const void *key)
{
	return (uint32_t)(uintptr_t)ptrmap_get(map, key);
}

static uint32_t slot_of(struct writer *writer, const struct symbol *sym)
{
	struct tape *tape = writer->tape;
	uint32_t known = index_of(writer->slots, sym);
	if (known)
		return known - 1;
	struct slot slot = { .sym = sym, .part = (enum part)sym->copy };
	vec_push(tape->arena, &tape->slots, slot);
	ptrmap_set(writer->slots, sym, (void *)(uintptr_t)tape->slots.n);
	return (uint32_t)tape->slots.n - 1;
}

static void write_step(void *data, const struct et *et)
{
	struct writer *writer = data;
	struct tape *tape = writer->tape;
	unsigned arg_width = et->nargs ? et->arg[et->nargs - 1]->width : 0;
	struct step step = { .et = et, .op = et->op, .width = et->width, .arg_width = (uint8_t)arg_width, .nargs = et->nargs };
	unsigned part = 0;
	if (tape->steps.n > writer->most)
		return;
	step.args = arena_alloc(tape->arena, et->nargs * sizeof(*step.args));
	for (unsigned i = 0; i < et->nargs; i++) {
		step.args[i] = index_of(writer->steps, et->arg[i]) - 1;
		part |= tape->steps.at[step.args[i]].part;
	}
	if (et->op == ET_SYM || et->op == ET_APP) {
		step.slot = slot_of(writer, et->sym);
		part |= et->sym->copy;
	}
	step.part = (enum part)part;
	vec_push(tape->arena, &tape->order[part], (uint32_t)tape->steps.n);
	vec_push(tape->arena, &tape->steps, step);
	ptrmap_set(writer->steps, et, (void *)(uintptr_t)tape->steps.n);
}

/* The symbol or application that a term is but for casts and a number that is added; NULL: it is none. */
static const struct et *bare(const struct et *et, int64_t *plus)
{
	*plus = 0;
	for (;;) {
		bool add = et->op == ET_ADD && et_is_const(et->arg[1]), sub = et->op == ET_SUB && et_is_const(et->arg[1]);
		if (add || sub)
			*plus += add ? et_signed(et->arg[1]) : -et_signed(et->arg[1]);
		else if (et_op_class((enum et_op)et->op) != ET_CAST)
			break;
		et = et->arg[0];
	}
	return et->op == ET_SYM || et->op == ET_APP ? et : NULL;
}

/* For symbol `only`, if there is one. */
struct limited {
	struct writer *writer;
	const struct symbol *only;
};

static void add_limit(const struct limited *limited, const struct et *et, enum limit_kind kind,
	const struct et *with, int64_t more, bool is_unsigned)
{
	struct writer *writer = limited->writer;
	struct tape *tape = writer->tape;
	int64_t plus;
	const struct et *leaf = bare(et, &plus);
	if (!leaf || (limited->only && leaf->sym != limited->only))
		return;
	uint32_t step = index_of(writer->steps, with) - 1;
	struct slot *slot = &tape->slots.at[slot_of(writer, leaf->sym)];
	struct limit limit = { kind, step, more - plus, is_unsigned };
	if (tape->steps.at[step].part == PART_SHARED || tape->steps.at[step].part == slot->part)
		vec_push(tape->arena, &slot->limits, limit);
}

/* a < b and the like, where one side is a symbol. */
static void read_limits(const struct limited *limited, const struct et *et)
{
	bool less = et->op == ET_SLT || et->op == ET_ULT, is_unsigned = et->op == ET_ULT || et->op == ET_ULE;
	const struct et *a = et->nargs == 2 ? et->arg[0] : NULL, *b = et->nargs == 2 ? et->arg[1] : NULL;
	if (less || et->op == ET_SLE || et->op == ET_ULE) {
		add_limit(limited, a, LIMIT_MOST, b, less ? -1 : 0, is_unsigned);
		add_limit(limited, b, LIMIT_LEAST, a, less, is_unsigned);
	} else if (et->op == ET_EQ) {
		add_limit(limited, a, LIMIT_VALUE, b, 0, false);
		add_limit(limited, b, LIMIT_VALUE, a, 0, false);
	} else if (et->op == ET_AND && limited->only) {
		read_limits(limited, a);
		read_limits(limited, b);
	}
}

/* k == 0 || k - 1 < b: what has to hold of the round before one. */
static void read_rounds(struct writer *writer, const struct et *et)
{
	for (unsigned i = 0; et->op == ET_OR && i < 2; i++) {
		const struct et *first = et->arg[i];
		bool is_first = first->op == ET_EQ && first->arg[0]->op == ET_SYM && et_is_const(first->arg[1]);
		struct limited limited = { writer, is_first ? first->arg[0]->sym : NULL };
		if (is_first && first->arg[1]->value == 0)
			read_limits(&limited, et->arg[1 - i]);
	}
}

static void write_root(struct writer *writer, struct et_set *seen, const struct et *et)
{
	struct tape *tape = writer->tape;
	if (et->op == ET_AND && et->width == 1) {
		write_root(writer, seen, et->arg[0]);
		write_root(writer, seen, et->arg[1]);
		return;
	}
	et_each(seen, et, write_step, writer);
	uint32_t step = index_of(writer->steps, et);
	if (!step || tape->steps.n > writer->most)
		return;
	vec_push(tape->arena, &tape->roots[tape->steps.at[step - 1].part], step - 1);
	read_limits(&(struct limited){ writer, NULL }, et);
	read_rounds(writer, et);
}

struct tape *tape_new(struct arena *arena, const struct query *query, size_t most)
{
	struct tape *tape = arena_alloc(arena, sizeof(*tape));
	struct writer writer = { tape, ptrmap_new(arena), ptrmap_new(arena), most };
	struct et_set *seen = et_set_new(arena);
	tape->arena = arena;
	tape->query = query;
	for (size_t i = 0; query->facts && i < query->facts->n; i++)
		write_root(&writer, seen, query->facts->at[i].cond);
	for (size_t i = 0; i < query->conditions.n; i++)
		write_root(&writer, seen, query->conditions.at[i]);
	for (unsigned i = 0; i < 2 && query->offset[0]; i++) {
		et_each(seen, query->offset[i], write_step, &writer);
		tape->offset[i] = index_of(writer.steps, query->offset[i]) - 1;
	}
	tape->value = arena_alloc(arena, (tape->steps.n + 1) * sizeof(*tape->value));
	return tape->steps.n <= most && query->offset[0] ? tape : NULL;
}

static uint64_t mixed(uint64_t hash, uint64_t with)
{
	hash = (hash ^ with) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

/* An application of a function with several values has the one that its arguments give. */
static uint64_t slot_value(const struct slot *slot, unsigned n, const uint64_t *args)
{
	uint64_t hash = slot->sym->id + 1;
	if (!slot->spread || !n)
		return slot->value;
	for (unsigned i = 0; i < n; i++)
		hash = mixed(hash, args[i]);
	return (slot->value + hash % slot->spread) & mask_bits(slot->sym->width);
}

void tape_run_step(struct tape *tape, uint32_t index)
{
	const struct step *step = &tape->steps.at[index];
	uint64_t args[256];
	tape->done++;
	for (unsigned i = 0; i < step->nargs; i++)
		args[i] = tape->value[step->args[i]];
	if (step->op == ET_CONST)
		tape->value[index] = step->et->value;
	else if (step->op == ET_SYM || step->op == ET_APP)
		tape->value[index] = slot_value(&tape->slots.at[step->slot], step->nargs, args);
	else
		tape->value[index] = et_fold((enum et_op)step->op, step->width, step->arg_width, args);
}

void tape_run(struct tape *tape, enum part part)
{
	vec_each(index, &tape->order[part])
		tape_run_step(tape, *index);
}

static void list_steps(struct tape *tape, struct slot *slot)
{
	bool *rests = arena_alloc(tape->arena, tape->steps.n + 1);
	vec_each(index, &tape->order[slot->part]) {
		const struct step *step = &tape->steps.at[*index];
		bool leaf = step->op == ET_SYM || step->op == ET_APP;
		rests[*index] = leaf && &tape->slots.at[step->slot] == slot;
		for (unsigned i = 0; i < step->nargs; i++)
			rests[*index] |= rests[step->args[i]];
		if (rests[*index])
			vec_push(tape->arena, &slot->steps, *index);
	}
	slot->listed = true;
}

void tape_set(struct tape *tape, struct slot *slot, uint64_t value)
{
	if (!slot->listed)
		list_steps(tape, slot);
	slot->value = value & mask_bits(slot->sym->width);
	vec_each(index, &slot->steps)
		tape_run_step(tape, *index);
}

unsigned tape_failing(const struct tape *tape, enum part part, uint32_t *first)
{
	unsigned n = 0;
	vec_each(root, &tape->roots[part])
		if (!tape->value[*root] && !n++)
			*first = *root;
	return n;
}

bool tape_holds(struct tape *tape, enum part part)
{
	size_t next = 0;
	vec_each(root, &tape->roots[part]) {
		for (; next < tape->order[part].n && tape->order[part].at[next] <= *root; next++)
			tape_run_step(tape, tape->order[part].at[next]);
		if (!tape->value[*root])
			return false;
	}
	for (; next < tape->order[part].n; next++)
		tape_run_step(tape, tape->order[part].at[next]);
	return true;
}

bool tape_range(const struct tape *tape, const struct slot *slot, int64_t *least, int64_t *most)
{
	unsigned width = slot->sym->width;
	int64_t far = (int64_t)(mask_bits(width) >> 1);
	*least = slot->sym->bounded ? slot->sym->lo : width == 1 ? 0 : -far;
	*most = slot->sym->bounded ? slot->sym->hi : width == 1 ? 1 : far;
	vec_each(limit, &slot->limits) {
		const struct et *with = tape->steps.at[limit->step].et;
		uint64_t raw = tape->value[limit->step];
		int64_t value = limit->is_unsigned ? (int64_t)raw : sign_extend(raw, with->width);
		if (value > far || value < -far)
			continue;
		value += limit->more;
		if (limit->kind != LIMIT_MOST && value > *least)
			*least = value;
		if (limit->kind != LIMIT_LEAST && value < *most)
			*most = value;
		if (limit->is_unsigned && *least < 0)
			*least = 0;
	}
	return *least <= *most;
}

uint64_t tape_leaf(const struct tape *tape, const struct et *leaf, const uint64_t *args)
{
	for (size_t i = 0; i < tape->slots.n; i++)
		if (tape->slots.at[i].sym == leaf->sym)
			return slot_value(&tape->slots.at[i], leaf->nargs, args);
	return 0;
}
