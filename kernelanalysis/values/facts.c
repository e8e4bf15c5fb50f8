#include "kernelanalysis/passes.h"

#include <string.h>

/*
 * Facts that the kernel states itself: __builtin_assume and assert. Conditions
 * that are the same for the whole grid, in code that every thread runs, are
 * facts of the kernel; the others guard the accesses they come before.
 */

struct grid_check {
	bool narrower;
};

static void grid_visit(void *data, const struct et *et)
{
	struct grid_check *check = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		check->narrower |= et->sym->level != LEVEL_GRID;
}

static bool is_grid_uniform(const struct kernel *kernel, const struct et *cond)
{
	struct grid_check check = { false };
	et_once(kernel->arena, cond, grid_visit, &check);
	return !check.narrower;
}

void kernel_fact_add(struct kernel *kernel, enum fact_kind kind, const char *source,
	const struct et *cond, struct loc loc)
{
	if (cond->op == ET_AND && cond->width == 1) {
		kernel_fact_add(kernel, kind, source, cond->arg[0], loc);
		kernel_fact_add(kernel, kind, source, cond->arg[1], loc);
		return;
	}
	if (et_is_const(cond) || !is_grid_uniform(kernel, cond))
		return;
	struct fact fact = { kind, cond, NULL, loc };
	fact.text = arena_printf(
		kernel->arena, "%s(%s)", source, et_show(kernel->arena, cond, false));
	vec_push(kernel->arena, &kernel->facts, fact);
}

bool kernel_always_runs(const struct kernel *kernel, const struct block *block)
{
	const struct et *reach = value_reach(kernel->env, block);
	if (et_is_true(reach))
		return true;
	vec_each(fact, &kernel->facts) {
		if (fact->cond == reach)
			return true;
	}
	return false;
}

static bool is_of_program(LLVMValueRef assume)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(assume));
	return !LLVMGetMetadata(assume, LLVMGetMDKindIDInContext(context, ASSUMES_BOUNDS, strlen(ASSUMES_BOUNDS)));
}

static void scan_assumes(struct kernel *kernel, struct block *block)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); i;
		i = LLVMGetNextInstruction(i)) {
		if (!LLVMIsACallInst(i) || strcmp(call_name(i), "llvm.assume"))
			continue;
		struct assumed entry = { i, value_et(kernel->env, call_arg(i, 0)) };
		vec_push(kernel->arena, &kernel->assumed, entry);
		if (is_of_program(i) && kernel_always_runs(kernel, block))
			kernel_fact_add(kernel, FACT_ASSUME, "__builtin_assume", entry.cond,
				instruction_loc(kernel->arena, i));
	}
}

static void scan_assert(struct kernel *kernel, struct block *block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
	if (block->succs.n != 2 || !LLVMIsABranchInst(last) || !kernel_always_runs(kernel, block))
		return;
	for (unsigned i = 0; i < 2; i++)
		if (block_is_dead_end(block->succs.at[i]))
			kernel_fact_add(kernel, FACT_ASSERT, "assert",
				value_edge(kernel->env, block, block->succs.at[!i]),
				instruction_loc(kernel->arena, last));
}

void kernel_facts_fill(struct kernel *kernel)
{
	unsigned_sizes_fill(kernel);
	vec_each(block, &kernel->func->blocks) {
		scan_assumes(kernel, *block);
		scan_assert(kernel, *block);
	}
	vec_each(each, &kernel->accesses) {
		struct access *access = *each;
		vec_each(entry, &kernel->assumed)
			if (instruction_dominates(
				    kernel->func, entry->instruction, access->instruction))
				access->guard = et_and(kernel->ets, access->guard, entry->cond);
	}
}
