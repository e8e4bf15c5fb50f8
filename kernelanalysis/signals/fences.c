#include "kernelanalysis/pairs/order.h"
#include "kernelanalysis/intervals/runs.h"

/* Fences between an operation and the accesses that it is to order: the widest that counts for it. */

/* What a fence has to be: for this operation, of no other direction, at least this wide. */
struct need {
	const struct access *op;
	enum order other;
	enum scope scope;
	bool sc;
	struct orders *orders;
	LLVMValueRef target; /* what it is to be before; ways end here */
	const struct et *known; /* holds of who goes that way */
	bool later; /* the target may be in a later round than the fence */
};

static bool fence_serves(const struct sync *sync, const struct need *need)
{
	if (sync->kind != SYNC_FENCE || sync->order == need->other || sync->scope < need->scope ||
		((need->op->asm_weak || need->sc) && !sync->sc))
		return false;
	return need->later || ordered(need->orders->kernel, sync->instruction, need->target) ||
	       precedes(need->orders, sync->instruction, need->target) ||
	       precedes_in_round(need->orders, sync->instruction, need->target);
}

/* The first of the instructions from i on that is such a fence, the end or the target; NULL: the block ends before. */
static LLVMValueRef first_met(LLVMValueRef i, LLVMValueRef end, const struct need *need)
{
	for (; i; i = LLVMGetNextInstruction(i)) {
		const struct sync *sync = sync_at(need->orders->kernel, i);
		if (i == end || i == need->target || (sync && fence_serves(sync, need)))
			return i;
	}
	return NULL;
}

static void changing_visit(void *data, const struct et *et)
{
	bool leaf = et->op == ET_SYM || et->op == ET_APP;
	*(bool *)data |= leaf && et->sym->builtin == BUILTIN_NONE && et->sym->kind != SYM_PARAM;
}

/* Does nobody take the edge who comes that way, by ids and inputs: the same condition has been decided before. */
static bool never_taken(const struct block *from, const struct block *to, const struct need *need)
{
	struct kernel *kernel = need->orders->kernel;
	bool changing = false;
	if (from->succs.n < 2 || et_is_const(need->known))
		return false;
	const struct et *edge = value_edge(kernel->env, from, to);
	et_once(kernel->arena, edge, changing_visit, &changing);
	return !changing && !et_is_const(edge) && guard_implies(need->known, et_not(kernel->ets, edge));
}

/* Such a fence on every way from the instruction to the end or target, one of them if there are several; NULL: none. */
static const struct sync *fence_between(
	LLVMValueRef from, LLVMValueRef end, const struct need *need)
{
	const struct kernel *kernel = need->orders->kernel;
	struct func *func = kernel->func;
	bool *seen = arena_alloc(kernel->arena, func->blocks.n * sizeof(bool));
	VEC(const struct block *) work = { 0 };
	const struct block *block = instruction_block(func, from);
	const struct sync *fence = NULL;
	for (;;) {
		LLVMValueRef met = first_met(from, end, need);
		if (met && (met == end || met == need->target))
			return NULL;
		fence = met ? sync_at(kernel, met) : fence;
		for (size_t i = 0; !met && i < block->succs.n; i++) {
			const struct block *succ = block->succs.at[i];
			if (never_taken(block, succ, need))
				continue;
			if (!seen[succ->index])
				vec_push(kernel->arena, &work, succ);
			seen[succ->index] = true;
		}
		if (!work.n)
			return fence;
		block = work.at[--work.n];
		from = LLVMGetFirstInstruction(block->llvm);
	}
}

/* No fence of the kernel is wider. */
static enum scope widest_of(const struct kernel *kernel)
{
	enum scope widest = SCOPE_NONE;
	vec_each(sync, &kernel->syncs)
		if ((*sync)->kind == SYNC_FENCE && (*sync)->scope > widest)
			widest = (*sync)->scope;
	return widest;
}

/* The widest such fence. */
static enum scope widest_between(
	LLVMValueRef from, LLVMValueRef end, struct need need, const struct sync **fence)
{
	struct kernel *kernel = need.orders->kernel;
	*fence = NULL;
	need.known = from ? value_reach(kernel->env, instruction_block(kernel->func, from)) : NULL;
	for (need.scope = widest_of(need.orders->kernel); from && need.scope > SCOPE_NONE; need.scope--) {
		*fence = fence_between(from, end, &need);
		if (*fence)
			return need.scope;
	}
	return SCOPE_NONE;
}

enum scope fence_after(struct orders *orders, const struct acquire *acquire, LLVMValueRef target,
	const struct sync **fence)
{
	const struct access *op = acquire->op;
	const struct sync *behind;
	struct need need = { .op = op, .other = ORDER_RELEASE, .orders = orders, .target = target };
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(acquire->from->llvm);
	LLVMValueRef from = LLVMGetFirstInstruction(acquire->success->llvm);
	*fence = NULL;
	if (op->order == ORDER_ACQUIRE || op->order == ORDER_ACQ_REL)
		return SCOPE_SYSTEM;
	enum scope before =
		widest_between(LLVMGetNextInstruction(op->instruction), branch, need, fence);
	enum scope after = widest_between(from, target, need, &behind);
	*fence = after > before ? behind : *fence;
	return after > before ? after : before;
}

enum scope fence_behind(struct orders *orders, const struct access *read, LLVMValueRef target, const struct sync **fence)
{
	struct need need = { .op = read, .other = ORDER_RELEASE, .orders = orders, .target = target };
	*fence = NULL;
	if (read->order == ORDER_ACQUIRE || read->order == ORDER_ACQ_REL)
		return SCOPE_SYSTEM;
	return widest_between(LLVMGetNextInstruction(read->instruction), target, need, fence);
}

enum scope fence_before(struct orders *orders, LLVMValueRef source, const struct access *op,
	const struct sync **fence)
{
	struct kernel *kernel = orders->kernel;
	struct need need = { .op = op, .other = ORDER_ACQUIRE, .orders = orders,
		.target = op->instruction };
	LLVMValueRef start = LLVMGetFirstInstruction(kernel->func->blocks.at[0]->llvm);
	LLVMValueRef from = source ? LLVMGetNextInstruction(source) : start;
	*fence = NULL;
	if (op->order == ORDER_RELEASE || op->order == ORDER_ACQ_REL)
		return SCOPE_SYSTEM;
	return widest_between(from, op->instruction, need, fence);
}

enum scope fence_before_later(struct orders *orders, LLVMValueRef source, const struct access *op, const struct sync **fence)
{
	struct need need = { .op = op, .other = ORDER_ACQUIRE, .orders = orders, .target = op->instruction, .later = true };
	if (op->order == ORDER_RELEASE || op->order == ORDER_ACQ_REL)
		return fence_before(orders, source, op, fence);
	return widest_between(LLVMGetNextInstruction(source), op->instruction, need, fence);
}

enum scope fence_of_writer(struct orders *orders, LLVMValueRef source, LLVMValueRef barrier,
	const struct access *op, const struct sync **fence)
{
	struct need need = { .op = op, .other = ORDER_ACQUIRE, .orders = orders, .target = barrier };
	return widest_between(LLVMGetNextInstruction(source), barrier, need, fence);
}

enum scope fence_of_reader(struct orders *orders, LLVMValueRef barrier, LLVMValueRef target,
	const struct access *op, const struct sync **fence)
{
	struct need need = { .op = op, .other = ORDER_RELEASE, .sc = true, .orders = orders,
		.target = target };
	return widest_between(LLVMGetNextInstruction(barrier), target, need, fence);
}
