#include "hostanalysis/flags/acts.h"
#include "hostanalysis/memory/contents.h"
#include "hostanalysis/flags/leftovers.h"

#include <string.h>

/*
 * What a launch finds in memory that it changes itself, flags above all: what the host has filled it with or copied there, what
 * other kernels have put there, what a variable begins with. Nothing between may change it. Launches in loops find it in
 * the first round, if it is put there before the loop.
 */

enum {
	MOST_CALLS = 64,	/* launches of a root that are looked at */
	MOST_COMPARED = 16000000 /* pairs of what may lie in memory before them, times blocks */
};

/* Can `to` be run after `from`, by one edge or more. */
static bool leads(struct root *root, const struct block *from, const struct block *to)
{
	bool *seen = arena_alloc(root->pass->arena, root->func->blocks.n * sizeof(*seen));
	VEC(const struct block *) work = { 0 };
	vec_push(root->pass->arena, &work, from);
	while (work.n) {
		const struct block *block = work.at[--work.n];
		vec_each(succ, &block->succs) {
			if (seen[(*succ)->index])
				continue;
			seen[(*succ)->index] = true;
			vec_push(root->pass->arena, &work, *succ);
		}
	}
	return seen[to->index];
}

static bool comes_after(LLVMValueRef a, LLVMValueRef b)
{
	for (LLVMValueRef i = LLVMGetNextInstruction(a); i; i = LLVMGetNextInstruction(i))
		if (i == b)
			return true;
	return false;
}

bool may_follow(struct root *root, LLVMValueRef first, LLVMValueRef then)
{
	const struct block *from = instruction_block(root->func, first);
	const struct block *to = instruction_block(root->func, then);
	return from && to && ((from == to && comes_after(first, then)) || leads(root, from, to));
}

/* May the other one come between the first and the place where it is found. */
static bool may_change(const struct finding *finding, const struct prior *other, const struct prior *prior)
{
	struct root *root = finding->root;
	struct filling filling = { .write = prior->by };
	if (!other->by || other->by == prior->by)
		return false;
	if (other->late || prior->late)
		return other->late ? !prior->by || !is_captured(root, prior->by) : is_captured(root, other->by);
	if (!prior->by)
		return may_follow(root, other->by, finding->at);
	return may_follow(root, prior->by, other->by) &&
	       comes_between(root, &filling, other->by, finding->at);
}

/* Is the other one put between each time, in the same bytes. */
static bool covers(const struct finding *finding, const struct prior *other, const struct prior *prior)
{
	struct root *root = finding->root;
	struct filling filling = { .write = other->by };
	const struct loop *loop = instruction_block(root->func, other->by)->loop;
	if (!other->surely || !other->first || other->late ||
		(loop && !loop_contains(loop, instruction_block(root->func, finding->at))))
		return false;
	if (prior->late)
		return is_captured(root, other->by) && instruction_dominates(root->func, other->by, finding->at);
	return prior->by ? !comes_between(root, &filling, prior->by, finding->at)
			 : instruction_dominates(root->func, other->by, finding->at);
}

bool prior_lasts(const struct finding *finding, const prior_list *priors, const struct prior *prior)
{
	if (!prior->surely || !prior->first || !prior->value || prior->late ||
		(prior->by && !instruction_dominates(finding->root->func, prior->by, finding->at)))
		return false;
	vec_each(other, priors)
		if (may_change(finding, other, prior) && !covers(finding, other, prior))
			return false;
	return true;
}

/* The launch is the first one since: in the first rounds of loops around it alone. `by` NULL: since the root began. */
static const struct et *first_time(const struct finding *finding, LLVMValueRef by)
{
	struct root *root = finding->root;
	struct ets *ets = root->pass->ets;
	const struct et *first = et_bool(ets, true);
	const struct block *from = by ? instruction_block(root->func, by) : NULL;
	const struct loop *loop = instruction_block(root->func, finding->call->call)->loop;
	for (; loop && !(from && loop_contains(loop, from)); loop = loop->parent) {
		const struct et *k = et_sym(ets, root->env->loops[loop->index].counter);
		first = et_and(ets, first,
			et_binary(ets, ET_EQ, 0, k, et_const(ets, k->width, 0)));
	}
	return first;
}

/* Does what one preset may leave there include what another may. */
static bool says_more(const struct host_preset *known, const struct host_preset *preset)
{
	const struct host_contents *a = &known->words, *b = &preset->words;
	bool same_memory = known->variable && preset->variable
				   ? !strcmp(known->variable, preset->variable)
				   : known->variable == preset->variable && a->base == b->base;
	return same_memory && !known->surely && !preset->surely && known->when == preset->when &&
	       a->stride == b->stride && a->offset == b->offset && a->width == b->width &&
	       a->within == b->within && (!a->value || a->value == b->value) && known->below >= preset->below;
}

static void preset_add(const struct finding *finding, LLVMValueRef by, struct host_contents words, bool surely, bool below)
{
	struct root *root = finding->root;
	struct host_preset preset = { finding->variable ? finding->variable->name : NULL, surely, below, words, first_time(finding, by) };
	preset.words.base = et_sym(root->pass->ets, finding->memory.alloc->base);
	vec_each(known, &finding->call->launch.presets)
		if (says_more(known, &preset))
			return;
	vec_push(root->pass->arena, &finding->call->launch.presets, preset);
}

static const struct et *byte_of(struct ets *ets, const struct host_contents *words)
{
	return et_binary(ets, ET_MUL, ET_NSW, et_sym(ets, words->index), et_const(ets, 64, words->stride));
}

/* Leaves out words that lie in some range, if only in part. */
static void range_leave(struct ets *ets, struct host_contents *words, const struct et *first, const struct et *end)
{
	const struct et *byte = byte_of(ets, words);
	const struct et *behind = et_binary(ets, ET_ADD, ET_NSW, byte, et_const(ets, 64, words->stride));
	words->within = et_and(ets, words->within,
		et_or(ets, et_binary(ets, ET_SLE, 0, behind, first),
			et_binary(ets, ET_SLE, 0, end, byte)));
}

static void range_keep(struct ets *ets, struct host_contents *words, const struct et *first, const struct et *end)
{
	const struct et *byte = byte_of(ets, words);
	const struct et *behind = et_binary(ets, ET_ADD, ET_NSW, byte, et_const(ets, 64, words->stride));
	words->within = et_and(ets, words->within,
		et_and(ets, et_binary(ets, ET_SLE, 0, first, byte),
			et_binary(ets, ET_SLE, 0, behind, end)));
}

/* `once`: equal terms are equal numbers. */
static bool no_later(const struct et *a, const struct et *b, bool once)
{
	return (once && a == b) || (et_is_const(a) && et_is_const(b) && (int64_t)a->value <= (int64_t)b->value);
}

/* Does the other one put something else into all bytes of the first: nothing of that is left. */
static bool covers_all(const struct finding *finding, const struct prior *other, const struct prior *prior)
{
	bool once = !prior->by || !instruction_block(finding->root->func, prior->by)->loop;
	return may_change(finding, other, prior) && covers(finding, other, prior) && prior->first &&
	       no_later(other->first, prior->first, once) && no_later(prior->end, other->end, once);
}

/* Words that are known better (held) are left out. */
static void prior_add(const struct finding *finding, const prior_list *priors, const held_list *held,
	const struct prior *prior)
{
	struct host_pass *pass = finding->root->pass;
	struct ets *ets = pass->ets;
	struct host_contents words = { .stride = prior->width / 8, .width = prior->width,
		.index = pass->element, .within = et_bool(ets, true), .value = prior->value, .computed = true };
	vec_each(other, priors)
		if (covers_all(finding, other, prior))
			return;
	if (prior->first)
		range_keep(ets, &words, prior->first, prior->end);
	vec_each(other, priors)
		if (may_change(finding, other, prior) && covers(finding, other, prior))
			range_leave(ets, &words, other->first, other->end);
	vec_each(known, held) {
		const struct et *size = et_const(ets, 64, known->contents.stride);
		range_leave(ets, &words, et_const(ets, 64, (uint64_t)known->first * known->contents.stride),
			et_binary(ets, ET_MUL, ET_NSW, known->end, size));
	}
	if (prior->by)
		words.loc = instruction_loc(pass->arena, prior->by);
	if (!et_is_false(words.within))
		preset_add(finding, prior->by, words, prior_lasts(finding, priors, prior), prior->below);
}

/* Is there too much of it in a large function to compare each with each. */
static bool is_too_much(const struct finding *finding, const prior_list *priors)
{
	struct root *root = finding->root;
	root->compared += (uint64_t)priors->n * priors->n * root->func->blocks.n;
	return root->compared > MOST_COMPARED;
}

static void priors_add(const struct finding *finding, prior_list *priors, const held_list *held)
{
	vec_each(prior, priors)
		prior->late = prior->by && runs_before_graph(finding->root, finding->at, prior->by);
	if (is_too_much(finding, priors)) {
		struct host_contents any = { .stride = 1, .width = 8, .index = finding->root->pass->element,
			.within = et_bool(finding->root->pass->ets, true), .computed = true };
		preset_add(finding, finding->call->call, any, false, false);
		return;
	}
	vec_each(prior, priors)
		if (prior->width && (!prior->by || prior->late || may_follow(finding->root, prior->by, finding->at)))
			prior_add(finding, priors, held, prior);
}

/* Copied or stored there by the host, element by element. */
static void contents_fill(const struct finding *finding, LLVMValueRef base, held_list *list)
{
	struct root *root = finding->root;
	struct ets *ets = root->pass->ets;
	held_list all = { 0 };
	contents_before(root, base, finding->at, &all);
	vec_each(held, &all)
		if (!held->filled)
			vec_push(root->pass->arena, list, *held);
	vec_each(held, list) {
		struct host_contents *words = &held->contents;
		const struct et *k = et_sym(ets, words->index);
		if (held->copied)
			held->end = et_ite(ets, et_binary(ets, ET_SLT, 0, held->copied, held->end),
				held->copied, held->end);
		if (!words->value)
			continue;
		words->within = et_and(ets,
			et_binary(ets, ET_SLE, 0, et_const(ets, 64, (uint64_t)held->first), k),
			et_binary(ets, ET_SLT, 0, k, held->end));
		preset_add(finding, NULL, *words, true, false);
	}
}

static bool kernel_waits(struct root *root, const struct launch_call *call)
{
	const struct host_options *options = root->pass->options;
	return call->launch.kernel && options->waits &&
	       options->waits(options->settled_data, call->launch.kernel);
}

/* May the host change the memory after a launch has, and before the finding's. */
static bool is_refilled(const struct finding *finding)
{
	struct root *root = finding->root;
	bool given = false;
	vec_each(act, &acts_of(root)->all) {
		bool launch = is_call(*act) && !strcmp(call_name(*act), "hgrd.launch");
		if (*act == finding->at)
			return false;
		if (launch)
			given |= launch_touches(root, &finding->memory, *act);
		else if (given && instruction_touches(root, &finding->memory, *act) && may_follow(root, *act, finding->at))
			return true;
	}
	return false;
}

static void argument_fill(struct root *root, struct launch_call *call, LLVMValueRef value, bool waits)
{
	const struct et *offset, *pointer = host_term(root, value);
	const struct host_alloc *alloc = host_pointee(root->pass->ets, pointer, &offset);
	LLVMValueRef base = buffer_around(root, value);
	struct finding finding = { root, call->call, call, { pointer, alloc }, NULL };
	prior_list priors = { 0 };
	held_list held = { 0 };
	if (!alloc || alloc->memory == HOST_GLOBAL)
		return;
	if (base && !LLVMIsAAllocaInst(base))
		contents_fill(&finding, base, &held);
	if (is_refilled(&finding))
		vec_push(root->pass->arena, &call->launch.refilled, pointer);
	if (!waits)
		return;
	priors_of_writes(&finding, &priors);
	priors_of_kernels(&finding, &priors);
	priors_add(&finding, &priors, &held);
}

static bool is_first(LLVMValueRef call, unsigned arg)
{
	for (unsigned i = LAUNCH_ARGS; i < arg; i++)
		if (call_arg(call, i) == call_arg(call, arg))
			return false;
	return LLVMGetTypeKind(LLVMTypeOf(call_arg(call, arg))) == LLVMPointerTypeKind;
}

static void launch_fill(struct root *root, struct launch_call *call)
{
	bool waits = kernel_waits(root, call);
	for (unsigned i = LAUNCH_ARGS; i < call_args(call->call); i++)
		if (is_first(call->call, i))
			argument_fill(root, call, call_arg(call->call, i), waits);
	vec_each(variable, &root->pass->variables) {
		struct finding finding = { root, call->call, call, variable_memory(root, variable), variable };
		prior_list priors = { 0 };
		held_list none = { 0 };
		if (!waits || !finding.memory.alloc)
			continue;
		priors_of_variable(&finding, &priors);
		priors_of_writes(&finding, &priors);
		priors_of_kernels(&finding, &priors);
		priors_add(&finding, &priors, &none);
	}
}

void presets_fill(struct root *root, launch_call_list *calls)
{
	if (root->func->irreducible || calls->n > MOST_CALLS)
		return;
	vec_each(call, calls)
		if (call->launch.kernel && instruction_block(root->func, call->call))
			launch_fill(root, call);
}
