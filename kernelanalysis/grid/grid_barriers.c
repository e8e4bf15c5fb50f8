#include "kernelanalysis/grid/grid_barriers.h"

/*
 * Checks that code of the shape of a grid barrier is one. A block that leaves has seen the gate
 * changed since it came (`before`), only the last one to come changes it, and its count is
 * complete then: so all have come. What depends on sizes is left to the launch:
 * grid_barriers_doubt.
 */

static const struct et *gate_of(const struct grid_barrier *barrier)
{
	vec_each(op, &barrier->ops)
		if (!of_counter(barrier, *op))
			return (*op)->address;
	return NULL;
}

/* Does the value follow from what all blocks share, or from memory that all read at one place. */
static bool is_shared(struct kernel *kernel, LLVMValueRef value, struct ptrmap *seen)
{
	if (value_level(kernel, value) == LEVEL_GRID || ptrmap_get(seen, value))
		return true;
	ptrmap_set(seen, value, value);
	const struct access *access = access_at(kernel, value);
	if (LLVMIsALoadInst(value))
		return access && !access->is_volatile && access->object->space != SPACE_SHARED &&
		       access->object->kind != OBJECT_LOCAL &&
		       is_shared(kernel, LLVMGetOperand(value, 0), seen);
	const struct block *block = instruction_block(kernel->func, value);
	bool header = block->loop && block->loop->header == block;
	if (LLVMIsACallInst(value) || access || (LLVMIsAPHINode(value) && !header))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++) {
		LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
		if (LLVMIsAInstruction(operand) && !is_shared(kernel, operand, seen))
			return false;
	}
	return !LLVMIsAAllocaInst(value);
}

/* Does a branch decide whether the block runs: some side always comes to it, not both. */
static bool decides(const struct block *branch, const struct block *block)
{
	bool comes = false;
	if (branch->succs.n < 2 || (branch != block && block_post_dominates(block, branch)))
		return false;
	vec_each(succ, &branch->succs) comes |= block_post_dominates(block, *succ);
	return comes;
}

bool runs_everywhere(struct kernel *kernel, const struct block *block)
{
	bool *seen = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(*seen));
	VEC(const struct block *) work = { 0 };
	vec_push(kernel->arena, &work, block);
	while (work.n) {
		const struct block *at = work.at[--work.n];
		vec_each(branch, &kernel->func->blocks) {
			if (seen[(*branch)->index] || !decides(*branch, at))
				continue;
			seen[(*branch)->index] = true;
			LLVMValueRef last = LLVMGetBasicBlockTerminator((*branch)->llvm);
			LLVMValueRef condition = LLVMGetOperand(last, 0);
			if (LLVMIsAInstruction(condition) &&
				!is_shared(kernel, condition, ptrmap_new(kernel->arena)))
				return false;
			vec_push(kernel->arena, &work, *branch);
		}
	}
	return true;
}

/* The counter is added to and set back, the gate read and written by atomics or volatile. */
static bool ops_fit(struct orders *orders, struct grid_barrier *barrier)
{
	const struct et *gate = gate_of(barrier);
	barrier->resets = barrier->arrive->rmw == RMW_INC;
	vec_each(each, &barrier->ops) {
		const struct access *op = *each;
		bool counter = of_counter(barrier, op);
		if (op == barrier->arrive)
			continue;
		if ((counter && !access_writes(op)) || (!counter && (op->address != gate || !is_strong(op))))
			return false;
		if (is_strong(op) && strong_scope(op) < SCOPE_DEVICE)
			return false;
		LLVMValueRef value = op->type == ACCESS_ATOMIC ? op->operand : op->stored;
		bool stores = op->rmw == RMW_NONE || op->rmw == RMW_STORE ||
			      op->rmw == RMW_EXCHANGE;
		if (counter && (!stores || !value || !LLVMIsAConstantInt(value) ||
				       LLVMConstIntGetZExtValue(value)))
			return false;
		barrier->resets |= counter;
	}
	return gate && value_level(orders->kernel, barrier->arrive->pointer) == LEVEL_GRID;
}

/* Does nothing else of the kernel touch the counter or the gate, but for reads. */
static bool is_private(const struct kernel *kernel, const struct grid_barrier *barrier)
{
	vec_each(each, &kernel->accesses)
		vec_each(op, &barrier->ops)
			if (!(*each)->of_barrier && (access_writes(*each) || !is_strong(*each)) &&
				(*each)->object == (*op)->object &&
				accesses_may_meet(*each, *op))
				return false;
	return true;
}

/* Does nothing in the kernel write what is read between. */
static bool reads_what_stays(struct kernel *kernel, const struct grid_barrier *barrier)
{
	vec_each(read, &barrier->reads)
		vec_each(each, &kernel->accesses)
			if (access_writes(*each) && object_may_be(kernel, (*each)->object, (*read)->object) &&
				((*each)->object != (*read)->object || accesses_may_meet(*each, *read)))
				return false;
	return true;
}

bool arrives_by_all(struct kernel *kernel, const struct grid_barrier *barrier)
{
	const struct block *from = instruction_block(kernel->func, barrier->from);
	return et_is_true(value_reach_from(kernel->env, from, barrier->arrive->block));
}

bool arrivals_fit(struct kernel *kernel, struct grid_barrier *barrier)
{
	const struct block *from = instruction_block(kernel->func, barrier->from);
	barrier->leads = value_reach_from(kernel->env, from, barrier->arrive->block);
	barrier->all = et_is_true(barrier->leads);
	return et_is_true(in_first_thread(kernel, barrier->leads));
}

/* The branch that the last block to come takes, behind which all writes are. */
static const struct acquire *last_of(struct orders *orders, const struct grid_barrier *barrier)
{
	vec_each(each, &orders->acquires) {
		bool all = (*each)->op == barrier->arrive && !(*each)->spins;
		vec_each(op, &barrier->ops)
			all &= *op == barrier->arrive || !access_writes(*op) || keeps_value(*op) ||
			       block_dominates((*each)->success, (*op)->block);
		if (all)
			return *each;
	}
	return NULL;
}

/* May the gate change between the read and the arrival. */
static bool gate_changes(
	struct orders *orders, const struct grid_barrier *barrier, const struct access *read)
{
	vec_each(each, &orders->kernel->accesses) {
		const struct access *write = *each;
		if (write->of_barrier && write->address == read->address && access_writes(write) &&
			!keeps_value(write) &&
			runs_between(orders, read->block, read->instruction, write->instruction,
				barrier->arrive->instruction, read->block))
			return true;
	}
	return false;
}

/* What the gate holds until the last block comes: what this thread has read before, or what the
 * last one wrote in the round before, the first one taking it for 0. */
static struct grid_wait wait_of(struct orders *orders, const struct grid_barrier *barrier,
	const struct acquire *acquire)
{
	struct kernel *kernel = orders->kernel;
	vec_each(each, &kernel->accesses) {
		const struct access *read = *each;
		bool changes = access_writes(read) && !keeps_value(read);
		if (!is_strong(read) || changes || read->address != acquire->op->address ||
			!comes_before(kernel, read->instruction, barrier->arrive->instruction) ||
			gate_changes(orders, barrier, read))
			continue;
		const struct et *value = value_et(kernel->env, read->instruction);
		if (et_is_false(acquire_test(kernel, acquire, value)))
			return (struct grid_wait){ acquire, value, false };
	}
	LLVMValueRef value = gate_before(kernel, barrier, acquire->op->address);
	const struct et *term = value ? value_et(kernel->env, value) : NULL;
	unsigned width = acquire->op->size * 8;
	term = term && term->width < width ? et_cast(kernel->ets, ET_ZEXT, width, term) : term;
	return (struct grid_wait){ acquire, term, true };
}

static bool waits_fill(struct orders *orders, struct grid_barrier *barrier)
{
	struct kernel *kernel = orders->kernel;
	vec_each(each, &orders->acquires) {
		const struct acquire *acquire = *each;
		if (!acquire->spins || !acquire->op->of_barrier ||
			acquire->op->address != gate_of(barrier) ||
			!barrier->inside[acquire->op->block->index])
			continue;
		struct grid_wait wait = wait_of(orders, barrier, acquire);
		if (!wait.before || wait.before->width != acquire->op->size * 8)
			return false;
		vec_push(kernel->arena, &barrier->waits, wait);
	}
	return barrier->waits.n > 0;
}

static bool is_way_out(const struct grid_barrier *barrier, const struct block *block)
{
	bool out = barrier->last && barrier->last->success == block;
	vec_each(wait, &barrier->waits) out |= wait->acquire->success == block;
	return out;
}

/* Does every way from the arrival to the end of the barrier wait, or is it that of the last block. */
static bool all_wait(struct kernel *kernel, const struct grid_barrier *barrier)
{
	bool *seen = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(*seen));
	VEC(const struct block *) work = { 0 };
	vec_push(kernel->arena, &work, barrier->arrive->block);
	while (work.n) {
		const struct block *block = work.at[--work.n];
		vec_each(succ, &block->succs) {
			if (seen[(*succ)->index] || is_way_out(barrier, *succ))
				continue;
			if (*succ == barrier->end || !barrier->inside[(*succ)->index])
				return false;
			seen[(*succ)->index] = true;
			vec_push(kernel->arena, &work, *succ);
		}
	}
	return true;
}

/* Why it is no barrier; NULL: it is one, if the launch has the blocks that it counts. */
static const char *defect_of(struct orders *orders, struct grid_barrier *barrier)
{
	struct kernel *kernel = orders->kernel;
	const struct block *from = instruction_block(kernel->func, barrier->from);
	if (barrier->flips) {
		const char *defect = flip_defect(orders, barrier);
		return defect || all_wait(kernel, barrier) ? defect : "there is a way around its wait";
	}
	if (!ops_fit(orders, barrier))
		return "its counter and its gate are not used as those of a barrier";
	if (!is_private(kernel, barrier))
		return "its counter or gate is used elsewhere";
	if (!reads_what_stays(kernel, barrier))
		return "what it reads may be written meanwhile";
	if (!runs_everywhere(kernel, from))
		return barrier->to ? "not all threads of the grid are known to come to it"
				   : "a block barrier is missing before or behind the arrival";
	if (!arrivals_fit(kernel, barrier))
		return "thread 0 does not arrive for its block";
	barrier->last = last_of(orders, barrier);
	if (!barrier->last)
		return "others than the last block change its counter or gate";
	barrier->found = symbol_new(kernel->ets, SYM_DATA, LEVEL_GRID, barrier->arrive->size * 8,
		"arrivals before");
	if (!arrival_released(orders, barrier))
		return "a fence of device scope is missing before the arrival";
	if (!gate_released(kernel, barrier))
		return "a fence of device scope is missing before the last block lets the others go";
	if (!counter_ready(kernel, barrier))
		return "the last block lets the others go before the counter is set back for them to see";
	if (!waits_fill(orders, barrier))
		return "its wait can be over while the gate is as it was";
	if (!waits_acquire(kernel, barrier))
		return "a fence of device scope is missing after its wait";
	return all_wait(kernel, barrier) ? NULL : "there is a way around its wait";
}

bool grid_barriers_refuse(struct orders *orders)
{
	bool any = false;
	vec_each(each, &orders->kernel->grid_barriers) {
		const char *defect = defect_of(orders, *each);
		if (!defect)
			continue;
		ptrmap_set(orders->kernel->refused, (*each)->arrive->instruction, (void *)(uintptr_t)defect);
		any = true;
	}
	return any;
}
