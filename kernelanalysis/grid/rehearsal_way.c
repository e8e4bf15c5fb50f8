#include "kernelanalysis/grid/rehearsal.h"

/*
 * The way of a thread from one barrier to the next. Code that no barrier lies in is passed over: what
 * joins in it, and behind it, is not known then. Of a loop with barriers whose end is not known some rounds are followed.
 */

struct skip {
	const struct block *to; /* NULL: a barrier lies between, or the kernel ends */
	bool *over;             /* by block index */
};

static const struct grid_barrier *barrier_at(const struct kernel *kernel, LLVMValueRef i)
{
	const struct sync *sync = sync_at(kernel, i);
	return sync && sync->by_hand && sync->by_hand->rehearsed ? sync->by_hand : NULL;
}

static bool has_barrier(const struct kernel *kernel, const struct block *block)
{
	vec_each(barrier, &kernel->rehearsed)
		if (instruction_block(kernel->func, (*barrier)->from) == block)
			return true;
	return false;
}

static bool loop_has_barrier(const struct kernel *kernel, const struct loop *loop)
{
	vec_each(block, &loop->blocks)
		if (has_barrier(kernel, *block))
			return true;
	return false;
}

static struct skip *skip_of(struct rehearsal *r, const struct block *from, const struct block *to)
{
	struct kernel *kernel = r->kernel;
	struct skip *skip = ptrmap_get(r->skips, from);
	if (skip)
		return skip;
	skip = arena_alloc(r->arena, sizeof(*skip));
	ptrmap_set(r->skips, from, skip);
	bool *avoid = arena_alloc(r->arena, kernel->func->blocks.n * sizeof(bool));
	if (to)
		avoid[to->index] = true;
	skip->over = blocks_reached(kernel, from, avoid);
	skip->to = to;
	vec_each(block, &kernel->func->blocks)
		if (skip->over[(*block)->index] && *block != to && has_barrier(kernel, *block))
			skip->to = NULL;
	return skip;
}

static void forget_joins(struct rehearsal *r, struct player *player, const struct block *block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block->llvm);
	for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
		if (ptrmap_get(r->slots, i))
			rehearsed_set(r, player, i, false, 0);
}

static const struct block *pass_over(
	struct rehearsal *r, struct player *player, const struct block *from, const struct block *to)
{
	const struct skip *skip = skip_of(r, from, to);
	vec_each(block, &r->kernel->func->blocks)
		if (skip->over[(*block)->index])
			forget_joins(r, player, *block);
	if (skip->to)
		forget_joins(r, player, skip->to);
	return skip->to;
}

/* The block behind a loop that all ways out of it lead to. */
static const struct block *behind(const struct loop *loop)
{
	const struct block *block = loop->header;
	while (block && loop_contains(loop, block))
		block = block->ipdom;
	return block;
}

/* The outermost loop around the block that `from` is not in. */
static const struct loop *entered(const struct block *from, const struct block *to)
{
	const struct loop *loop = to->loop, *outermost = NULL;
	for (; loop && !loop_contains(loop, from); loop = loop->parent)
		outermost = loop;
	return outermost;
}

/* Of a branch that stays in a loop of barriers or leaves it: where it goes when so many rounds are over; NULL: it is no such. */
static const struct block *loop_side(
	const struct kernel *kernel, const struct block *block, bool stay, const struct loop **of)
{
	for (const struct loop *loop = block->loop; loop; loop = loop->parent) {
		const struct block *in = NULL, *out = NULL;
		vec_each(succ, &block->succs) {
			if (loop_contains(loop, *succ))
				in = *succ;
			else
				out = *succ;
		}
		*of = loop;
		if (in && out && !block_is_dead_end(out) && loop_has_barrier(kernel, loop))
			return stay ? in : out;
	}
	return NULL;
}

static const struct block *next_block(
	struct rehearsal *r, struct player *player, const struct block *block)
{
	const struct loop *loop;
	const struct block *next = rehearsed_branch(r, player, block);
	const struct block *in = loop_side(r->kernel, block, true, &loop);
	if (in) {
		bool more = player->rounds[loop->index] < r->most_rounds;
		r->unknown |= !next;
		if (!next || (next == in && !more)) {
			next = more ? in : loop_side(r->kernel, block, false, &loop);
			r->cut = true;
		}
	}
	if (next) {
		rehearsed_edge(r, player, block, next);
		return next;
	}
	if (!block->succs.n)
		return NULL;
	next = pass_over(r, player, block, block->ipdom);
	if (!next && block->ipdom)
		rehearsal_fails(r, "whether a thread comes to the barrier is not known");
	return next;
}

static const struct block *go_on(
	struct rehearsal *r, struct player *player, const struct block *block)
{
	const struct block *next = next_block(r, player, block);
	const struct loop *loop = next ? entered(block, next) : NULL;
	if (loop && !loop_has_barrier(r->kernel, loop))
		return pass_over(r, player, next, behind(loop));
	if (!next || !next->loop || next->loop->header != next)
		return next;
	unsigned *rounds = &player->rounds[next->loop->index];
	*rounds = loop_contains(next->loop, block) ? *rounds + 1 : 0;
	return next;
}

const struct grid_barrier *rehearsal_way(struct rehearsal *r, struct player *player)
{
	const struct block *block = player->at;
	LLVMValueRef i = player->next;
	while (block && !r->failure) {
		for (; i; i = LLVMGetNextInstruction(i)) {
			if (r->steps++ > MOST_STEPS)
				rehearsal_fails(r, "there are too many threads and rounds");
			const struct grid_barrier *barrier = barrier_at(r->kernel, i);
			if (barrier)
				return barrier;
		}
		block = go_on(r, player, block);
		i = block ? LLVMGetFirstInstruction(block->llvm) : NULL;
	}
	return NULL;
}

/* Does the value follow, inside the loop, from a join at its header. */
static bool changes_by_round(const struct rehearsal *r, const struct loop *loop, LLVMValueRef value,
	unsigned depth)
{
	const struct block *block =
		LLVMIsAInstruction(value) ? instruction_block(r->kernel->func, value) : NULL;
	if (!block || !loop_contains(loop, block))
		return false;
	if (!depth || (LLVMIsAPHINode(value) && block == loop->header))
		return true;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (changes_by_round(r, loop, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

const struct access *rehearsed_spin(const struct rehearsal *r, const struct loop *loop)
{
	const struct access *op = NULL;
	if (loop->children.n)
		return NULL;
	vec_each(sync, &r->kernel->syncs)
		if ((*sync)->kind != SYNC_FENCE && loop_contains(loop, (*sync)->block))
			return NULL;
	vec_each(each, &r->kernel->accesses) {
		const struct access *access = *each;
		if (!loop_contains(loop, access->block))
			continue;
		bool reads = access->type == ACCESS_READ || access->rmw == RMW_LOAD ||
			     keeps_value(access);
		if (op || !access->of_rehearsed || !reads)
			return NULL;
		op = access;
	}
	vec_each(exit, &loop->exits) {
		LLVMValueRef branch = LLVMGetBasicBlockTerminator(exit->from->llvm);
		if (!LLVMGetNumOperands(branch) ||
			changes_by_round(r, loop, LLVMGetOperand(branch, 0), 12))
			return NULL;
	}
	return op;
}
