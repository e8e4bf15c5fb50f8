#include "kernelanalysis/locks/lock_entries.h"

/*
 * Turnstiles: who has drawn ticket t waits until the turn is at least t, and leaves t + 1 (or adds
 * 1) when he is done. As tickets are distinct, nobody gets in before all with smaller ones are
 * done, by induction over them; so he gets in when the turn is just t, and the wait is one for
 * that. The turn that he reads in there is t, too.
 */

/* The ticket of a wait until what is read is at least that; NULL: it is no such wait. */
static const struct et *awaited_at_least(const struct acquire *acquire)
{
	const struct et *edge = acquire->edge;
	if ((edge->op != ET_ULE && edge->op != ET_SLE) || !acquire->spins || acquire->vote ||
		!lock_only_read(acquire->op) || !et_is_false(acquire->left_early))
		return NULL;
	const struct et *read = edge->arg[1];
	bool reads = (read->op == ET_SYM || read->op == ET_APP) &&
		     (LLVMValueRef)(uintptr_t)read->sym->origin == acquire->op->instruction;
	return reads ? edge->arg[0] : NULL;
}

/* Is the ticket drawn for this wait alone, by additions of 1 at one place, with nothing else that
 * changes the counter. */
static bool is_drawn(struct kernel *kernel, const struct acquire *acquire, const struct et *ticket)
{
	const struct access *counter = lock_ticket(kernel, ticket);
	if (!counter || counter->block->loop != acquire->success->loop ||
		counter_step(counter) != 1 || counter->rmw != RMW_ADD ||
		counter->object->space != SPACE_GLOBAL || counter->scope < SCOPE_DEVICE ||
		!term_is_common(counter->address, LEVEL_GRID))
		return false;
	vec_each(each, &kernel->accesses)
		if (*each != counter && may_free(*each, counter))
			return false;
	return true;
}

static bool is_one_more(struct ets *ets, const struct et *more, const struct et *than)
{
	const struct et *distance = et_binary(ets, ET_SUB, 0, more, than);
	return et_is_const(distance) && distance->value == 1;
}

/* Is what is stored the turn that who has got in reads himself, and 1. */
static bool is_read_and_one(
	struct kernel *kernel, const struct acquire *acquire, const struct et *stored)
{
	vec_each(each, &kernel->accesses) {
		const struct access *read = *each;
		if (read->type != ACCESS_READ || read->address != acquire->op->address ||
			!block_dominates(acquire->success, read->block))
			continue;
		const struct et *value = value_et(kernel->env, read->instruction);
		if (value->width == stored->width && is_one_more(kernel->ets, stored, value))
			return true;
	}
	return false;
}

enum leaving { LEAVES_OTHER, LEAVES_NEXT, LEAVES_ONE_MORE };

/* What a write by who has got in makes of the turn: the ticket behind his, or 1 more than it was.
 */
static enum leaving leaves(struct kernel *kernel, const struct acquire *acquire,
	const struct et *ticket, const struct access *write)
{
	LLVMValueRef value = write->type == ACCESS_ATOMIC ? write->operand : write->stored;
	bool stores =
		write->rmw == RMW_NONE || write->rmw == RMW_STORE || write->rmw == RMW_EXCHANGE;
	if (write->address != acquire->op->address ||
		!block_dominates(acquire->success, write->block) ||
		write->block->loop != acquire->success->loop)
		return LEAVES_OTHER;
	if (write->rmw == RMW_ADD && counter_step(write) == 1)
		return LEAVES_ONE_MORE;
	if (!value || !stores)
		return LEAVES_OTHER;
	const struct et *stored = value_et(kernel->env, value);
	if (is_one_more(kernel->ets, stored, ticket))
		return LEAVES_NEXT;
	return is_read_and_one(kernel, acquire, stored) ? LEAVES_ONE_MORE : LEAVES_OTHER;
}

/* Is all that is written to the turn the next ticket, by who has got in. */
static bool is_turnstile(
	struct kernel *kernel, const struct acquire *acquire, const struct et *ticket)
{
	unsigned next = 0, more = 0;
	if (!is_drawn(kernel, acquire, ticket) ||
		!term_is_common(acquire->op->address, LEVEL_GRID) ||
		acquire->op->object->space != SPACE_GLOBAL)
		return false;
	vec_each(each, &kernel->accesses) {
		if (!may_free(*each, acquire->op))
			continue;
		enum leaving leaving = leaves(kernel, acquire, ticket, *each);
		if (leaving == LEAVES_OTHER)
			return false;
		next += leaving == LEAVES_NEXT;
		more += leaving == LEAVES_ONE_MORE;
	}
	return more ? more == 1 && !next : next;
}

void turnstiles_find(struct orders *orders)
{
	struct kernel *kernel = orders->kernel;
	vec_each(each, &orders->acquires) {
		struct acquire *acquire = *each;
		const struct et *ticket = awaited_at_least(acquire);
		if (ticket && is_turnstile(kernel, acquire, ticket))
			acquire->edge =
				et_binary(kernel->ets, ET_EQ, 0, ticket, acquire->edge->arg[1]);
	}
}
