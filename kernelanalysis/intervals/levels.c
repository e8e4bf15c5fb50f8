#include "kernelanalysis/passes.h"

#include <string.h>

#include "kernelanalysis/barriers/tensor_map.h"

/*
 * Uniformity: for every value the widest group of threads that see it equal
 * (per iteration of the loops around it). Forward data flow to a fixpoint;
 * joins take the level of the branches that choose between their edges.
 */

struct levels {
	struct ptrmap *of;         /* value -> level + 1 */
	struct ptrmap *region;     /* join block -> list of branch conditions */
};

typedef VEC(LLVMValueRef) value_list;

enum { CHANGES_DEPTH = 8 };

static enum level known_level(const struct kernel *kernel, LLVMValueRef value)
{
	if (!LLVMIsAInstruction(value))
		return LEVEL_GRID;
	uintptr_t stored = (uintptr_t)ptrmap_get(kernel->levels->of, value);
	return stored ? (enum level)(stored - 1) : LEVEL_GRID;
}

static enum level wider(enum level a, enum level b)
{
	return a > b ? a : b;
}

enum level value_level(const struct kernel *kernel, LLVMValueRef value)
{
	if (LLVMIsAInstruction(value) && !kernel->levels)
		return LEVEL_THREAD;
	return known_level(kernel, value);
}

/* Conditions of the branches on ways from the dominator to the block. */
static value_list *region_of(struct kernel *kernel, const struct block *block)
{
	value_list *list = ptrmap_get(kernel->levels->region, block);
	if (list)
		return list;
	list = arena_alloc(kernel->arena, sizeof(*list));
	ptrmap_set(kernel->levels->region, block, list);
	struct ptrmap *seen = ptrmap_new(kernel->arena);
	VEC(const struct block *) work = { 0 };
	vec_each(pred, &block->preds) vec_push(kernel->arena, &work, *pred);
	while (work.n) {
		const struct block *at = work.at[--work.n];
		if (ptrmap_get(seen, at) || at == block)
			continue;
		ptrmap_set(seen, at, at);
		LLVMValueRef last = LLVMGetBasicBlockTerminator(at->llvm);
		if (at->succs.n > 1 && LLVMGetNumOperands(last))
			vec_push(kernel->arena, list, LLVMGetOperand(last, 0));
		if (at == block->idom)
			continue;
		vec_each(pred, &at->preds) vec_push(kernel->arena, &work, *pred);
	}
	return list;
}

static enum level join_level(struct kernel *kernel, const struct block *block)
{
	enum level level = LEVEL_GRID;
	vec_each(cond, region_of(kernel, block)) level = wider(level, known_level(kernel, *cond));
	return level;
}

/* Can anything but barriers order accesses of the interval. */
static bool orders_otherwise(const struct kernel *kernel, const struct interval *interval)
{
	vec_each(sync, &kernel->syncs)
		if ((*sync)->kind == SYNC_FENCE)
			return true;
	vec_each(instance, &interval->instances)
		if (instance->access->type == ACCESS_ATOMIC || instance->access->is_volatile)
			return true;
	return kernel->lockstep;
}

/* What the accesses of an interval do to what is loaded. */
struct around {
	bool reads, writes;
	bool strong;  /* some write is atomic or volatile */
	bool unknown; /* it is not known what some write is of */
};

static struct around around_load(struct kernel *kernel, const struct interval *interval,
	const struct object *object, LLVMValueRef load)
{
	struct around around = { false, false, false, false };
	vec_each(instance, &interval->instances) {
		const struct access *access = instance->access;
		around.reads |= access->instruction == load;
		if (access->type == ACCESS_READ || !object_may_be(kernel, access->object, object))
			continue;
		around.writes = true;
		around.strong |= access->type == ACCESS_ATOMIC || access->is_volatile;
		around.unknown |= access->object != object;
	}
	return around;
}

/* May another block write what is loaded by a volatile read, which does not race with strong writes. */
static bool written_by_blocks(
	struct kernel *kernel, const struct object *object, LLVMValueRef load, bool doubted)
{
	if (!LLVMGetVolatile(load) || object->kind == OBJECT_SHARED)
		return false;
	vec_each(each, &kernel->intervals) {
		if ((*each)->kind != RACE_INTER_BLOCK || (*each)->doubted != doubted)
			continue;
		struct around around = around_load(kernel, *each, object, load);
		if (around.reads && (around.strong || around.unknown))
			return true;
	}
	return false;
}

/*
 * May another thread write what is loaded while threads of the block run the load's interval.
 * A write that may is one the load races with, when nothing but barriers orders the two: that
 * pair is asked about by itself, and up to the first race of a run no such write has happened.
 */
static bool written_around(struct kernel *kernel, LLVMValueRef load, enum race_kind kind)
{
	const struct access *read = access_at(kernel, load);
	if (!read || read->object->kind == OBJECT_UNKNOWN)
		return true;
	vec_each(each, &kernel->intervals) {
		if ((*each)->kind != kind)
			continue;
		struct around around = around_load(kernel, *each, read->object, load);
		bool ordered = around.writes && orders_otherwise(kernel, *each);
		if (around.reads && (around.unknown || ordered))
			return true;
	}
	if (written_by_blocks(kernel, read->object, load, false))
		return true;
	if (written_by_blocks(kernel, read->object, load, true))
		kernel->doubted_load = read;
	return false;
}

/* Can a value of the loop be another one in its next round. */
static bool changes_in(
	struct kernel *kernel, const struct loop *loop, LLVMValueRef value, unsigned depth)
{
	if (!LLVMIsAInstruction(value) ||
		!loop_contains(loop, instruction_block(kernel->func, value)))
		return false;
	if (!depth || LLVMIsAPHINode(value) || LLVMIsAAtomicRMWInst(value) ||
		LLVMIsAAtomicCmpXchgInst(value))
		return true;
	if (LLVMIsALoadInst(value) && object_of(kernel, LLVMGetOperand(value, 0))->written)
		return true;
	if (is_call(value) && !call_touches_no_memory(value))
		return true;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (changes_in(kernel, loop, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

/* Threads that leave a loop in different rounds take different values out of it. */
static enum level level_at(struct kernel *kernel, LLVMValueRef value, const struct block *block)
{
	enum level level = known_level(kernel, value);
	const struct block *made =
		LLVMIsAInstruction(value) ? instruction_block(kernel->func, value) : NULL;
	for (const struct loop *loop = made && block ? made->loop : NULL;
		loop && !loop_contains(loop, block); loop = loop->parent)
		if (changes_in(kernel, loop, value, CHANGES_DEPTH))
			level = wider(level, loop_exit_level(kernel, loop));
	return level;
}

static enum level operand_level(struct kernel *kernel, LLVMValueRef value, unsigned i)
{
	LLVMValueRef place = value;
	if (LLVMIsAPHINode(value))
		place = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(value, i));
	return level_at(kernel, LLVMGetOperand(value, i), instruction_block(kernel->func, place));
}

static enum level load_level(struct kernel *kernel, LLVMValueRef load)
{
	enum level level = operand_level(kernel, load, 0);
	const struct object *object = object_of(kernel, LLVMGetOperand(load, 0));
	if (object->kind == OBJECT_LOCAL)
		return LEVEL_THREAD;
	if (object->kind != OBJECT_UNKNOWN && !object->written)
		return object->kind == OBJECT_SHARED ? wider(level, LEVEL_BLOCK) : level;
	if (object->kind == OBJECT_SHARED && kernel->maps_shared)
		return LEVEL_THREAD;
	if (level <= LEVEL_BLOCK && !written_around(kernel, load, RACE_INTRA_BLOCK))
		return LEVEL_BLOCK;
	if (level == LEVEL_WARP && object->kind == OBJECT_SHARED &&
		!written_around(kernel, load, RACE_INTRA_BLOCK) &&
		!written_around(kernel, load, RACE_INTRA_WARP))
		return LEVEL_WARP;
	return LEVEL_THREAD;
}

struct call_row {
	const char *prefix;
	enum level level;
};

static const struct call_row call_rows[] = {
	{ "llvm.nvvm.read.ptx.sreg.tid.", LEVEL_THREAD },
	{ "llvm.nvvm.read.ptx.sreg.laneid", LEVEL_THREAD },
	{ "llvm.nvvm.read.ptx.sreg.lanemask", LEVEL_THREAD },
	{ "llvm.nvvm.read.ptx.sreg.warpid", LEVEL_WARP },
	{ "llvm.nvvm.read.ptx.sreg.ctaid.", LEVEL_BLOCK },
	{ "llvm.nvvm.read.ptx.sreg.cluster", LEVEL_BLOCK },
	{ "llvm.nvvm.mapa", LEVEL_THREAD },
	{ "llvm.nvvm.read.ptx.sreg.ntid.", LEVEL_GRID },
	{ "llvm.nvvm.read.ptx.sreg.nctaid.", LEVEL_GRID },
	{ "llvm.nvvm.read.ptx.sreg.nclusterid.", LEVEL_GRID },
	{ "llvm.nvvm.read.ptx.sreg.warpsize", LEVEL_GRID },
	{ "llvm.nvvm.read.", LEVEL_THREAD },
	{ "llvm.nvvm.barrier.cta.red.", LEVEL_BLOCK },
	{ "llvm.nvvm.barrier0", LEVEL_BLOCK },
	{ "llvm.nvvm.vote.", LEVEL_WARP },
	{ "llvm.nvvm.shfl.", LEVEL_THREAD },
	{ "llvm.nvvm.", LEVEL_THREAD },
	{ "malloc", LEVEL_THREAD },
	{ "__hgrd_asm_value", LEVEL_THREAD },
	{ TENSOR_PICK, LEVEL_THREAD },
};

/* A shuffle that reads one constant lane of the whole warp gives all lanes its value. */
static bool is_broadcast(LLVMValueRef call)
{
	static const char name[] = "llvm.nvvm.shfl.sync.idx.";
	if (strncmp(call_name(call), name, sizeof(name) - 1) || call_args(call) != 4)
		return false;
	LLVMValueRef lane = call_arg(call, 2), clamp = call_arg(call, 3);
	return LLVMIsAConstantInt(lane) && LLVMIsAConstantInt(clamp) &&
	       LLVMConstIntGetZExtValue(clamp) == 31;
}

static enum level operands_level(struct kernel *kernel, LLVMValueRef value)
{
	enum level level = LEVEL_GRID;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		level = wider(level, operand_level(kernel, value, (unsigned)i));
	return level;
}

static enum level compute(struct kernel *kernel, LLVMValueRef value)
{
	if (LLVMIsAPHINode(value)) {
		const struct block *block = instruction_block(kernel->func, value);
		enum level level = operands_level(kernel, value);
		bool header = block->loop && block->loop->header == block;
		return header ? level : wider(level, join_level(kernel, block));
	}
	if (LLVMIsALoadInst(value))
		return load_level(kernel, value);
	if (LLVMIsAAllocaInst(value))
		return LEVEL_THREAD;
	if (LLVMIsAAtomicRMWInst(value) || LLVMIsAAtomicCmpXchgInst(value))
		return LEVEL_THREAD;
	if (LLVMIsACallInst(value)) {
		const char *name = call_name(value);
		if (is_broadcast(value))
			return LEVEL_WARP;
		for (size_t i = 0; i < sizeof(call_rows) / sizeof(*call_rows); i++)
			if (!strncmp(name, call_rows[i].prefix, strlen(call_rows[i].prefix)))
				return call_rows[i].level;
		return call_touches_no_memory(value) && *name ? operands_level(kernel, value)
							      : LEVEL_THREAD;
	}
	return operands_level(kernel, value);
}

void levels_fill(struct kernel *kernel)
{
	kernel->levels = arena_alloc(kernel->arena, sizeof(*kernel->levels));
	kernel->levels->of = ptrmap_new(kernel->arena);
	kernel->levels->region = ptrmap_new(kernel->arena);
	for (bool changed = true; changed;) {
		changed = false;
		vec_each(block, &kernel->func->blocks) {
			LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
			for (; i; i = LLVMGetNextInstruction(i)) {
				enum level before = known_level(kernel, i);
				enum level level = wider(before, compute(kernel, i));
				changed |= level != before;
				ptrmap_set(kernel->levels->of, i, (void *)(uintptr_t)(level + 1));
			}
		}
	}
}

enum level block_level(const struct kernel *kernel, const struct block *block)
{
	enum level level = LEVEL_GRID;
	for (; block->idom; block = block->idom)
		if (!block_post_dominates(block, block->idom))
			level = wider(level, join_level((struct kernel *)kernel, block));
	return level;
}

enum level loop_exit_level(const struct kernel *kernel, const struct loop *loop)
{
	enum level level = LEVEL_GRID;
	vec_each(exit, &loop->exits) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(exit->from->llvm);
		if (exit->from->succs.n > 1 && LLVMGetNumOperands(last) &&
			!block_is_dead_end(exit->to))
			level = wider(level, known_level(kernel, LLVMGetOperand(last, 0)));
	}
	return level;
}
