#include "kernelanalysis/grid/grid_barriers.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Grid barriers of one word, as those of older cooperative groups: one block adds 2^31 less the number of the others, each
 * of these 1, and all wait for the top bit to be another one than it was when they came. What is added in a round is 2^31 in all,
 * and less before the last one has come, so that where the lower bits are 0 at first, just the last arrival turns the top bit,
 * and they are 0 again.
 */

/* Is a number that is added the 1 of all but one, or may it be the one's. */
static bool is_one(LLVMValueRef added, bool *other)
{
	bool one = LLVMIsAConstantInt(added) && LLVMConstIntGetZExtValue(added) == 1;
	*other |= !LLVMIsAConstantInt(added) || LLVMConstIntGetSExtValue(added) < 0 ||
		  LLVMConstIntGetSExtValue(added) > INT16_MAX;
	return one;
}

bool may_flip(const struct access *access)
{
	bool one = false, other = false;
	LLVMValueRef added = access->operand;
	if (access->type != ACCESS_ATOMIC || access->rmw != RMW_ADD || !added)
		return false;
	for (unsigned i = 0; LLVMIsAPHINode(added) && i < LLVMCountIncoming(added); i++)
		one |= is_one(LLVMGetIncomingValue(added, i), &other);
	for (unsigned i = 1; LLVMIsASelectInst(added) && i < 3; i++)
		one |= is_one(LLVMGetOperand(added, i), &other);
	return one && other;
}

bool has_flip_shape(const struct kernel *kernel, const struct grid_barrier *barrier)
{
	const struct access *arrive = barrier->arrive;
	const struct block *from = instruction_block(kernel->func, barrier->from);
	bool spins = false;
	if (!may_flip(arrive) || !barrier->to || arrive->block->loop != from->loop)
		return false;
	vec_each(each, &barrier->ops) {
		const struct access *op = *each;
		const struct loop *loop = op->block->loop;
		if (op == arrive)
			continue;
		if ((op->type != ACCESS_READ && op->rmw != RMW_LOAD && !keeps_value(op)) ||
			op->object != arrive->object)
			return false;
		spins |= loop && !loop_contains(loop, arrive->block);
	}
	return spins;
}

/* Is the word one for all, and all that is done with it strong, by such barriers alone. */
static bool ops_fit(const struct kernel *kernel, const struct grid_barrier *barrier)
{
	const struct access *arrive = barrier->arrive;
	vec_each(each, &kernel->accesses) {
		const struct access *op = *each;
		if (op->object != arrive->object || !accesses_may_meet(op, arrive))
			continue;
		if (op->address != arrive->address || op->size != arrive->size || !is_strong(op) ||
			strong_scope(op) < SCOPE_DEVICE)
			return false;
		bool arrives = false;
		vec_each(other, &kernel->grid_barriers)
			arrives |= (*other)->flips && (*other)->arrive == op;
		if (access_writes(op) && !keeps_value(op) && !arrives)
			return false;
	}
	return value_level(kernel, arrive->pointer) == LEVEL_GRID;
}

static bool waits_fill(struct orders *orders, struct grid_barrier *barrier)
{
	vec_each(each, &orders->acquires) {
		const struct acquire *acquire = *each;
		if (!acquire->spins || !acquire->op->of_barrier || acquire->vote ||
			!barrier->inside[acquire->op->block->index] ||
			acquire->op->address != barrier->arrive->address ||
			acquire->op == barrier->arrive)
			continue;
		acquire_test(orders->kernel, acquire,
			et_const(orders->kernel->ets, acquire->op->size * 8, 0));
		if (acquire->value->width != barrier->arrive->size * 8)
			return false;
		vec_push(orders->kernel->arena, &barrier->waits, (struct grid_wait){ .acquire = acquire });
	}
	return barrier->waits.n > 0;
}

const char *flip_defect(struct orders *orders, struct grid_barrier *barrier)
{
	struct kernel *kernel = orders->kernel;
	if (!ops_fit(kernel, barrier))
		return "its word is used elsewhere, or not as that of a barrier";
	if (!runs_everywhere(kernel, instruction_block(kernel->func, barrier->from)))
		return "not all threads of the grid are known to come to it";
	if (!arrivals_fit(kernel, barrier) || barrier->all)
		return "thread 0 does not arrive for its block";
	if (!arrival_released(orders, barrier))
		return "a fence of device scope is missing before the arrival";
	if (!waits_fill(orders, barrier))
		return "nothing waits for its word";
	return waits_acquire(kernel, barrier)
		? NULL : "a fence of device scope is missing after its wait";
}

static const struct et *top_bit(struct ets *ets, unsigned width)
{
	return et_const(ets, width, UINT64_C(1) << (width - 1));
}

static const struct et *is_not(struct ets *ets, const struct et *a, const struct et *b)
{
	return et_not(ets, et_binary(ets, ET_EQ, 0, a, b));
}

static void memory_visit(void *data, const struct et *et)
{
	*(bool *)data |= (et->op == ET_SYM || et->op == ET_APP) &&
			 (et->op == ET_APP || et->sym->kind == SYM_DATA || et->sym->kind == SYM_LOAD);
}

static const struct et *unknown(const struct order_query *q)
{
	struct ets *ets = q->kernel->ets;
	return et_sym(ets, symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 1,
		"what is put into the word of a grid barrier"));
}

static const struct et *first_block_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct kernel *kernel = data;
	for (unsigned i = 0; i < 3; i++)
		if (leaf->sym == kernel->ctaid[i])
			return et_const(ets, leaf->width, 0);
	return NULL;
}

static const struct et *blocks(struct kernel *kernel, unsigned width)
{
	struct ets *ets = kernel->ets;
	const struct et *n = et_const(ets, 32, 1);
	for (unsigned i = 0; i < 3; i++)
		n = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, n, et_sym(ets, kernel->nctaid[i]));
	return width > 32 ? et_cast(ets, ET_ZEXT, width, n) : n;
}

/* A block adds another number than 1, and is not the first one, or that one adds another number than the top bit less the
 * number of the others. If another one alone adds that, it is not known. */
static const struct et *adds_other(const struct order_query *q, const struct grid_barrier *barrier,
	const struct view *z)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	unsigned width = barrier->arrive->size * 8;
	const struct et *added = value_et(kernel->env, barrier->arrive->operand);
	const struct et *one = et_const(ets, width, 1), *first = et_bool(ets, true);
	for (unsigned i = 0; i < 3; i++)
		first = et_and(ets, first,
			et_binary(ets, ET_EQ, 0, et_sym(ets, kernel->ctaid[i]), et_const(ets, 32, 0)));
	const struct et *rest = et_binary(ets, ET_SUB, 0, top_bit(ets, width),
		et_binary(ets, ET_SUB, 0, blocks(kernel, width), one));
	const struct et *by_first =
		et_map_apply(et_map_new(ets, first_block_leaf, kernel), added);
	const struct et *no_one = is_not(ets, added, one), *no_rest = is_not(ets, added, rest);
	const struct et *led = et_not(ets, is_not(ets, by_first, rest));
	const struct et *wrong = et_and(ets, no_one,
		et_or(ets, no_rest, et_and(ets, led, et_not(ets, first))));
	const struct et *other = et_and(ets, first, et_and(ets, no_rest, et_not(ets, no_one)));
	bool memory = false;
	et_once(kernel->arena, added, memory_visit, &memory);
	wrong = memory ? et_and(ets, wrong, unknown(q)) : wrong;
	wrong = et_or(ets, wrong, et_and(ets, other, unknown(q)));
	return order_term(q, et_and(ets, wrong, barrier->leads), VIA_SELF, z);
}

/* A wait is over while the top bit is as it was. */
static const struct et *passes(const struct order_query *q, const struct grid_barrier *barrier,
	const struct view *z)
{
	struct ets *ets = q->kernel->ets;
	const struct et *top = top_bit(ets, barrier->arrive->size * 8);
	const struct et *found = value_et(q->kernel->env, barrier->arrive->instruction);
	const struct et *wrong = et_bool(ets, false);
	vec_each(wait, &barrier->waits) {
		const struct et *seen = et_sym(ets, wait->acquire->value);
		const struct et *turned =
			et_binary(ets, ET_AND, 0, et_binary(ets, ET_XOR, 0, seen, found), top);
		const struct et *early = et_and(ets, wait->acquire->test, is_not(ets, turned, top));
		early = et_and(ets, early, barrier->arrive->guard);
		wrong = et_or(ets, wrong, order_term(q, early, VIA_SELF, z));
	}
	return wrong;
}

/* What the number that the first block adds rests on: a parameter or memory, or which sizes of the grid. */
struct basis {
	const struct kernel *kernel;
	bool given, sizes[3];
};

static void basis_visit(void *data, const struct et *et)
{
	struct basis *basis = data;
	bool leaf = et->op == ET_SYM || et->op == ET_APP;
	basis->given |= leaf && (et->op == ET_APP || (et->sym->kind != SYM_ID && et->sym->builtin == BUILTIN_NONE));
	for (unsigned i = 0; i < 3; i++)
		basis->sizes[i] |= leaf && et->sym == basis->kernel->nctaid[i];
}

/* An earlier launch may have left what is no number of whole rounds: one of another size, where the number is not made of all
 * sizes, or any, where it may have been given another number. */
static const struct et *left_wrong(struct kernel *kernel, const struct access *word)
{
	struct ets *ets = kernel->ets;
	struct basis basis = { .kernel = kernel };
	et_once(kernel->arena, value_et(kernel->env, word->operand), basis_visit, &basis);
	if (!basis.given && basis.sizes[0] && basis.sizes[1] && basis.sizes[2])
		return et_bool(ets, false);
	const struct et *resized = object_left_resized(kernel, word->object);
	if (!basis.given)
		return resized;
	return et_or(ets, resized,
		et_or(ets, object_left(kernel, word->object), object_left_perhaps(kernel, word->object)));
}

/* The lower bits are not 0 at first. */
static const struct et *begins_wrong(const struct order_query *q, const struct grid_barrier *barrier,
	const struct view *z)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct access *word = barrier->arrive;
	unsigned width = word->size * 8;
	const struct et *maybe, *begins = counter_begins(kernel, word, &maybe);
	const struct et *low = et_const(ets, width, mask_bits(width - 1));
	const struct et *zero = et_const(ets, width, 0);
	const struct et *else_ = is_not(ets, et_binary(ets, ET_AND, 0, begins, low), zero);
	maybe = et_or(ets, maybe, left_wrong(kernel, word));
	return order_term(q, et_or(ets, else_, et_and(ets, maybe, unknown(q))), VIA_SELF, z);
}

const struct et *flip_doubt(const struct order_query *q, const struct grid_barrier *barrier,
	const struct view *z)
{
	struct ets *ets = q->kernel->ets;
	const struct et *wrong = adds_other(q, barrier, z);
	wrong = et_or(ets, wrong, passes(q, barrier, z));
	return et_or(ets, wrong, begins_wrong(q, barrier, z));
}
