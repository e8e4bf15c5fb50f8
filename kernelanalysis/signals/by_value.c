#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

/*
 * Publication: a thread fills a slot and then stores the slot's number to a word, with a release;
 * who reads the number acquires, and accesses the slot that it names. Whatever else is stored
 * there, who has read this number has read it from somebody who wrote this number: if each such
 * write comes after the access, and the word did not begin with it, that access comes before. No
 * branch is needed, and a slot that is filled again is none that the number speaks of twice: the
 * later filling comes behind the earlier write of the number.
 */

struct found_reads {
	struct kernel *kernel;
	VEC(const struct et *) leaves;
};

static bool is_found(const struct et *et)
{
	return (et->op == ET_SYM || et->op == ET_APP) && et->sym->kind == SYM_DATA &&
	       et->sym->origin;
}

static void read_visit(void *data, const struct et *et)
{
	struct found_reads *found = data;
	if (is_found(et))
		vec_push(found->kernel->arena, &found->leaves, et);
}

/* Is all that is written where the read is a number that is stored as it is, and by a release at
 * one place at least. */
static bool stores_alone(struct kernel *kernel, const struct access *read)
{
	bool strong = false;
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each;
		if (!access_writes(write) || keeps_value(write) || !at_one_place(write, read))
			continue;
		if (write == read || write->rmw == RMW_OR || write->size != read->size ||
			!value_written(kernel, write))
			return false;
		strong |= strong_write(write);
	}
	return strong;
}

/* The strong read that has found the number; NULL: none that counts. */
static const struct access *read_of(struct kernel *kernel, const struct et *leaf)
{
	LLVMValueRef origin = (LLVMValueRef)(uintptr_t)leaf->sym->origin;
	const struct access *read = LLVMIsAInstruction(origin) ? access_at(kernel, origin) : NULL;
	bool lasts =
		read && (read->object->kind == OBJECT_PARAM || read->object->kind == OBJECT_GLOBAL);
	bool counts = lasts && is_strong(read) && read->type != ACCESS_WRITE &&
		      lock_only_read(read) && !read->of_barrier;
	return counts && leaf->width == read->size * 8 && stores_alone(kernel, read) ? read : NULL;
}

/* The read as a wait for just this number, which no branch decides. */
static struct order_path path_by(
	struct kernel *kernel, const struct access *read, const struct et *leaf)
{
	struct acquire *acquire = arena_alloc(kernel->arena, sizeof(*acquire));
	acquire->op = read;
	acquire->from = acquire->success = read->block;
	acquire->edge = acquire->exists = et_bool(kernel->ets, true);
	acquire->left_early = et_bool(kernel->ets, false);
	acquire->value =
		symbol_new(kernel->ets, SYM_DATA, LEVEL_GRID, leaf->width, "the number found");
	acquire->test = et_binary(kernel->ets, ET_EQ, 0, et_sym(kernel->ets, acquire->value), leaf);
	return (struct order_path){
		.op = read, .acquire = acquire, .condition = et_bool(kernel->ets, true)
	};
}

static void path_add(struct kernel *kernel, struct access *access, struct order_path path)
{
	path.scope = narrower(path.fence, strong_scope(path.op));
	if (path.scope != SCOPE_NONE)
		vec_push(kernel->arena, &access->found_by, path);
}

/* Does the block's barrier hand on what its leader has read before it, in the same round. */
static bool hands_on(const struct kernel *kernel, const struct sync *barrier,
	const struct access *read, const struct access *access)
{
	LLVMValueRef at = barrier->instruction;
	return barrier->kind == SYNC_BLOCK_BARRIER && barrier->block->loop == read->block->loop &&
	       (!read->block->loop || loop_contains(read->block->loop, access->block)) &&
	       always_follows(kernel, read->instruction, at) &&
	       comes_before(kernel, at, access->instruction) &&
	       !comes_before(kernel, at, read->instruction);
}

/* Is the read at one place in all rounds of loops that are over at the access. */
static bool place_is_kept(
	struct kernel *kernel, const struct access *read, const struct access *access)
{
	for (const struct loop *loop = read->block->loop;
		loop && !loop_contains(loop, access->block); loop = loop->parent)
		if (et_mentions(kernel->arena, read->address,
			    et_sym(kernel->ets, kernel->env->loops[loop->index].counter)))
			return false;
	return true;
}

/* Is it what the one who broadcasts has read in this round, at a place that all of the block have
 * in common. */
static bool is_told(struct kernel *kernel, const struct access *read, const struct et *leaf)
{
	const struct et *own = value_et(kernel->env, read->instruction);
	if (value_level(kernel, read->pointer) > LEVEL_BLOCK || leaf->nargs != own->nargs)
		return false;
	for (unsigned i = 0; i < leaf->nargs; i++)
		if (leaf->arg[i] != own->arg[i])
			return false;
	vec_each(elected, &kernel->elected)
		if (elected->twin == leaf->sym && elected->sym == own->sym)
			return true;
	return false;
}

void found_by_find(struct orders *orders, struct access *access)
{
	struct kernel *kernel = orders->kernel;
	struct found_reads found = { .kernel = kernel };
	et_once(kernel->arena, access->address, read_visit, &found);
	vec_each(leaf, &found.leaves) {
		const struct access *read = read_of(kernel, *leaf);
		if (!read || read == access || !place_is_kept(kernel, read, access))
			continue;
		struct order_path path = path_by(kernel, read, *leaf);
		bool own = *leaf == value_et(kernel->env, read->instruction);
		bool told = is_told(kernel, read, *leaf);
		if (own && comes_before(kernel, read->instruction, access->instruction)) {
			path.fence =
				fence_behind(orders, read, access->instruction, &path.fence_op);
			path_add(kernel, access, path);
		}
		vec_each(barrier, &kernel->syncs) {
			if (!told || !hands_on(kernel, *barrier, read, access))
				continue;
			path.via = leader_of(kernel, read);
			path.fence =
				fence_behind(orders, read, (*barrier)->instruction, &path.fence_op);
			path_add(kernel, access, path);
		}
	}
}

bool places_are_found(const struct kernel *kernel)
{
	vec_each(each, &kernel->accesses)
		if ((*each)->found_by.n)
			return true;
	return false;
}

/* Condition for an earlier launch to have left any number there, or perhaps. */
static const struct et *left_any(struct kernel *kernel, const struct object *object)
{
	struct ets *ets = kernel->ets;
	const struct et *left =
		et_or(ets, object_left(kernel, object), object_left_resized(kernel, object));
	left = et_or(ets, left,
		et_or(ets, object_left_given(kernel, object), object_left_perhaps(kernel, object)));
	return et_or(ets, left, object_left_resized_perhaps(kernel, object));
}

/* An earlier launch has surely left what y's branch by the number lets on: then it is taken to be a
 * number that x's access is at. */
static const struct et *left_for_branch(const struct link *link, const struct order_path *path)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *left = et_bool(ets, false);
	vec_each(branch, &link->to->acquired) {
		if (branch->op != path->op)
			continue;
		const struct et *lets_on =
			wait_left(link->q->kernel, link->from, NULL, link->to, branch->acquire);
		left = et_or(ets, left, acquire_term(link, branch, lets_on, branch->via));
	}
	return left;
}

/* The word did not begin with the number. */
static const struct et *begun_otherwise(const struct link *link, const struct order_path *path)
{
	struct kernel *kernel = link->q->kernel;
	struct ets *ets = kernel->ets;
	struct begins begins = wait_begins_open(kernel, path->acquire);
	const struct et *unset = wait_takes_unset(kernel, path->acquire);
	const struct et *begun =
		acquire_term(link, path, et_or(ets, begins.surely, unset), path->via);
	begun = et_or(ets, begun, left_for_branch(link, path));
	const struct et *maybe = et_or(ets, begins.maybe, left_any(kernel, path->op->object));
	maybe = acquire_term(link, path, maybe, path->via);
	return et_and(
		ets, et_not(ets, begun), et_or(ets, et_not(ets, maybe), signal_unknown(link)));
}

static const struct et *found_after(const struct link *link, const struct order_path *path)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *no = et_bool(ets, false), *reaches = scope_reaches(link, path->scope);
	struct wait wait = signal_wait(link, path);
	if (et_is_false(reaches) || !may_lie_between(link->q, path->op))
		return no;
	const struct et *after = signalled_after(link, &wait);
	if (wait.guessed || et_is_false(after))
		return no;
	after = et_and(ets, after, begun_otherwise(link, path));
	return et_and(ets, et_and(ets, after, reaches), signal_executed(link, path, link->y));
}

const struct et *signal_by_value(const struct link *link)
{
	struct ets *ets = link->q->kernel->ets;
	const struct et *found = et_bool(ets, false);
	vec_each(path, &link->to->found_by)
		if (!link->depth && link->from->releases.n)
			found = et_or(ets, found, found_after(link, path));
	return found;
}
