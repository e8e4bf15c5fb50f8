#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Acquires: strong reads whose value decides a branch (HGRD 6.5). Each way out of
 * a spin, each side of another branch is one; what the branch's condition says
 * about the value is looked at where it is used.
 */

/* The value stored to a variable, NULL when it may be of several stores. */
static LLVMValueRef broadcast_value(struct kernel *kernel, LLVMValueRef load)
{
	const struct access *read = access_at(kernel, load);
	LLVMValueRef stored = NULL;
	if (!read || (read->object->kind != OBJECT_SHARED && read->object->kind != OBJECT_PARAM &&
			     read->object->kind != OBJECT_GLOBAL))
		return NULL;
	vec_each(each, &kernel->accesses) {
		const struct access *access = *each;
		if (access->object != read->object || access->type == ACCESS_READ)
			continue;
		if (access->address != read->address)
			continue;
		if (!access->stored || (stored && stored != access->stored)) {
			const struct access *last = last_store(kernel, read);
			return last ? last->stored : NULL;
		}
		stored = access->stored;
	}
	return stored;
}

/* What is made of a value, also where it is passed on through a variable. */
struct dependents {
	struct kernel *kernel;
	struct ptrmap *known;
	VEC(LLVMValueRef) values;
};

static void dependent_add(struct dependents *d, LLVMValueRef value)
{
	if (ptrmap_get(d->known, value))
		return;
	ptrmap_set(d->known, value, value);
	vec_push(d->kernel->arena, &d->values, value);
}

static bool passes_on(LLVMValueRef user)
{
	if (!LLVMIsAInstruction(user) || LLVMIsALoadInst(user))
		return false;
	return !LLVMIsACallInst(user) || call_touches_no_memory(user) || call_is_block_barrier(user);
}

/* Truth values that a branch by the value chooses where its ways meet, as that of `a && b`. */
static void add_chosen(struct dependents *d, LLVMValueRef branch)
{
	const struct block *from = instruction_block(d->kernel->func, branch);
	LLVMValueRef i = from && from->ipdom ? LLVMGetFirstInstruction(from->ipdom->llvm) : NULL;
	for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
		if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(i)) == 1)
			dependent_add(d, i);
}

static void add_users(struct dependents *d, LLVMValueRef value)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsABranchInst(user))
			add_chosen(d, user);
		if (passes_on(user))
			dependent_add(d, user);
	}
}

static void add_loads(struct dependents *d)
{
	vec_each(each, &d->kernel->accesses) {
		LLVMValueRef load = (*each)->instruction;
		if (!LLVMIsALoadInst(load) || ptrmap_get(d->known, load))
			continue;
		LLVMValueRef stored = broadcast_value(d->kernel, load);
		if (stored && ptrmap_get(d->known, stored))
			dependent_add(d, load);
	}
}

/* All values that depend on one. */
static struct ptrmap *dependents_of(struct kernel *kernel, LLVMValueRef value)
{
	struct dependents d = { .kernel = kernel, .known = ptrmap_new(kernel->arena) };
	size_t next = 0;
	dependent_add(&d, value);
	while (next < d.values.n) {
		while (next < d.values.n)
			add_users(&d, d.values.at[next++]);
		add_loads(&d);
	}
	return d.known;
}

/* Condition to leave the loop that the read spins in by another edge: for one that does not depend on it, whenever that
 * could be taken, else in the round in which it is. */
static const struct et *left_early(struct kernel *kernel, const struct access *op, const struct edge *edge,
	const struct ptrmap *dependents)
{
	const struct loop *loop = op->block->loop;
	const struct et *term = et_bool(kernel->ets, false);
	vec_each(exit, &loop->exits) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(exit->from->llvm);
		bool chooses = exit->from->succs.n > 1 &&
			       (LLVMIsABranchInst(last) || LLVMIsASwitchInst(last));
		bool depends = chooses && ptrmap_get(dependents, LLVMGetOperand(last, 0));
		bool itself = exit->from == edge->from && exit->to == edge->to;
		if (depends && (itself || block_is_dead_end(exit->to)))
			continue;
		const struct et *left = value_edge(kernel->env, exit->from, exit->to);
		if (depends)
			left = et_and(kernel->ets, left,
				value_reach_from(kernel->env, loop->header, exit->from));
		term = et_or(kernel->ets, term, left);
	}
	return term;
}

/* The same for an edge inside the loop that decides whether to wait on: who leaves without it has not come to its branch in his last round. */
static const struct et *left_beside(struct kernel *kernel, const struct loop *loop, const struct edge *edge)
{
	struct ets *ets = kernel->ets;
	const struct et *term = et_bool(ets, false);
	const struct et *asked = value_reach_from(kernel->env, loop->header, edge->from);
	vec_each(exit, &loop->exits) {
		if (block_is_dead_end(exit->to) || block_dominates(edge->to, exit->from))
			continue;
		const struct et *left = et_and(ets, value_edge(kernel->env, exit->from, exit->to),
			value_reach_from(kernel->env, loop->header, exit->from));
		term = et_or(ets, term, left);
	}
	return et_and(ets, term, et_not(ets, asked));
}

/* Does nobody who has taken another edge of the branch leave the loop in that round. */
static bool others_stay(struct kernel *kernel, const struct loop *loop, const struct edge *edge)
{
	bool *avoid = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(*avoid));
	avoid[loop->header->index] = true;
	avoid[edge->to->index] = true;
	vec_each(other, &edge->from->succs) {
		if (*other == edge->to || *other == loop->header || block_is_dead_end(*other))
			continue;
		if (!loop_contains(loop, *other))
			return false;
		const bool *reached = blocks_reached(kernel, *other, avoid);
		vec_each(exit, &loop->exits) {
			bool comes = exit->from == *other || reached[exit->from->index];
			if (comes && !block_is_dead_end(exit->to))
				return false;
		}
	}
	return true;
}

/*
 * Is the edge one that whoever leaves the loop has taken in his last round, if he came to its branch: waits for several words in
 * one loop, such as `while (a <= k || b <= k)`, of which the loop's way out is decided by the last word alone.
 */
static bool leads_out(struct kernel *kernel, const struct access *op, const struct edge *edge)
{
	const struct loop *loop = op->block->loop;
	return edge->from->loop == loop && edge->to->loop == loop && edge->to != loop->header &&
	       lock_only_read(op) && block_dominates(op->block, edge->from) &&
	       !vote_of_branch(edge->from) && others_stay(kernel, loop, edge);
}

/* By the edge, which leaves the loop that the read spins in, or else stands inside it and leads out, or the read does not spin. */
static struct acquire *acquire_by(struct kernel *kernel, const struct access *op, const struct edge *edge)
{
	struct acquire *acquire = arena_alloc(kernel->arena, sizeof(*acquire));
	acquire->op = op;
	acquire->from = edge->from;
	acquire->success = edge->to;
	acquire->edge = value_edge(kernel->env, edge->from, edge->to);
	acquire->told = is_broadcast(kernel, acquire->edge, op->instruction);
	told_by_existing(kernel, acquire);
	acquire->left_early = et_bool(kernel->ets, false);
	return acquire;
}

static void add_acquire(struct orders *orders, const struct access *op, const struct edge *edge,
	const struct ptrmap *dependents)
{
	struct kernel *kernel = orders->kernel;
	if (edge->to->preds.n != 1)
		return;
	struct acquire *acquire = acquire_by(kernel, op, edge);
	acquire->spins = op->block->loop && loop_contains(op->block->loop, edge->from) &&
			 !loop_contains(op->block->loop, edge->to);
	if (acquire->spins)
		acquire->left_early = left_early(kernel, op, edge, dependents);
	LLVMValueRef vote = vote_of_branch(edge->from);
	const struct et *vain;
	if (vote && acquire->spins && vote_counts_one(kernel, acquire, vote, &vain)) {
		acquire->vote = vote;
		acquire->left_early = et_or(kernel->ets, acquire->left_early, vain);
	}
	vec_push(kernel->arena, &orders->acquires, acquire);
}

static bool add_inside(struct orders *orders, const struct access *op, const struct edge *edge)
{
	struct kernel *kernel = orders->kernel;
	if (edge->to->preds.n != 1 || !leads_out(kernel, op, edge))
		return false;
	struct acquire *acquire = acquire_by(kernel, op, edge);
	if (acquire->told)
		return false;
	acquire->spins = true;
	acquire->left_early = left_beside(kernel, op->block->loop, edge);
	vec_push(kernel->arena, &orders->inside, acquire);
	return true;
}

void acquires_add(struct orders *orders, const struct access *op)
{
	struct kernel *kernel = orders->kernel;
	const struct loop *loop = op->block->loop;
	struct ptrmap *dependents = dependents_of(kernel, op->instruction);
	vec_each(each, &kernel->func->blocks) {
		struct block *block = *each;
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
		if (block->succs.n < 2 || (!LLVMIsABranchInst(last) && !LLVMIsASwitchInst(last)))
			continue;
		if (!ptrmap_get(dependents, LLVMGetOperand(last, 0)))
			continue;
		bool spin = loop && loop_contains(loop, block);
		vec_each(succ, &block->succs) {
			struct edge edge = { block, *succ };
			bool leaves = spin && !loop_contains(loop, *succ);
			const struct loop *around = loop && !spin ? loop->parent : NULL;
			bool by_all = around && loop_contains(around, block) && !loop_contains(around, *succ);
			if (leaves || !spin || op->atomic_rmw || turn_may_be_drawn(kernel, op, *succ))
				add_acquire(orders, op, &edge, dependents);
			else
				leaves = add_inside(orders, op, &edge);
			((struct access *)op)->spin_flag |= (leaves || by_all) && is_strong(op);
		}
	}
}

void acquires_find(struct orders *orders)
{
	vec_each(each, &orders->kernel->accesses)
		if (is_strong(*each) && (*each)->type != ACCESS_WRITE && (*each)->rmw != RMW_STORE)
			acquires_add(orders, *each);
}

struct test {
	struct kernel *kernel;
	const struct access *op;
	const struct et *value;
};

static const struct et *test_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct test *test = data;
	LLVMValueRef origin = (LLVMValueRef)(uintptr_t)leaf->sym->origin;
	if (leaf->sym->kind != SYM_DATA || !origin)
		return NULL;
	if (origin == test->op->instruction && leaf->width == test->value->width)
		return test->value;
	if (test->op->rmw != RMW_CAS || !LLVMIsAExtractValueInst(origin) ||
		LLVMGetOperand(origin, 0) != test->op->instruction)
		return NULL;
	if (LLVMGetIndices(origin)[0] == 0)
		return leaf->width == test->value->width ? test->value : NULL;
	const struct et *expected = value_et(test->kernel->env, test->op->expected);
	return expected->width == test->value->width
		       ? et_binary(ets, ET_EQ, 0, test->value, expected)
		       : NULL;
}

static const struct et *given(struct ets *ets, const struct et *term, const struct et *fact)
{
	if (term == fact)
		return et_bool(ets, true);
	if (term->width != 1 || term->nargs != 2 ||
		(term->op != ET_AND && term->op != ET_OR && term->op != ET_XOR))
		return term;
	if (term->arg[0]->width != 1)
		return term;
	return et_binary(ets, term->op, 0, given(ets, term->arg[0], fact),
		given(ets, term->arg[1], fact));
}

/* The term where the condition, a conjunction, is known to hold. */
static const struct et *under(struct ets *ets, const struct et *term, const struct et *condition)
{
	if (condition->op == ET_AND && condition->width == 1)
		return under(ets, under(ets, term, condition->arg[0]), condition->arg[1]);
	return et_is_const(condition) ? term : given(ets, term, condition);
}

struct replaced {
	const struct symbol *sym;
	const struct et *value;
};

static const struct et *replaced_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct replaced *replaced = data;
	(void)ets;
	return leaf->op == ET_SYM && leaf->sym == replaced->sym ? replaced->value : NULL;
}

const struct et *with_value(
	struct ets *ets, const struct et *term, const struct symbol *sym, const struct et *value)
{
	struct replaced replaced = { sym, value };
	return et_map_once(ets, term, replaced_leaf, &replaced);
}

static void test_fill(struct kernel *kernel, struct acquire *acquire)
{
	acquire->value = symbol_new(
		kernel->ets, SYM_DATA, LEVEL_GRID, acquire->op->size * 8, "awaited value");
	struct test test = { kernel, acquire->op, et_sym(kernel->ets, acquire->value) };
	const struct et *term =
		et_map_once(kernel->ets, acquire->edge, test_leaf, &test);
	/* a branch before the read, in a loop, is that of the round after it */
	if (block_dominates(acquire->op->block, acquire->from))
		term = under(kernel->ets, term, value_reach(kernel->env, acquire->op->block));
	acquire->test = compared_any(kernel, acquire->op, term);
	acquire->compared = acquire->test != term;
}

const struct et *acquire_test(
	struct kernel *kernel, const struct acquire *acquire, const struct et *value)
{
	if (!acquire->test)
		test_fill(kernel, (struct acquire *)acquire);
	return with_value(kernel->ets, acquire->test, acquire->value, value);
}

/* The smaller side of a comparison; NULL: it is none. */
static const struct et *smaller(const struct et *edge)
{
	bool negated = edge->op == ET_XOR && edge->width == 1 && et_is_true(edge->arg[1]);
	edge = negated ? edge->arg[0] : edge;
	bool less = edge->op == ET_ULT || edge->op == ET_ULE || edge->op == ET_SLT ||
		    edge->op == ET_SLE;
	return less ? edge->arg[negated] : NULL;
}

/* Does it only look whether the number that an addition has found is below a limit, as who draws work does, or end a loop of such draws. */
static bool draws_below(struct kernel *kernel, const struct acquire *acquire)
{
	const struct et *side = smaller(acquire->edge);
	if (acquire->vote || !counter_step(acquire->op) || !side)
		return false;
	return acquire->spins ||
	       et_mentions(kernel->arena, side, value_et(kernel->env, acquire->op->instruction));
}

static void memory_visit(void *data, const struct et *et)
{
	*(bool *)data |= (et->op == ET_SYM || et->op == ET_APP) &&
			 (et->sym->kind == SYM_DATA || et->sym->kind == SYM_LOAD);
}

/* Follows the place from what memory holds: lists that are followed, not flags. */
static bool is_found_place(struct kernel *kernel, const struct et *address)
{
	bool found = false;
	et_once(kernel->arena, address, memory_visit, &found);
	return found;
}

bool meant_as_wait(struct kernel *kernel, const struct acquire *acquire, bool fenced)
{
	const struct access *op = acquire->op;
	bool reads = op->type == ACCESS_READ || !op->writes || keeps_value(op);
	return !draws_below(kernel, acquire) &&
	       (fenced || counter_step(op) ||
		       (acquire->spins && reads && !is_found_place(kernel, op->address)));
}

static bool is_constant(LLVMValueRef value, uint64_t constant)
{
	return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == constant;
}

bool read_proves_signal(const struct access *op)
{
	if (op->rmw == RMW_CAS)
		return op->expected == op->operand || !is_constant(op->expected, 0);
	return op->rmw != RMW_EXCHANGE || is_constant(op->operand, 0);
}
