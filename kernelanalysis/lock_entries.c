#include "kernelanalysis/lock_entries.h"

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

/* Does the branch let nobody through who finds the lock taken, `held` (when known) written there. */
static bool keeps_out(struct kernel *kernel, const struct acquire *acquire, LLVMValueRef held)
{
	uint64_t value;
	if (constant_of(held, &value))
		return et_is_false(tested(kernel, acquire, value));
	return et_is_false(tested(kernel, acquire, 1)) &&
	       et_is_false(tested(kernel, acquire, 12345));
}

/* What a wait for an equal value waits for; NULL: it is no such wait. */
static const struct et *awaited(const struct acquire *acquire)
{
	const struct et *edge = acquire->edge;
	if (!acquire->spins || edge->op != ET_EQ)
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		const struct et *read = edge->arg[1 - i];
		if ((read->op == ET_SYM || read->op == ET_APP) &&
			(LLVMValueRef)(uintptr_t)read->sym->origin == acquire->op->instruction)
			return edge->arg[i];
	}
	return NULL;
}

/* Waiting for one's turn: the value awaited is one that a counter gave to this thread alone. */
static bool is_ticket(struct kernel *kernel, const struct et *mine)
{
	if ((mine->op != ET_SYM && mine->op != ET_APP) || mine->sym->kind != SYM_DATA ||
		!mine->sym->origin)
		return false;
	const struct access *counter =
		access_at(kernel, (LLVMValueRef)(uintptr_t)mine->sym->origin);
	return counter && counter_step(counter) && counter->object != NULL;
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

const struct et *lock_turn(const struct acquire *acquire)
{
	const struct et *mine = awaited(acquire);
	return mine && !et_is_const(mine) && term_of_ids(mine) ? mine : NULL;
}

static bool waits_for_turn(struct kernel *kernel, const struct acquire *acquire)
{
	const struct et *mine = awaited(acquire);
	return mine && (is_ticket(kernel, mine) || lock_turn(acquire));
}

bool lock_excludes(struct kernel *kernel, const struct acquire *acquire)
{
	const struct access *op = acquire->op;
	uint64_t expected;
	switch (op->rmw) {
	case RMW_CAS:
		if (constant_of(op->expected, &expected) &&
			et_is_false(tested(kernel, acquire, expected)))
			return false;
		return keeps_out(kernel, acquire, op->operand);
	case RMW_EXCHANGE:
	case RMW_OR:
		return keeps_out(kernel, acquire, op->operand);
	case RMW_NONE:
	case RMW_LOAD:
	case RMW_STORE:
	case RMW_ADD:
	case RMW_INC:
	case RMW_OTHER:
		return waits_for_turn(kernel, acquire);
	}
	return false;
}
