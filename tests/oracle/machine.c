#include "tests/oracle/oracle.h"

#include <string.h>

/*
 * Runs a program. Blocks run one after the other; the threads of a block run one
 * after the other to their next barrier, from the first or (with contents) from the last. What is ordered is kept in vector
 * clocks: a barrier joins those of its threads.
 */

#define STEP_LIMIT 200000
#define WARP 32
#define NAMED 16

enum state { RUNNING, AT_WARP_BARRIER, AT_BLOCK_BARRIER, ARRIVING, AT_NAMED_BARRIER, DONE };

struct thread {
	unsigned index;
	uint32_t id[3];
	uint64_t *slots;
	unsigned block, previous, insn; /* next instruction; block it came from */
	enum state state;
	const struct insn *waits_at;
	uint32_t mask;
	uint32_t number, count; /* of the barrier it arrives at */
	const struct named *named;
	unsigned clock, steps;
	const uint16_t *seen;
	unsigned char **locals; /* by object */
};

/* A barrier with a number. */
struct named {
	unsigned arrived, count; /* of the phase under way */
	uint16_t *joined;	 /* what its arrivals are ordered after, and they themselves */
};

struct machine {
	struct arena *arena;
	struct program *program;
	const struct run *run;
	struct trace *trace;
	unsigned char **memory; /* by object: of the grid, and of the block that runs */
	uint32_t block[3];
	unsigned block_index, threads;
	struct thread *thread;
	struct named named[NAMED];
};

static uint64_t value_of(const struct thread *t, const struct operand *operand)
{
	return operand->constant ? operand->value : t->slots[operand->slot];
}

static uint64_t operand_value(const struct thread *t, const struct insn *insn, unsigned n)
{
	assert(n < insn->operands.n);
	return value_of(t, &insn->operands.at[n]);
}

/* Memory. */

static uint64_t object_size(const struct machine *m, unsigned index)
{
	const struct memory_object *object = &m->program->objects.at[index];
	return object->kind == OBJECT_PARAM || !object->size ? m->run->size : object->size;
}

static void fill(const struct machine *m, unsigned index, unsigned char *at)
{
	enum object_kind kind = m->program->objects.at[index].kind;
	if (!m->run->contents || kind == OBJECT_SHARED || kind == OBJECT_LOCAL)
		return;
	for (uint64_t i = 0; i + 4 <= object_size(m, index); i += 4) {
		uint64_t mixed = (i / 4 + 1) * (m->run->contents * 2 + 1) * 2654435761u;
		uint32_t word = (uint32_t)(mixed >> 16) % 32;
		memcpy(at + i, &word, 4);
	}
}

static unsigned char *buffer(struct machine *m, struct thread *t, unsigned index)
{
	bool local = m->program->objects.at[index].kind == OBJECT_LOCAL;
	unsigned char **slot = local ? &t->locals[index] : &m->memory[index];
	if (!*slot) {
		*slot = arena_alloc(m->arena, (size_t)object_size(m, index) + 16);
		fill(m, index, *slot);
	}
	return *slot;
}

struct place {
	unsigned object;
	int64_t offset;
	bool valid, inside;
};

static struct place place_of(const struct machine *m, uint64_t address, unsigned size)
{
	struct place place = { .object = (unsigned)(address >> OBJECT_SHIFT) - 1 };
	place.valid = address >> OBJECT_SHIFT && place.object < m->program->objects.n;
	if (!place.valid) {
		m->trace->flags |= FLAG_OUTSIDE;
		return place;
	}
	place.offset = (int64_t)(address - object_address(place.object));
	place.inside = place.offset >= 0 &&
		       (uint64_t)place.offset + size <= object_size(m, place.object);
	if (!place.inside)
		m->trace->flags |= FLAG_OUTSIDE;
	return place;
}

static uint64_t load(struct machine *m, struct thread *t, uint64_t address, unsigned size)
{
	struct place place = place_of(m, address, size);
	uint64_t value = 0;
	if (place.valid && place.inside)
		memcpy(&value, buffer(m, t, place.object) + place.offset, size);
	return value;
}

static void store(
	struct machine *m, struct thread *t, uint64_t address, unsigned size, uint64_t value)
{
	struct place place = place_of(m, address, size);
	if (place.valid && place.inside)
		memcpy(buffer(m, t, place.object) + place.offset, &value, size);
}

static void record(
	struct machine *m, const struct thread *t, const struct insn *insn, uint64_t address)
{
	struct place place = place_of(m, address, insn->size);
	if (!place.valid)
		return;
	const struct memory_object *object = &m->program->objects.at[place.object];
	if (object->kind == OBJECT_LOCAL ||
		(object->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(object->llvm)))
		return;
	struct event event = { .insn = insn, .address = address, .object = place.object,
		.size = insn->size, .block = m->block_index, .thread = t->index,
		.clock = t->clock, .seen = t->seen, .type = insn->type };
	vec_push(m->arena, &m->trace->events, event);
}

/* Values. */

static uint64_t address_value(const struct thread *t, const struct insn *insn)
{
	uint64_t address = operand_value(t, insn, 0) + operand_value(t, insn, 1);
	vec_each(s, &insn->strides) {
		int64_t index = sign_extend(value_of(t, &s->index), s->width);
		address += (uint64_t)index * (uint64_t)s->scale;
	}
	return address;
}

static uint64_t run_atomic(struct machine *m, struct thread *t, const struct insn *insn)
{
	uint64_t address = operand_value(t, insn, 0), value = operand_value(t, insn, 1);
	unsigned width = insn->size * 8;
	record(m, t, insn, address);
	uint64_t old = load(m, t, address, insn->size);
	if (insn->exchange) {
		bool same = old == value;
		if (same)
			store(m, t, address, insn->size, operand_value(t, insn, 2));
		if (insn->opcode == LLVMAtomicCmpXchg)
			t->slots[insn->slot + 1] = same;
	} else {
		store(m, t, address, insn->size, atomic_value(insn->rmw, width, old, value));
	}
	return old;
}

static uint64_t id_value(const struct machine *m, const struct thread *t, const struct insn *insn)
{
	switch ((enum builtin)insn->builtin) {
	case BUILTIN_TID:
		return t->id[insn->axis];
	case BUILTIN_CTAID:
		return m->block[insn->axis];
	case BUILTIN_NTID:
		return m->run->block[insn->axis];
	case BUILTIN_NCTAID:
		return m->run->grid[insn->axis];
	case BUILTIN_NONE:
		break;
	}
	return 0;
}

static uint64_t llvm_value(struct machine *m, struct thread *t, const struct insn *insn)
{
	uint64_t a = insn->operands.n ? operand_value(t, insn, 0) : 0;
	uint64_t b = insn->operands.n > 1 ? operand_value(t, insn, 1) : 0;
	switch (insn->opcode) {
	case LLVMSelect:
		return a ? b : operand_value(t, insn, 2);
	case LLVMSExt:
		return (uint64_t)sign_extend(a, insn->arg_width);
	case LLVMZExt:
	case LLVMTrunc:
	case LLVMBitCast:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMAddrSpaceCast:
	case LLVMFreeze:
	case LLVMAlloca:
		return a;
	case LLVMExtractValue:
		return insn->axis ? t->slots[insn->operands.at[0].slot + 1] : a;
	case LLVMGetElementPtr:
		return address_value(t, insn);
	case LLVMLoad:
		record(m, t, insn, a);
		return load(m, t, a, insn->size);
	default:
		return arithmetic_value(insn, a, b, &m->trace->flags);
	}
}

/* Control. */

static void jump(struct machine *m, struct thread *t, unsigned target)
{
	const struct code *code = &m->program->blocks.at[target];
	uint64_t values[64];
	assert(code->phis <= 64);
	for (unsigned p = 0; p < code->phis; p++) {
		const struct insn *phi = &code->insns.at[p];
		for (unsigned n = 0; n < phi->targets.n; n++)
			if (phi->targets.at[n] == t->block)
				values[p] = operand_value(t, phi, n);
	}
	for (unsigned p = 0; p < code->phis; p++)
		t->slots[code->insns.at[p].slot] = values[p];
	t->block = target;
	t->insn = code->phis;
}

static unsigned chosen(const struct thread *t, const struct insn *insn)
{
	if (insn->targets.n == 1)
		return insn->targets.at[0];
	uint64_t value = operand_value(t, insn, 0);
	if (insn->opcode == LLVMBr)
		return insn->targets.at[value ? 0 : 1];
	for (unsigned n = 1; n < insn->operands.n; n++)
		if (operand_value(t, insn, n) == value)
			return insn->targets.at[n];
	return insn->targets.at[0];
}

static void wait_at(struct thread *t, const struct insn *insn, enum state state)
{
	t->state = state;
	t->waits_at = insn;
	if (state == AT_WARP_BARRIER)
		t->mask = (uint32_t)operand_value(t, insn, 0);
	if (state == ARRIVING) {
		t->number = (uint32_t)operand_value(t, insn, 0);
		t->count = (uint32_t)operand_value(t, insn, 1);
	}
}

static void join(const struct machine *m, uint16_t *into, const uint16_t *from)
{
	for (unsigned j = 0; j < m->threads; j++)
		if (from[j] > into[j])
			into[j] = from[j];
}

/* The phase is over: who waits for it goes on, ordered after all arrivals. */
static void complete(struct machine *m, struct named *barrier)
{
	for (unsigned i = 0; i < m->threads; i++) {
		struct thread *t = &m->thread[i];
		if (t->state != AT_NAMED_BARRIER || t->named != barrier)
			continue;
		uint16_t *seen = arena_alloc(m->arena, m->threads * sizeof(*seen));
		join(m, seen, t->seen);
		join(m, seen, barrier->joined);
		t->seen = seen;
		t->state = RUNNING;
	}
	memset(barrier, 0, sizeof(*barrier));
}

/* Other counts in one phase, and numbers that are none, are left open: threads wait for ever. */
static void arrive(struct machine *m, struct thread *t)
{
	struct named *barrier = &m->named[t->number % NAMED];
	if (t->number >= NAMED || (barrier->arrived && barrier->count != t->count))
		m->trace->flags |= FLAG_DIVERGENCE;
	if (!barrier->joined)
		barrier->joined = arena_alloc(m->arena, m->threads * sizeof(*barrier->joined));
	barrier->count = t->count;
	barrier->arrived++;
	join(m, barrier->joined, t->seen);
	barrier->joined[t->index] = (uint16_t)t->clock++;
	t->named = barrier;
	t->state = t->waits_at->builtin ? AT_NAMED_BARRIER : RUNNING;
}

/* The threads of a warp arrive together, as the instruction is aligned; false: some are elsewhere. */
static bool arrive_warp(struct machine *m, unsigned i)
{
	unsigned start = i / WARP * WARP, end = start + WARP < m->threads ? start + WARP : m->threads;
	const struct thread *first = &m->thread[i];
	for (unsigned j = start; j < end; j++) {
		const struct thread *t = &m->thread[j];
		if (t->state != DONE && (t->state != ARRIVING || t->waits_at != first->waits_at ||
						t->number != first->number || t->count != first->count))
			return false;
	}
	struct named *barrier = &m->named[first->number % NAMED];
	for (unsigned j = start; j < end; j++)
		if (m->thread[j].state == ARRIVING)
			arrive(m, &m->thread[j]);
	if (barrier->arrived >= barrier->count)
		complete(m, barrier);
	return true;
}

static void step(struct machine *m, struct thread *t)
{
	const struct insn *insn = &m->program->blocks.at[t->block].insns.at[t->insn++];
	uint64_t value = 0;
	switch (insn->action) {
	case ACT_NOTHING:
		return;
	case ACT_BLOCK_BARRIER:
		wait_at(t, insn, AT_BLOCK_BARRIER);
		return;
	case ACT_WARP_BARRIER:
		wait_at(t, insn, AT_WARP_BARRIER);
		return;
	case ACT_NAMED_BARRIER:
		wait_at(t, insn, ARRIVING);
		return;
	case ACT_TRAP:
	case ACT_UNSUPPORTED:
		t->state = DONE;
		return;
	case ACT_ID:
		value = id_value(m, t, insn);
		break;
	case ACT_INTRINSIC:
		value = intrinsic_value(insn, operand_value(t, insn, 0), operand_value(t, insn, 1));
		break;
	case ACT_ATOMIC:
		value = run_atomic(m, t, insn);
		break;
	case ACT_LLVM:
		if (insn->opcode == LLVMBr || insn->opcode == LLVMSwitch) {
			jump(m, t, chosen(t, insn));
			return;
		}
		if (insn->opcode == LLVMRet || insn->opcode == LLVMUnreachable) {
			t->state = DONE;
			return;
		}
		if (insn->opcode == LLVMStore) {
			uint64_t address = operand_value(t, insn, 1);
			record(m, t, insn, address);
			store(m, t, address, insn->size, operand_value(t, insn, 0));
			return;
		}
		value = llvm_value(m, t, insn);
	}
	if (insn->width)
		t->slots[insn->slot] = value & mask_bits(insn->width);
}

static void run_thread(struct machine *m, struct thread *t)
{
	while (t->state == RUNNING) {
		if (++t->steps > STEP_LIMIT) {
			m->trace->flags |= FLAG_LIMIT;
			t->state = DONE;
		} else {
			step(m, t);
		}
	}
}

/*
 * Lets the threads for which `in` holds go on, ordered after what all of them have done. To
 * exit is to arrive at every later barrier: what a thread did before is ordered as well.
 */
static void release(struct machine *m, const bool *in)
{
	uint16_t *joined = arena_alloc(m->arena, m->threads * sizeof(*joined));
	for (unsigned i = 0; i < m->threads; i++) {
		if (!in[i])
			continue;
		for (unsigned j = 0; j < m->threads; j++)
			if (m->thread[i].seen[j] > joined[j])
				joined[j] = m->thread[i].seen[j];
		joined[i] = (uint16_t)m->thread[i].clock;
	}
	for (unsigned i = 0; i < m->threads; i++) {
		if (!in[i] || m->thread[i].state == DONE)
			continue;
		m->thread[i].seen = joined;
		m->thread[i].clock++;
		m->thread[i].state = RUNNING;
	}
}

/* Does the warp barrier at which thread i waits open; exited lanes hold nothing up. */
static bool release_warp(struct machine *m, unsigned i)
{
	bool *in = arena_alloc(m->arena, m->threads * sizeof(*in));
	uint32_t mask = m->thread[i].mask;
	unsigned start = i / WARP * WARP;
	for (unsigned j = start; j < start + WARP && j < m->threads; j++) {
		const struct thread *t = &m->thread[j];
		in[j] = mask >> (j - start) & 1;
		if (in[j] && t->state != DONE && (t->state != AT_WARP_BARRIER || t->mask != mask))
			return false;
	}
	if (!in[i])
		return false;
	release(m, in);
	return true;
}

static bool release_block(struct machine *m)
{
	bool *in = arena_alloc(m->arena, m->threads * sizeof(*in)), any = false;
	const struct insn *at = NULL;
	for (unsigned i = 0; i < m->threads; i++) {
		const struct thread *t = &m->thread[i];
		in[i] = true;
		if (t->state == DONE)
			continue;
		if (t->state != AT_BLOCK_BARRIER || (at && t->waits_at != at))
			m->trace->flags |= FLAG_DIVERGENCE;
		if (t->state != AT_BLOCK_BARRIER)
			return false;
		at = t->waits_at;
		any = true;
	}
	if (any)
		release(m, in);
	return any;
}

static void run_block(struct machine *m)
{
	bool moved = true;
	while (moved) {
		moved = false;
		for (unsigned i = 0; i < m->threads; i++) {
			struct thread *t = &m->thread[m->run->contents ? m->threads - 1 - i : i];
			moved |= t->state == RUNNING;
			run_thread(m, t);
		}
		for (unsigned i = 0; i < m->threads; i++)
			if ((m->thread[i].state == AT_WARP_BARRIER && release_warp(m, i)) ||
				(m->thread[i].state == ARRIVING && arrive_warp(m, i)))
				moved = true;
		if (!moved)
			moved = release_block(m);
	}
}

static void start_thread(struct machine *m, unsigned index)
{
	const uint32_t *dim = m->run->block;
	struct thread *t = &m->thread[index];
	memset(t, 0, sizeof(*t));
	t->index = index;
	t->id[0] = index % dim[0];
	t->id[1] = index / dim[0] % dim[1];
	t->id[2] = index / dim[0] / dim[1];
	t->clock = 1;
	t->seen = arena_alloc(m->arena, m->threads * sizeof(*t->seen));
	t->slots = arena_alloc(m->arena, (m->program->slots + 2) * sizeof(*t->slots));
	t->locals = arena_alloc(m->arena, m->program->objects.n * sizeof(*t->locals));
	for (unsigned n = 0; n < m->run->args.n; n++) {
		LLVMValueRef param = LLVMGetParam(m->program->function, n);
		uintptr_t slot = (uintptr_t)ptrmap_get(m->program->slot_of, param);
		t->slots[slot - 1] = m->run->args.at[n];
	}
}

static void start_block(struct machine *m, unsigned index)
{
	const uint32_t *grid = m->run->grid;
	m->block_index = index;
	memset(m->named, 0, sizeof(m->named));
	m->block[0] = index % grid[0];
	m->block[1] = index / grid[0] % grid[1];
	m->block[2] = index / grid[0] / grid[1];
	for (unsigned i = 0; i < m->program->objects.n; i++)
		if (m->program->objects.at[i].kind == OBJECT_SHARED)
			m->memory[i] = NULL;
	for (unsigned i = 0; i < m->threads; i++)
		start_thread(m, i);
}

void machine_run(struct arena *arena, struct program *program, const struct run *run,
	struct trace *trace)
{
	struct machine m = { .arena = arena, .program = program, .run = run, .trace = trace };
	m.threads = run->block[0] * run->block[1] * run->block[2];
	m.memory = arena_alloc(arena, program->objects.n * sizeof(*m.memory));
	m.thread = arena_alloc(arena, m.threads * sizeof(*m.thread));
	for (unsigned b = 0; b < run->grid[0] * run->grid[1] * run->grid[2]; b++) {
		start_block(&m, b);
		run_block(&m);
	}
}
