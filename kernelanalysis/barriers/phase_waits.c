#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Waits of one thread for a group that meets it at a barrier with phases: who has waited for that phase has waited for
 * the signal (cumulativity, as through barriers of the block, see paths.c). Who waits is the thread that the wait's guard
 * names; of any other one, and of waits in rounds, it is not known whether the group follows it.
 */

/* Does somebody arrive for the phase behind the wait, outside the loop that waits. */
static bool arrives_behind(const struct kernel *kernel, const struct acquire *acquire, const struct sync *arrival)
{
	LLVMValueRef wait = acquire->op->instruction;
	return arrival->arrives && !loop_contains(acquire->op->block->loop, arrival->block) &&
	       (always_follows(kernel, wait, arrival->instruction) || comes_before(kernel, wait, arrival->instruction));
}

/* The barrier's operation that hands the wait on to the access; NULL: none. */
static const struct sync *handing_on(const struct kernel *kernel, const struct acquire *acquire, const struct phased *phased,
	const struct access *access)
{
	const struct sync *arrival = NULL;
	bool waited = false;
	vec_each(each, &phased->ops) {
		waited |= (*each)->waits && comes_before(kernel, (*each)->instruction, access->instruction);
		if (!arrival && arrives_behind(kernel, acquire, *each))
			arrival = *each;
	}
	return waited ? arrival : NULL;
}

void waited_for_find(struct orders *orders, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	vec_each(each, &orders->acquires) {
		const struct acquire *acquire = *each;
		if (!acquire->spins || acquire->vote || acquire->told || acquire->op == access || acquire->op->of_barrier ||
			!read_proves_signal(acquire->op) || block_dominates(acquire->success, access->block))
			continue;
		vec_each(phased, &kernel->phased) {
			struct order_path path = { .op = acquire->op, .acquire = acquire };
			const struct sync *arrival = handing_on(kernel, acquire, *phased, access);
			if (!arrival)
				continue;
			path.fence = fence_after(orders, acquire, arrival->instruction, &path.fence_op);
			path.scope = narrower(path.fence, strong_scope(path.op));
			path.condition = et_not(kernel->ets, acquire->left_early);
			vec_push(kernel->arena, &access->waited_for, path);
		}
	}
}

/* A thread that a guard names, in the block of another one. */
struct named_thread {
	const struct order_query *q;
	const struct view *beside;
	const struct et *tid[3];
};

static void name_thread(struct named_thread *named, const struct et *guard)
{
	if (guard->op == ET_AND && guard->width == 1) {
		name_thread(named, guard->arg[0]);
		name_thread(named, guard->arg[1]);
		return;
	}
	for (unsigned i = 0; guard->op == ET_EQ && i < 2; i++) {
		const struct et *id = guard->arg[i], *other = guard->arg[1 - i];
		if (id->op == ET_SYM && id->sym->builtin == BUILTIN_TID && term_is_common(other, LEVEL_BLOCK))
			named->tid[id->sym->axis] = other;
	}
}

static const struct et *named_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct named_thread *named = data;
	const struct et *id = leaf->op == ET_SYM && leaf->sym->builtin == BUILTIN_TID ? named->tid[leaf->sym->axis] : NULL;
	if (!id)
		id = leaf->op == ET_SYM && leaf->sym->builtin == BUILTIN_TID ? et_const(ets, leaf->width, 0) : leaf;
	return id == leaf ? et_map_apply(named->beside->map, leaf)
			  : order_term(named->q, id, VIA_SELF, named->beside);
}

/* The named thread is one of the block, and comes to the wait. */
static const struct et *comes_to_wait(struct named_thread *named, const struct order_path *path, const struct view *view)
{
	struct kernel *kernel = named->q->kernel;
	struct ets *ets = kernel->ets;
	const struct block *before = path->op->block->loop->header->idom;
	const struct et *comes = order_term(named->q, reached_by_progress(kernel, before), VIA_SELF, view);
	for (unsigned i = 0; i < 3; i++) {
		const struct et *id = order_term(named->q, et_sym(ets, kernel->tid[i]), VIA_SELF, view);
		const struct et *size = order_term(named->q, et_sym(ets, kernel->ntid[i]), VIA_SELF, view);
		comes = et_and(ets, comes, et_binary(ets, ET_ULT, 0, id, size));
	}
	return et_and(ets, comes, order_term(named->q, path->condition, VIA_SELF, view));
}

/* x has released what the named thread waits for, before the group of y meets it. */
static const struct et *handed_to(const struct link *link, const struct order_path *path, bool *released)
{
	struct order_query *q = link->q;
	struct ets *ets = q->kernel->ets;
	struct named_thread *named = arena_alloc(q->kernel->arena, sizeof(*named));
	*named = (struct named_thread){ .q = q, .beside = link->y };
	name_thread(named, value_reach(q->kernel->env, path->op->block->loop->header->idom));
	struct view view = { et_map_new(ets, named_leaf, named), link->y->copy, link->y->drawn };
	struct link before = { q, link->from, path->op, link->x, &view, link->depth };
	const struct et *found = signal_by_wait(&before, path);
	*released = !et_is_false(found);
	if (!*released)
		return found;
	struct et_map *const maps[2] = { view.map, link->y->map };
	const struct et *met = phases_before(q->kernel, q->launch, maps, path->op, link->to->instruction);
	return et_and(ets, et_and(ets, found, met), comes_to_wait(named, path, &view));
}

const struct et *signal_behind_wait(const struct link *link)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *result = et_bool(ets, false);
	vec_each(path, &link->to->waited_for) {
		bool released = false;
		if (path->scope == SCOPE_NONE || link->depth || !may_lie_between(link->q, path->op))
			continue;
		const struct et *handed = handed_to(link, path, &released);
		result = et_or(ets, result, handed);
		if (released && path->op->block->loop->parent)
			result = et_or(ets, result, signal_unknown(link));
	}
	return result;
}
