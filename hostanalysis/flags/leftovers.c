#include "hostanalysis/flags/acts.h"
#include "hostanalysis/flags/left_walk.h"

#include <string.h>

/*
 * Launches that find memory as an earlier launch of the same kernel left it: the ways from one to the next are
 * walked for each of its pointers and for each device variable. Only where nothing on any of them may have changed
 * the memory is it known to be left. Whether both launches are of one size, and what of the arguments may differ, is
 * noted as well.
 */

#define MOST_CALLS 64	 /* launches of a root that are looked at */

/* The launch that a call makes, where it is one alone. */
static const struct launch_call *only_launch(const struct walk *walk, LLVMValueRef call)
{
	const struct launch_call *found = NULL;
	vec_each(known, walk->calls) {
		if (known->call != call)
			continue;
		if (found || !known->launch.kernel)
			return NULL;
		found = known;
	}
	return found;
}

/* Is it the same kernel, with the memory at the same place. */
static bool leaves_again(const struct walk *walk, const struct launch_call *launch)
{
	if (!same_kernel(walk, launch))
		return false;
	if (walk->left->variable)
		return true;
	const struct host_piece *piece =
		piece_at(&launch->launch, walk->left->arg, walk->left->offset);
	return piece && piece->value == walk->memory.pointer;
}

/* Launches of the kernel that are captured may be made where a graph is launched. */
static void graph_met(struct walk *walk, enum way way)
{
	for (size_t i = 0; walk->met && way == WAY_ALONE && i < walk->calls->n; i++) {
		const struct launch_call *launch = &walk->calls->at[i];
		if (launch->launch.kernel && same_kernel(walk, launch) && launch != walk->first &&
			is_captured(walk->root, launch->call))
			walk->met[i] = way;
	}
}

static bool is_touched(struct walk *walk, size_t act, LLVMValueRef i)
{
	if (walk->touches[act] == TOUCH_UNKNOWN) {
		LLVMValueRef before = walk->foreign;
		walk->foreign = NULL;
		walk->touches[act] = left_is_touched(walk, i) ? TOUCH_CHANGES : walk->foreign ? TOUCH_NOT_FOLLOWED : TOUCH_NONE;
		walk->foreign = before;
	}
	if (walk->touches[act] == TOUCH_NOT_FOLLOWED)
		walk->foreign = i;
	return walk->touches[act] == TOUCH_CHANGES;
}

/* Goes on from an act to the end of its block. */
static enum way block_walk(struct walk *walk, enum way way, size_t act, size_t end)
{
	for (; act < end && way != WAY_NONE; act++) {
		LLVMValueRef i = acts_of(walk->root)->all.at[act];
		bool launches = is_call(i) && !strcmp(call_name(i), "hgrd.launch");
		const struct launch_call *launch = launches ? only_launch(walk, i) : NULL;
		bool again = walk->perhaps ? same_kernel(walk, launch) : leaves_again(walk, launch);
		if (again && walk->met)
			walk->met[launch - walk->calls->at] = way;
		if (again && !walk->perhaps && !walk->past)
			return WAY_NONE;
		bool graph = walk->perhaps && is_call(i) && is_graph_launch(i);
		if (graph)
			graph_met(walk, way);
		if (graph && walk->captured)
			way = WAY_ALONE;
		else if (way == WAY_ALONE && !again && is_touched(walk, act, i))
			way = WAY_TOUCHED;
	}
	return way;
}

/* Of several ways one counts that changes the memory; where it is perhaps left, one that does not. */
static bool join(const struct walk *walk, enum way *into, enum way from)
{
	bool grows = walk->perhaps ? from != *into && (*into == WAY_NONE || from == WAY_ALONE) : from > *into;
	*into = grows ? from : *into;
	return grows;
}

/* One pass over all blocks; true: something changed. */
static bool pass_over(struct walk *walk, const struct block *start)
{
	bool changed = false;
	vec_each(each, &walk->root->func->blocks) {
		const struct block *block = *each;
		if (walk->region && !loop_contains(walk->region, block))
			continue;
		const size_t *acts = &acts_of(walk->root)->first[block->index];
		enum way end = block_walk(walk, walk->at[block->index], acts[0], acts[1]);
		if (block == start)
			join(walk, &end, block_walk(walk, WAY_ALONE, acts_behind(walk->root, walk->first->call), acts[1]));
		vec_each(succ, &block->succs)
			changed |= join(walk, &walk->at[(*succ)->index], end);
	}
	return changed;
}

/* How the memory comes from the first launch to the others: by number among the calls. */
static enum way *ways(struct walk *walk)
{
	struct arena *arena = walk->root->pass->arena;
	const struct block *start = instruction_block(walk->root->func, walk->first->call);
	walk->met = NULL;
	walk->touches = arena_alloc(arena, acts_of(walk->root)->all.n + 1);
	walk->at = arena_alloc(arena, walk->root->func->blocks.n * sizeof(*walk->at));
	while (pass_over(walk, start))
		;
	walk->met = arena_alloc(arena, walk->calls->n * sizeof(*walk->met));
	pass_over(walk, start);
	return walk->met;
}

/* What is known of launches before the second one, when the first is one of them. */
static struct host_before *before_of(struct walk *walk, struct launch_call *second)
{
	struct root *root = walk->root;
	struct arena *arena = root->pass->arena;
	const struct host_launch *first = &walk->first->launch;
	struct host_before *before = second->launch.before;
	if (!before) {
		before = second->launch.before = arena_alloc(arena, sizeof(*before));
		for (size_t arg = 0; arg < second->launch.args.n; arg++)
			vec_push(arena, &before->kept, true);
	}
	bool same = !walk->past && same_size(root, first, &second->launch);
	for (unsigned arg = 0; same && arg < before->kept.n; arg++)
		before->kept.at[arg] &= argument_kept(root, first, &second->launch, arg);
	return before;
}

static bool same_memory(const struct host_left *a, const struct host_left *b)
{
	if (!a->variable || !b->variable)
		return a->variable == b->variable && a->arg == b->arg && a->offset == b->offset;
	return !strcmp(a->variable, b->variable);
}

/* In which round the first launch may have been made that the second one follows, for arguments that change with it. */
static const struct et *given_when(struct walk *walk, struct launch_call *second)
{
	size_t at = (size_t)(second - walk->calls->at), first = (size_t)(walk->first - walk->calls->at);
	if (!walk->given[at])
		walk->given[at] = given_in_round(walk->root, walk->first, second, walk->region,
			first + MOST_CALLS * (walk->region->header->index + 1));
	return walk->given[at];
}

/* Names the call between that is not followed. */
static void foreign_add(const struct walk *walk, struct host_left *left)
{
	struct arena *arena = walk->root->pass->arena;
	size_t length;
	const char *name = source_name(call_name(walk->foreign), &length);
	left->foreign = arena_strndup(arena, name, length);
	left->foreign_loc = instruction_loc(arena, walk->foreign);
}

static void left_add(struct walk *walk, struct launch_call *second, const struct et *when)
{
	struct ets *ets = walk->root->pass->ets;
	const struct et *no = et_bool(ets, false);
	const struct host_launch *first = &walk->first->launch;
	struct host_before *before = before_of(walk, second);
	bool same = same_size(walk->root, first, &second->launch);
	struct host_left left = *walk->left;
	bool another = walk->past || (walk->perhaps && second != walk->first);
	bool steady = same && another && given_steadily(walk->root, first, &second->launch);
	bool turns = same && !walk->perhaps && walk->region && given_in_turns(walk->root, first, &second->launch) &&
		     !left.offset && kernel_only_stores(walk->root, first->kernel, left.arg, left.variable);
	left.when = same && !walk->perhaps && !walk->past ? when : no;
	left.resized = same || walk->perhaps ? no : when;
	left.perhaps = same && walk->perhaps ? when : no;
	left.resized_perhaps = !same && walk->perhaps ? when : no;
	left.given = turns ? given_when(walk, second) : steady ? when : no;
	if (steady && !turns)
		given_add(walk->root, first, (uint64_t)(walk->first - walk->calls->at), &second->launch, NULL, NULL);
	left.loc = first->loc;
	if (walk->perhaps && walk->foreign)
		foreign_add(walk, &left);
	vec_each(known, &before->left) {
		if (!same_memory(known, &left))
			continue;
		known->when = et_or(ets, known->when, left.when);
		known->resized = et_or(ets, known->resized, left.resized);
		known->perhaps = et_or(ets, known->perhaps, left.perhaps);
		known->resized_perhaps = et_or(ets, known->resized_perhaps, left.resized_perhaps);
		known->given = et_or(ets, known->given, left.given);
		if (left.foreign && !known->foreign) {
			known->foreign = left.foreign;
			known->foreign_loc = left.foreign_loc;
		}
		return;
	}
	vec_push(walk->root->pass->arena, &before->left, left);
}

/* Is there a loop around both. */
static bool in_one_loop(const struct block *a, const struct block *b)
{
	const struct loop *loop = a->loop;
	while (loop && !loop_contains(loop, b))
		loop = loop->parent;
	return loop;
}

/* Does the second launch come after the first one, if that is made; or in a later round of the region. */
static bool comes_after(const struct walk *walk, const struct launch_call *second)
{
	struct func *func = walk->root->func;
	const struct launch_call *first = walk->first;
	bool always = second != first && instruction_dominates(func, first->call, second->call);
	bool behind = second != first && !in_one_loop(instruction_block(func, first->call),
						 instruction_block(func, second->call));
	return walk->region ? !always && !behind : always || behind;
}

/* When the second launch comes so, by number; one condition for all memory of the walk. */
static const struct et *when_of(struct walk *walk, size_t second)
{
	struct root *root = walk->root;
	if (!walk->when[second])
		walk->when[second] = walk->region
			? rounds_apart(root, walk->first, &walk->calls->at[second], walk->region)
			: made_before(root, walk->first, &walk->calls->at[second]);
	return walk->when[second];
}

/* Adds the launches that find it as the first one left it: next, or behind others of the kernel. */
static void next_left(struct walk *walk, bool past)
{
	walk->past = past;
	const enum way *met = ways(walk);
	for (size_t i = 0; i < walk->calls->n; i++) {
		struct launch_call *second = &walk->calls->at[i];
		if (met[i] == WAY_ALONE && comes_after(walk, second))
			left_add(walk, second, when_of(walk, i));
	}
	walk->past = false;
}

static void memory_left(struct walk *walk, const struct memory *memory,
	const struct host_left *left)
{
	walk->memory = *memory;
	walk->left = left;
	next_left(walk, false);
	if (walk->calls->n > 1)
		next_left(walk, true);
}

/* Can an earlier launch be made before the second one in such a way that the first may have been at its place. */
static bool may_come_back(const struct walk *walk, const struct launch_call *second)
{
	const struct block *block = instruction_block(walk->root->func, second->call);
	return walk->region ? loop_contains(walk->region, block) : comes_after(walk, second);
}

static bool kernel_waits(const struct walk *walk)
{
	const struct host_options *options = walk->root->pass->options;
	return options->waits && options->waits(options->settled_data, walk->first->launch.kernel);
}

/* Where a launch has the walk's memory; NULL: not known. */
static const struct et *pointer_of(const struct walk *walk, const struct launch_call *launch)
{
	const struct host_left *left = walk->left;
	if (left->variable)
		return walk->memory.pointer;
	const struct host_piece *piece = piece_at(&launch->launch, left->arg, left->offset);
	return piece && piece->width == walk->memory.pointer->width ? piece->value : NULL;
}

/* Launches that may find what the pointer of the first one pointed to, where it is not known that nothing changed it. */
static void perhaps_left(struct walk *walk, const struct memory *memory, const struct host_left *left)
{
	struct root *root = walk->root;
	if (!memory->alloc || !kernel_waits(walk))
		return;
	walk->memory = *memory;
	walk->left = left;
	walk->perhaps = true;
	walk->foreign = NULL;
	const enum way *met = ways(walk);
	for (size_t i = 0; i < walk->calls->n; i++) {
		struct launch_call *second = &walk->calls->at[i];
		const struct et *later = pointer_of(walk, second);
		if (met[i] != WAY_ALONE || !later || !may_come_back(walk, second))
			continue;
		const struct et *when = comes_back(root, walk->first, second, walk->region, memory->pointer, later);
		if (!et_is_false(when))
			left_add(walk, second, when);
	}
	walk->perhaps = false;
}

/* Follows the pointers of a launch. */
static void pointers_left(struct walk *walk)
{
	struct root *root = walk->root;
	const struct host_launch *launch = &walk->first->launch;
	for (unsigned arg = 0; launch->args_known && arg < launch->args.n; arg++) {
		vec_each(piece, &launch->args.at[arg].pieces) {
			const struct et *offset;
			bool steady = piece->width == 64 && is_steady(root, piece->value);
			struct memory memory = { piece->value,
				steady ? host_pointee(root->pass->ets, piece->value, &offset) : NULL };
			struct host_left left = { .arg = arg, .offset = piece->offset };
			if (memory.alloc)
				memory_left(walk, &memory, &left);
			if (piece->width != 64)
				continue;
			memory.pointer = piece->value;
			memory.alloc = host_pointee_any(root->pass->ets, piece->value);
			perhaps_left(walk, &memory, &left);
		}
	}
}

static void variables_left(struct walk *walk)
{
	vec_each(variable, &walk->root->pass->variables) {
		struct memory memory = variable_memory(walk->root, variable);
		struct host_left left = { .variable = variable->name };
		if (memory.alloc)
			memory_left(walk, &memory, &left);
		perhaps_left(walk, &memory, &left);
	}
}

static void region_walk(struct walk *walk, const struct loop *region)
{
	walk->region = region;
	walk->when = arena_alloc(walk->root->pass->arena, walk->calls->n * sizeof(*walk->when));
	walk->given = arena_alloc(walk->root->pass->arena, walk->calls->n * sizeof(*walk->given));
	pointers_left(walk);
	variables_left(walk);
}

void leftovers_fill(struct root *root, launch_call_list *calls)
{
	if (calls->n > MOST_CALLS || root->func->irreducible)
		return;
	vec_each(call, calls) {
		struct walk walk = { .root = root, .calls = calls, .first = call,
			.captured = is_captured(root, call->call) };
		const struct block *block = instruction_block(root->func, call->call);
		if (!block || !call->launch.kernel || only_launch(&walk, call->call) != call)
			continue;
		region_walk(&walk, NULL);
		for (const struct loop *loop = block->loop; loop; loop = loop->parent)
			region_walk(&walk, loop);
	}
}
