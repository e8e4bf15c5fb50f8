#include <string.h>

#include "kernelanalysis/sums/sums.h"
#include "kernelanalysis/sums/sums_known.h"

/* Runs the block of a launch, and keeps which of its values are sums. */

/* Computes `count` of each kernel thread once: then the term of the value is what is summed up. */
static bool is_once(const struct sums *m, const struct sum_slot *slot)
{
	for (unsigned t = 0; t < m->threads; t++)
		if (slot->ran[t] > 1)
			return false;
	return !slot->unsure;
}

/* Is it a phi of a loop which has its last value now; the loops around that are run for one round. */
static bool is_last(const struct sums *m, const struct sum_slot *slot)
{
	const struct loop *loop = slot->block ? slot->block->loop : NULL;
	if (!loop || loop->header != slot->block || !LLVMIsAPHINode(slot->value) || slot->unsure ||
		m->rounds[loop->index] != ROUNDS_NUMBERED)
		return false;
	for (loop = loop->parent; loop; loop = loop->parent)
		if (m->rounds[loop->index] != ROUNDS_DONE)
			return false;
	return true;
}

/* The family of which the values of all threads are sums; NULL: none. */
static const struct sum_family *family_in(
	const struct sums *m, const struct sum_slot *slot, const struct sum_value *at)
{
	const struct sum_family *family = NULL;
	for (unsigned t = 0; t < m->threads; t++) {
		if (!slot->ran[t] || sum_is(at[t], 0))
			continue;
		const struct sum_family *own =
			at[t].kind == SUM_ATOMS ? &m->families.at[at[t].of] : NULL;
		if (!own || (family && own != family))
			return NULL;
		family = own;
	}
	return family && family->first && is_once(m, family->slot) ? family : NULL;
}

/* Where an empty sum begins and ends: at the beginning of a neighbour's, which makes them alike. */
static uint16_t empty_place(const struct sums *m, const struct sum_slot *slot,
	const struct sum_value *at, unsigned thread)
{
	unsigned first = thread - thread % EXTENT_WARP, found = m->threads;
	for (unsigned t = 0; t < m->threads; t++) {
		if (!slot->ran[t] || at[t].kind != SUM_ATOMS)
			continue;
		if (t / EXTENT_WARP == thread / EXTENT_WARP)
			return (uint16_t)at[t].begin;
		if (found == m->threads || (t < first && at[t].begin == at[found].begin))
			found = t;
	}
	return (uint16_t)(found < m->threads ? at[found].begin : 0);
}

static void add_summed(struct kernel *kernel, struct sum_table *table, const struct sums *m,
	const struct sum_slot *slot)
{
	const struct sum_value *at = slot->kept ? slot->kept : slot->at;
	bool last = is_last(m, slot), once = is_once(m, slot);
	const struct sum_family *family = last || once ? family_in(m, slot, at) : NULL;
	if (!family || family->slot == slot)
		return;
	uint16_t *begin = arena_alloc(kernel->arena, m->threads * sizeof(*begin));
	uint16_t *end = arena_alloc(kernel->arena, m->threads * sizeof(*end));
	bool *ran = arena_alloc(kernel->arena, m->threads * sizeof(*ran));
	for (unsigned t = 0; t < m->threads; t++) {
		ran[t] = slot->ran[t];
		bool sum = ran[t] && at[t].kind == SUM_ATOMS;
		begin[t] = sum ? (uint16_t)at[t].begin : empty_place(m, slot, at, t);
		end[t] = sum ? (uint16_t)at[t].end : begin[t];
	}
	struct summed summed = { slot->value, family->slot->value, family->narrowest, last && !once, begin,
		end, ran };
	vec_push(kernel->arena, &table->all, summed);
}

/* Returns whether it makes a difference if loops around scans are widened. */
static bool run(struct kernel *kernel, struct sum_table *table, struct et_map *launch, bool widened)
{
	struct arena *arena = arena_new();
	struct sums m = { .kernel = kernel, .arena = arena, .launch = launch, .widened = widened };
	m.pointers = ptrmap_new(arena);
	m.slots = ptrmap_new(arena);
	memcpy(m.dims, table->dims, sizeof(m.dims));
	m.threads = table->threads;
	for (unsigned i = 0; i < LLVMCountParams(kernel->llvm); i++) {
		LLVMValueRef param = LLVMGetParam(kernel->llvm, i);
		struct sum_slot *slot = sum_slot_of(&m, param);
		if (LLVMGetTypeKind(LLVMTypeOf(param)) != LLVMIntegerTypeKind || slot->width == 0)
			continue;
		const struct et *term = et_map_apply(launch, value_et(kernel->env, param));
		for (unsigned t = 0; et_is_const(term) && t < m.threads; t++)
			slot->at[t] = sum_number(term->value);
	}
	sum_run(&m);
	for (size_t i = 0; !m.failed && i < m.all.n; i++)
		add_summed(kernel, table, &m, m.all.at[i]);
	arena_free(arena);
	return m.nested;
}

/* Is it made of something that threads exchange by shuffles. */
static bool is_shuffle(LLVMValueRef value)
{
	static const char *const names[] = { "llvm.nvvm.shfl.sync.", "llvm.nvvm.vote.ballot.sync",
		"llvm.nvvm.barrier.cta.red.popc", "llvm.ctpop." };
	for (size_t i = 0; LLVMIsACallInst(value) && i < sizeof(names) / sizeof(*names); i++)
		if (!strncmp(call_name(value), names[i], strlen(names[i])))
			return true;
	return false;
}

static bool is_shared_load(struct kernel *kernel, LLVMValueRef value)
{
	return LLVMIsALoadInst(value) &&
	       object_of(kernel, LLVMGetOperand(value, 0))->kind == OBJECT_SHARED;
}

static bool loop_exchanges(struct kernel *kernel, const struct loop *loop)
{
	vec_each(block, &loop->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i))
			if (is_shuffle(i) || is_shared_load(kernel, i))
				return true;
	return false;
}

bool symbol_is_exchanged(struct kernel *kernel, const struct symbol *sym)
{
	LLVMValueRef value = (LLVMValueRef)(uintptr_t)sym->origin;
	if (!value || (sym->kind != SYM_DATA && sym->kind != SYM_HAVOC))
		return false;
	if (!LLVMIsAPHINode(value))
		return is_shuffle(value) || is_shared_load(kernel, value);
	const struct loop *loop = loop_of_phi(kernel->env, value);
	return loop && loop_exchanges(kernel, loop);
}

static bool is_integer_exchange(struct kernel *kernel, LLVMValueRef i)
{
	bool integer = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
	LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
	return is_shuffle(i) || (integer && is_shared_load(kernel, i)) || (callee && !(LLVMIsAFunction(callee) && LLVMIsDeclaration(callee)));
}

/* Do threads hand integers to each other, as far as is seen: sums of other values are none that are followed. */
static bool exchanges_integers(struct kernel *kernel)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel->llvm); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (is_integer_exchange(kernel, i))
				return true;
	return false;
}

const struct sum_table *sum_table_of(struct kernel *kernel, struct et_map *launch)
{
	struct sum_table *table = kernel->sums;
	if (table && table->launch == launch)
		return table->threads ? table : NULL;
	kernel->sums = table = arena_alloc(kernel->arena, sizeof(*table));
	table->launch = launch;
	uint64_t threads = 1;
	for (unsigned i = 0; i < 3; i++) {
		const struct et *size = et_map_apply(launch, et_sym(kernel->ets, kernel->ntid[i]));
		uint64_t n = et_is_const(size) && size->value <= SUM_THREADS ? size->value : 0;
		table->dims[i] = (unsigned)n;
		threads *= n;
	}
	if (!threads || threads > SUM_THREADS || kernel->maps_shared || !exchanges_integers(kernel))
		return NULL;
	table->threads = (unsigned)threads;
	if (run(kernel, table, launch, false) && !table->all.n)
		run(kernel, table, launch, true);
	return table;
}

const struct summed *summed_of(const struct sum_table *table, LLVMValueRef value)
{
	vec_each(summed, &table->all)
		if (summed->value == value)
			return summed;
	return NULL;
}
