#include "kernelanalysis/signals/signal.h"

/*
 * Where counters begin, and how far from there they are. What goes down by atomicDec comes round to its limit when it has
 * been at 0: so the number that is missing is one of as many as there are values up to the limit.
 */

/* Does the barrier come before all other accesses of the counter, and never before this write. */
static bool opens(
	const struct kernel *kernel, const struct sync *barrier, const struct access *write)
{
	const bool *none = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(bool));
	const bool *reached = blocks_reached(kernel, barrier->block, none);
	if (reached[write->block->index] ||
		(write->block == barrier->block &&
			before_in_block(barrier->instruction, write->instruction)))
		return false;
	vec_each(each, &kernel->accesses)
		if ((*each)->object == write->object && *each != write &&
			!comes_before(kernel, barrier->instruction, (*each)->instruction))
			return false;
	return true;
}

/* What a write puts into a counter of the block before a barrier that all else is behind; NULL: it
 * is no such. */
LLVMValueRef counter_set_to(const struct kernel *kernel, const struct access *write)
{
	LLVMValueRef value = write->type == ACCESS_WRITE  ? write->stored
			     : write->rmw == RMW_EXCHANGE ? write->operand
							  : NULL;
	if (!value || !is_of_block(kernel, write->object))
		return NULL;
	vec_each(each, &kernel->syncs)
		if ((*each)->kind == SYNC_BLOCK_BARRIER && opens(kernel, *each, write))
			return value;
	return NULL;
}

/* What a counter of the block is set to, before all else. */
static struct beginning begun_in_block(struct kernel *kernel, const struct access *release)
{
	struct ets *ets = kernel->ets;
	struct beginning none = { et_const(ets, release->size * 8, 0), et_bool(ets, false) };
	struct beginning begins = none;
	vec_each(each, &kernel->accesses) {
		LLVMValueRef value =
			(*each)->object == release->object ? counter_set_to(kernel, *each) : NULL;
		if (!value)
			continue;
		const struct et *term = value_et(kernel->env, value);
		if (!et_is_false(begins.known) || !term_is_common(term, LEVEL_BLOCK) ||
			term->width != none.value->width || (*each)->address != release->address)
			return none;
		begins = (struct beginning){ term, et_bool(ets, true) };
	}
	return begins;
}

static struct beginning fallen_from(struct kernel *kernel, const struct access *release)
{
	struct beginning begins;
	if (is_of_block(kernel, release->object))
		return begun_in_block(kernel, release);
	begins.value = counter_begins_known(kernel, release, &begins.known);
	return begins;
}

const struct et *permits_begin(
	struct kernel *kernel, const struct access *op, bool again, const struct et **known)
{
	struct ets *ets = kernel->ets;
	bool unknown;
	if (!is_of_block(kernel, op->object))
		return permits_put(kernel, op, again, known);
	struct beginning begins = begun_in_block(kernel, op);
	*known = et_and(ets, begins.known, wait_is_set(kernel, op, &unknown));
	return begins.value;
}

struct beginning counter_beginning(struct kernel *kernel, const struct access *release)
{
	struct beginning begins;
	if (counter_fall(release))
		return fallen_from(kernel, release);
	begins.value = counter_begins(kernel, release, &begins.known);
	begins.known = et_not(kernel->ets, begins.known);
	return begins;
}

static void size_visit(void *data, const struct et *et)
{
	bool *sizes = data;
	bool leaf = et->op == ET_SYM || et->op == ET_APP;
	bool size = leaf && (et->sym->builtin == BUILTIN_NTID || et->sym->builtin == BUILTIN_NCTAID);
	*sizes &= !leaf || size;
}

/* Does each thread that its guard names change it, once, and nothing else. */
static bool is_changed_once(const struct kernel *kernel, const struct access *counter)
{
	if (counter->block->loop || !only_elects(counter->guard))
		return false;
	vec_each(each, &kernel->accesses) {
		bool writes = access_writes(*each);
		if (*each != counter && writes && !keeps_value(*each) &&
			((*each)->object == counter->object || (*each)->object->kind == OBJECT_UNKNOWN))
			return false;
	}
	return true;
}

/* Do all draws together come just to the limit, where the count begins anew; NULL: that is not known. */
static const struct et *comes_to_limit(struct kernel *kernel, const struct access *counter)
{
	struct ets *ets = kernel->ets;
	bool sizes = true;
	if (!is_changed_once(kernel, counter))
		return NULL;
	const struct et *n = threads_at(kernel, counter);
	const struct et *limit = value_et(kernel->env, counter->operand);
	const struct et *last = et_binary(ets, ET_SUB, 0, n, et_const(ets, n->width, 1));
	et_once(kernel->arena, limit, size_visit, &sizes);
	return sizes && limit->width == n->width ? et_binary(ets, ET_EQ, 0, limit, last) : NULL;
}

const struct et *counter_comes_back(struct kernel *kernel, const struct access *counter)
{
	const struct et *comes = comes_to_limit(kernel, counter);
	return comes ? comes : et_bool(kernel->ets, false);
}

const struct et *counter_goes_round(struct kernel *kernel, const struct access *counter)
{
	return counter->rmw == RMW_DEC ? counter_comes_back(kernel, counter) : et_bool(kernel->ets, false);
}

const struct et *counter_goes_on(struct kernel *kernel, const struct access *counter)
{
	struct ets *ets = kernel->ets;
	if (counter->rmw != RMW_INC)
		return et_bool(ets, true);
	const struct et *comes = comes_to_limit(kernel, counter);
	return comes ? et_not(ets, comes) : et_bool(ets, false);
}

/* The limit of the operation, in terms of who releases. */
static const struct et *limit_of(const struct link *link, const struct order_path *release)
{
	const struct et *limit = value_et(link->q->kernel->env, release->op->operand);
	return order_term(link->q, limit, release->via, link->x);
}

const struct et *counter_fallen(const struct link *link, const struct order_path *release,
	const struct et *begins, const struct et *value)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *missing = et_binary(ets, ET_SUB, 0, begins, value);
	if (release->op->rmw != RMW_DEC)
		return missing;
	const struct et *all = et_binary(
		ets, ET_ADD, 0, limit_of(link, release), et_const(ets, value->width, 1));
	return et_ite(ets, et_binary(ets, ET_ULE, 0, value, begins), missing,
		et_binary(ets, ET_ADD, 0, missing, all));
}

const struct et *past_limit(const struct link *link, const struct order_path *release,
	const struct et *found, const struct et *most, const struct et *begins,
	const struct et *past)
{
	struct ets *ets = link->q->kernel->ets;
	const struct access *op = release->op;
	if (op->rmw != RMW_INC && op->rmw != RMW_DEC)
		return past;
	const struct et *limit = limit_of(link, release);
	if (op->rmw == RMW_INC)
		return et_or(ets, past, et_binary(ets, ET_ULT, 0, limit, found));
	/* from one more than the limit it goes to the limit, too, as if that were more */
	const struct et *one_more = et_binary(ets, ET_ADD, 0, limit, et_const(ets, limit->width, 1));
	const struct et *within = et_or(ets, et_binary(ets, ET_ULE, 0, begins, limit),
		et_binary(ets, ET_EQ, 0, begins, one_more));
	return et_and(ets, past, et_and(ets, et_binary(ets, ET_ULE, 0, most, limit), within));
}
