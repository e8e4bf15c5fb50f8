#include "kernelanalysis/locks/lock_entries.h"

#include "expr/known.h"

/* What takes a lock: branches that let nobody through who finds it taken. */

const struct et *tested(
	struct kernel *kernel, const struct acquire *acquire, uint64_t value)
{
	return acquire_test(kernel, acquire, et_const(kernel->ets, acquire->op->size * 8, value));
}

bool constant_of(LLVMValueRef value, uint64_t *constant)
{
	if (!value || !LLVMIsAConstantInt(value))
		return false;
	*constant = LLVMConstIntGetZExtValue(value);
	return true;
}

struct seen {
	const struct acquire *acquire;
	struct span value; /* that is read */
};

/* Ids and dimensions are within the limits of the hardware. */
static struct span id_span(const struct symbol *sym)
{
	uint64_t block = sym->axis == 2 ? 64 : 1024, grid = sym->axis ? 65535 : INT32_MAX;
	bool of_block = sym->builtin == BUILTIN_TID || sym->builtin == BUILTIN_NTID;
	bool counts = sym->builtin == BUILTIN_NTID || sym->builtin == BUILTIN_NCTAID;
	uint64_t most = of_block ? block : grid;
	return span_steps(sym->width, counts, counts ? most : most - 1, 1);
}

static bool leaf_span(void *data, const struct et *leaf, struct span *span)
{
	const struct seen *seen = data;
	bool value = leaf->sym == seen->acquire->value;
	if (!value && leaf->sym->builtin == BUILTIN_NONE)
		return false;
	*span = value ? seen->value : id_span(leaf->sym);
	return true;
}

static struct span span_with(
	struct kernel *kernel, const struct acquire *acquire, struct span value, const struct et *term)
{
	struct seen seen = { acquire, value };
	return span_of(kernel->arena, term, leaf_span, &seen);
}

bool lock_keeps_out(struct kernel *kernel, const struct acquire *acquire, struct span value)
{
	const struct et *zero = et_const(kernel->ets, acquire->op->size * 8, 0);
	acquire_test(kernel, acquire, zero);
	struct span test = span_with(kernel, acquire, value, acquire->test);
	return span_is(&test, 0);
}

bool lock_swap_needed(struct kernel *kernel, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	const struct et *expected = value_et(kernel->env, acquire->op->expected);
	const struct et *seen = et_sym(ets, symbol_new(ets, SYM_DATA, LEVEL_THREAD,
		expected->width, "value found"));
	struct known *known = known_new(kernel->arena, ets);
	known_add(known, et_not(ets, et_binary(ets, ET_EQ, 0, seen, expected)));
	return et_is_false(known_apply(known, acquire_test(kernel, acquire, seen)));
}

struct span lock_left_behind(struct kernel *kernel, const struct acquire *acquire)
{
	const struct access *op = acquire->op;
	struct span all = span_all(op->size * 8);
	struct span held = span_with(kernel, acquire, all, value_et(kernel->env, op->operand));
	if (op->rmw == RMW_OR)
		held.hi = all.hi;
	held.zeros = op->rmw == RMW_OR ? 0 : held.zeros;
	return held;
}

static void note_input(void *data, const struct et *et)
{
	bool *inputs = data;
	*inputs |= et->op == ET_APP || (et->op == ET_SYM && et->sym->kind != SYM_ID);
}

bool made_of_ids(struct kernel *kernel, const struct et *value)
{
	bool inputs = false;
	et_once(kernel->arena, value, note_input, &inputs);
	return !inputs;
}

static void note_unread(void *data, const struct et *et)
{
	bool *unread = data;
	bool leaf = et->op == ET_APP || et->op == ET_SYM;
	bool data_read = leaf && et->sym->kind == SYM_DATA && et->sym->origin &&
			 LLVMIsALoadInst((LLVMValueRef)(uintptr_t)et->sym->origin);
	*unread |= leaf && et->sym->kind != SYM_ID && et->sym->kind != SYM_LOAD && !data_read;
}

/* Is the value made of ids and of what is read from memory. */
static bool made_of_read(struct kernel *kernel, const struct et *value)
{
	bool unread = false;
	et_once(kernel->arena, value, note_unread, &unread);
	return !unread;
}

const struct et *lock_left_taken(struct kernel *kernel, const struct acquire *acquire)
{
	const struct access *op = acquire->op;
	const struct et *held = op->rmw == RMW_CAS || op->rmw == RMW_EXCHANGE
					? value_et(kernel->env, op->operand) : NULL;
	bool asked = held && (made_of_ids(kernel, held) ||
				     (made_of_read(kernel, held) && op->rmw == RMW_EXCHANGE));
	kernel->assumes_taken |= held && !asked;
	if (!asked)
		return et_bool(kernel->ets, true);
	return et_not(kernel->ets, acquire_test(kernel, acquire, held));
}

/* A value that is not known is taken for another one than what says that the lock is free; it must be
 * refused as such values are. */
bool lock_keeps_out_unknown(struct kernel *kernel, const struct acquire *acquire)
{
	return et_is_false(tested(kernel, acquire, 1)) &&
	       et_is_false(tested(kernel, acquire, 12345));
}

/* Does the branch let nobody through who finds the lock taken, by one who wrote as it does. */
static bool keeps_out(struct kernel *kernel, const struct acquire *acquire)
{
	uint64_t value;
	const struct access *op = acquire->op;
	if (et_is_false(lock_left_taken(kernel, acquire)))
		return false;
	if (op->rmw == RMW_CAS)
		return constant_of(op->expected, &value) && lock_swap_needed(kernel, acquire);
	return lock_keeps_out(kernel, acquire, lock_left_behind(kernel, acquire)) ||
	       (op->rmw == RMW_EXCHANGE && !constant_of(op->operand, &value) &&
		       lock_keeps_out_unknown(kernel, acquire));
}

const struct et *lock_awaited(const struct acquire *acquire)
{
	const struct et *edge = acquire->edge;
	if (edge->op != ET_EQ)
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		const struct et *read = edge->arg[1 - i];
		if ((read->op == ET_SYM || read->op == ET_APP) &&
			(LLVMValueRef)(uintptr_t)read->sym->origin == acquire->op->instruction)
			return edge->arg[i];
	}
	return NULL;
}

const struct access *lock_ticket(struct kernel *kernel, const struct et *value)
{
	if ((value->op != ET_SYM && value->op != ET_APP) || value->sym->kind != SYM_DATA ||
		!value->sym->origin)
		return NULL;
	const struct access *counter =
		access_at(kernel, (LLVMValueRef)(uintptr_t)value->sym->origin);
	return counter && counter_step(counter) && counter->object ? counter : NULL;
}

bool term_of_ids(const struct et *term)
{
	if (term->op == ET_APP)
		return false;
	if (term->op == ET_SYM)
		return term->sym->kind == SYM_ID || term->sym->kind == SYM_PARAM;
	for (unsigned i = 0; i < term->nargs; i++)
		if (!term_of_ids(term->arg[i]))
			return false;
	return true;
}

bool lock_only_read(const struct access *op)
{
	return op->rmw == RMW_NONE || op->rmw == RMW_LOAD || keeps_value(op);
}

/* Does the value that is read decide: whom it lets in beside whom is asked with the others, see lock_rivals.c. */
static bool waits_for_turn(struct kernel *kernel, const struct acquire *acquire)
{
	if (!lock_only_read(acquire->op) || acquire->op->of_barrier || acquire->running)
		return false;
	acquire_test(kernel, acquire, et_const(kernel->ets, acquire->op->size * 8, 0));
	return et_mentions(kernel->arena, acquire->test, et_sym(kernel->ets, acquire->value));
}

static bool excludes(struct kernel *kernel, const struct acquire *acquire)
{
	const struct access *op = acquire->op;
	uint64_t expected;
	switch (op->rmw) {
	case RMW_CAS:
		if (constant_of(op->expected, &expected) &&
			et_is_false(tested(kernel, acquire, expected)))
			return false;
		return lock_bits(kernel, acquire) || keeps_out(kernel, acquire);
	case RMW_EXCHANGE:
		return keeps_out(kernel, acquire);
	case RMW_OR:
		return keeps_out(kernel, acquire) || lock_bits(kernel, acquire);
	case RMW_NONE:
	case RMW_LOAD:
	case RMW_STORE:
	case RMW_ADD:
	case RMW_INC:
	case RMW_DEC:
	case RMW_OTHER:
		return waits_for_turn(kernel, acquire);
	}
	return false;
}

bool lock_excludes(struct kernel *kernel, const struct acquire *acquire)
{
	if (acquire->excludes == EXCLUDES_UNKNOWN)
		((struct acquire *)acquire)->excludes =
			excludes(kernel, acquire) ? EXCLUDES : EXCLUDES_NOT;
	return acquire->excludes == EXCLUDES;
}

bool lock_is_taken_by(const struct orders *orders, const struct access *access)
{
	vec_each(acquire, &orders->acquires)
		if ((*acquire)->op == access && (lock_excludes(orders->kernel, *acquire) ||
							lock_shares(orders, *acquire)))
			return true;
	return false;
}
