#include "kernelanalysis/pairs/order.h"

#include <string.h>

/* Dumps of the kernel model, and what reports need to know about accesses. */

struct loc access_loc(const struct kernel *kernel, const struct access *access)
{
	return instruction_loc(kernel->arena, access->instruction);
}

struct loc sync_loc(const struct kernel *kernel, const struct sync *sync)
{
	return instruction_loc(kernel->arena, sync->instruction);
}

void access_stack(struct arena *arena, const struct access *access, ir_stack *stack)
{
	instruction_stack(arena, access->instruction, stack);
}

/*
 * Do threads that leave `from` meet again at a block before they get to `to`. What lies behind
 * the header of a loop around both belongs to the next round.
 */
static bool meet_between(const struct block *from, const struct block *to)
{
	for (const struct block *at = from; at; at = at->ipdom) {
		bool header = at->loop && at->loop->header == at;
		if (at != from && header && loop_contains(at->loop, from) &&
			loop_contains(at->loop, to))
			return false;
		if (block_dominates(at, to))
			return true;
	}
	return false;
}

bool accesses_in_step(const struct access *a, const struct access *b)
{
	if (a == b)
		return false;
	return meet_between(a->block, b->block) || meet_between(b->block, a->block);
}

/* Does the atomic only read what global memory holds, as a plain load would. */
static bool only_reads(const struct access *access)
{
	return access->object->space != SPACE_SHARED &&
	       (access->rmw == RMW_LOAD || keeps_value(access));
}

static bool is_atomic_result(LLVMValueRef value)
{
	return LLVMIsAAtomicRMWInst(value) || LLVMIsAAtomicCmpXchgInst(value) ||
	       LLVMIsAExtractValueInst(value);
}

/* May what is loaded be what the kernel has stored there, and is that the result of an atomic. */
static bool keeps_result(const struct kernel *kernel, LLVMValueRef load)
{
	const struct access *read = access_at(kernel, load);
	if (!read)
		return false;
	vec_each(each, &kernel->accesses) {
		const struct access *store = *each;
		if (store->object == read->object && store->type == ACCESS_WRITE &&
			store->stored && store->address == read->address &&
			is_atomic_result(store->stored))
			return true;
	}
	return false;
}

/* Does an addition find distinct numbers for all blocks, in one counter of theirs. */
static bool draws_for_all(const struct kernel *kernel, const struct access *access)
{
	return access && access->object->space != SPACE_SHARED && access->scope >= SCOPE_DEVICE && counter_change(access) &&
	       value_level(kernel, access->pointer) == LEVEL_GRID;
}

bool symbol_keeps_draw(const struct kernel *kernel, const struct symbol *sym)
{
	const struct symbol *first = sym->original ? sym->original : sym;
	LLVMValueRef load = first->kind == SYM_DATA ? (LLVMValueRef)(uintptr_t)first->origin : NULL;
	const struct access *read = load && LLVMIsALoadInst(load) ? access_at(kernel, load) : NULL;
	if (!read || read->object->space != SPACE_SHARED)
		return false;
	vec_each(each, &kernel->accesses) {
		const struct access *store = *each;
		if (store->object == read->object && store->type == ACCESS_WRITE && store->stored &&
			store->address == read->address && LLVMIsAAtomicRMWInst(store->stored) &&
			draws_for_all(kernel, access_at(kernel, store->stored)))
			return true;
	}
	return false;
}

/* The instruction that gave a pointer of which nothing more is known; NULL: it is another symbol. */
static LLVMValueRef pointer_origin(const struct kernel *kernel, const struct symbol *sym)
{
	const struct symbol *first = sym->original ? sym->original : sym;
	LLVMValueRef value = (LLVMValueRef)(uintptr_t)first->origin;
	bool opaque = first->kind == SYM_BASE && first->level >= LEVEL_BLOCK && value;
	return opaque && !object_of_base(kernel, first) ? value : NULL;
}

/* Does an addition add what its thread alone knows of shared memory: its results lie apart by as much. */
static bool adds_own(struct kernel *kernel, const struct access *access)
{
	LLVMValueRef added = access->rmw == RMW_ADD ? access->operand : NULL;
	return added && LLVMIsALoadInst(added) &&
	       object_of(kernel, LLVMGetOperand(added, 0))->space == SPACE_SHARED &&
	       !term_is_common(value_et(kernel->env, added), LEVEL_BLOCK);
}

const char *symbol_computed(struct kernel *kernel, const struct symbol *sym)
{
	const struct symbol *first = sym->original ? sym->original : sym;
	LLVMValueRef value = (LLVMValueRef)(uintptr_t)first->origin;
	if (first->kind == SYM_LOAD) {
		const struct object *object = first->origin;
		return object && object->space == SPACE_SHARED ? "shared memory" : NULL;
	}
	LLVMValueRef pointer = pointer_origin(kernel, sym);
	if (pointer && LLVMIsALoadInst(pointer) &&
		object_of(kernel, LLVMGetOperand(pointer, 0))->space == SPACE_SHARED)
		return "shared memory";
	if (first->kind != SYM_DATA || !value || symbol_is_aggregated(kernel, first) ||
		call_is_random(value))
		return NULL;
	if (is_atomic_result(value)) {
		const struct access *access = access_at(kernel, value);
		bool free = access && !adds_own(kernel, access) &&
			    (value_level(kernel, access->pointer) == LEVEL_GRID ||
				    only_reads(access));
		return free ? NULL : "the result of an atomic";
	}
	if (LLVMIsACallInst(value) && !strcmp(call_name(value), "__hgrd_texel"))
		return "texture coordinates";
	if (LLVMIsACallInst(value))
		return "a value exchanged between threads";
	const struct object *object = LLVMIsALoadInst(value) ? object_of(kernel, LLVMGetOperand(value, 0)) : NULL;
	if ((object && object->space == SPACE_SHARED) || value_found_in_shared(kernel, value))
		return "shared memory";
	if (object && keeps_result(kernel, value))
		return "the result of an atomic";
	bool filled = (object && load_is_refilled(kernel, value)) || value_walks_table(kernel, value);
	return filled ? "memory that the kernel itself has filled before" : NULL;
}

struct resting {
	const struct loop *loop;
	bool found;
};

static void resting_visit(void *data, const struct et *et)
{
	struct resting *resting = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	const struct symbol *sym = et->sym;
	bool round = sym->kind == SYM_LOOP && loop_encloses(sym->origin, resting->loop);
	resting->found |= sym->kind != SYM_PARAM && sym->builtin == BUILTIN_NONE && !round;
}

/* Is it a loop of the kernel that is left by what ids, the launch and rounds alone decide, wherever it is left. */
static bool rounds_are_given(struct kernel *kernel, const struct loop *loop)
{
	struct resting resting = { loop, false };
	struct et_set *seen = et_set_new(kernel->arena);
	if (loop->index >= kernel->func->loops.n || kernel->func->loops.at[loop->index] != loop)
		return false;
	vec_each(exit, &loop->exits) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(exit->from->llvm);
		if (!LLVMIsABranchInst(last) || !LLVMIsConditional(last))
			return false;
		et_each(seen, value_et(kernel->env, LLVMGetCondition(last)), resting_visit, &resting);
	}
	return !resting.found;
}

bool symbol_is_final_count(struct kernel *kernel, const struct pair *pair, const struct symbol *sym)
{
	const struct symbol *first = sym->original ? sym->original : sym;
	const struct loop *loop = first->kind == SYM_LOOP ? first->origin : NULL;
	bool left = loop && (!loop_contains(loop, pair->a.access->block) || !loop_contains(loop, pair->b.access->block));
	return left && !rounds_are_given(kernel, loop);
}

const struct access *symbol_atomic(struct kernel *kernel, const struct symbol *sym)
{
	const struct symbol *first = sym->original ? sym->original : sym;
	LLVMValueRef value = (LLVMValueRef)(uintptr_t)first->origin;
	bool found = first->kind == SYM_DATA && value && is_atomic_result(value);
	return found ? access_at(kernel, value) : NULL;
}

const struct access *symbol_counter(struct kernel *kernel, const struct symbol *sym)
{
	const struct access *access = symbol_atomic(kernel, sym);
	bool one = access && access->rmw == RMW_ADD && access->operand &&
		   LLVMIsAConstantInt(access->operand) &&
		   LLVMConstIntGetSExtValue(access->operand) == 1;
	return one ? access : NULL;
}

bool symbol_is_fresh(const struct kernel *kernel, const struct symbol *sym)
{
	LLVMValueRef value = pointer_origin(kernel, sym);
	return value && LLVMIsACallInst(value) && !strcmp(call_name(value), "malloc");
}

static const char *access_word(const struct access *access)
{
	static const char *const words[] = {
		[ACCESS_READ] = "read", [ACCESS_WRITE] = "write", [ACCESS_ATOMIC] = "atomic"
	};
	return words[access->type];
}

const char *kernel_show_accesses(struct arena *arena, const struct kernel *kernel)
{
	const char *text = arena_printf(arena, "kernel %s\n", kernel->name);
	vec_each(each, &kernel->accesses) {
		const struct access *access = *each;
		struct loc loc = access_loc(kernel, access);
		text = arena_printf(arena, "%s  a%u %s:%u:%u %s %u bytes of %s at %s\n     if %s\n",
			text, access->index, loc.file ? loc.file : "?", loc.line, loc.column,
			access_word(access), access->size, access->object->name,
			et_show(arena, access->address, false),
			et_show(arena, access->guard, false));
	}
	return text;
}

static const char *const kinds[] = { "inter-block", "intra-block", "intra-warp" };

static const char *interval_name(struct arena *arena, const struct interval *interval)
{
	if (!interval->point)
		return arena_printf(arena, "%s from entry", kinds[interval->kind]);
	return arena_printf(arena, "%s from barrier at line %u", kinds[interval->kind],
		instruction_loc(arena, interval->point->instruction).line);
}

const char *kernel_show_intervals(struct arena *arena, const struct kernel *kernel)
{
	const char *text = arena_printf(arena, "kernel %s\n", kernel->name);
	vec_each(each, &kernel->intervals) {
		const struct interval *interval = *each;
		text = arena_printf(arena, "%s  %s", text, interval_name(arena, interval));
		vec_each(instance, &interval->instances) text = arena_printf(
			arena, "%s a%u/%x", text, instance->access->index, instance->state);
		text = arena_printf(arena, "%s\n", text);
	}
	return text;
}

static const char *pair_show(struct arena *arena, struct kernel *kernel, const struct pair *pair)
{
	struct pair_terms terms = { 0 };
	pair_terms(kernel, pair, NULL, &terms);
	pair_signals(kernel, pair, NULL, NULL, &terms);
	const char *text = arena_printf(arena, "    a%u/%x at %s\n    a%u/%x at %s\n",
		pair->a.access->index, pair->a.state, et_show(arena, terms.address[0], true),
		pair->b.access->index, pair->b.state, et_show(arena, terms.address[1], true));
	vec_each(condition, &terms.conditions) text =
		arena_printf(arena, "%s      %s\n", text, et_show(arena, *condition, true));
	return text;
}

/* Pairs on one object of which one side writes, before what a launch says is put in. */
const char *kernel_show_pairs(struct arena *arena, struct kernel *kernel)
{
	const char *text = arena_printf(arena, "kernel %s\n", kernel->name);
	vec_each(each, &kernel->intervals) {
		struct interval *interval = *each;
		text = arena_printf(arena, "%s  %s\n", text, interval_name(arena, interval));
		for (size_t i = 0; i < interval->instances.n; i++) {
			for (size_t j = i; j < interval->instances.n; j++) {
				struct pair pair = { interval, interval->instances.at[i],
					interval->instances.at[j] };
				const struct access *a = pair.a.access, *b = pair.b.access;
				bool apart = a->object->space == SPACE_SHARED &&
					     interval->kind == RACE_INTER_BLOCK;
				bool read_only = a->type == ACCESS_READ && b->type == ACCESS_READ;
				if (a->object == b->object && !apart && !read_only)
					text = arena_printf(arena, "%s%s", text,
						pair_show(arena, kernel, &pair));
			}
		}
	}
	return text;
}
