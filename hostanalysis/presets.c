#include "hostanalysis/contents.h"
#include "hostanalysis/leftovers.h"

#include <string.h>

/*
 * What a launch finds in memory that it changes itself, flags above all: what the host has filled it with or copied there, what
 * other kernels have put there, what a variable begins with. Nothing between may change it. Launches in loops find it in
 * the first round, if it is put there before the loop.
 */

enum { MOST_CALLS = 64 }; /* launches of a root that are looked at */

/* Functions that fill memory with one value: words of so many bits, arguments of value and number of words. */
static const struct filler {
	const char *name;
	unsigned width, value, count;
} fillers[] = {
	{ "cudaMemset", 8, 1, 2 },
	{ "cudaMemsetAsync", 8, 1, 2 },
	{ "cudaMemset2D", 8, 2, 3 }, /* the first row */
	{ "cudaMemset2DAsync", 8, 2, 3 },
	{ "cuMemsetD8", 8, 1, 2 }, /* headers put _v2 behind the names */
	{ "cuMemsetD16", 16, 1, 2 },
	{ "cuMemsetD32", 32, 1, 2 },
	{ "cuMemsetD8_v2", 8, 1, 2 },
	{ "cuMemsetD8Async", 8, 1, 2 },
	{ "cuMemsetD16_v2", 16, 1, 2 },
	{ "cuMemsetD16Async", 16, 1, 2 },
	{ "cuMemsetD32_v2", 32, 1, 2 },
	{ "cuMemsetD32Async", 32, 1, 2 },
};

static const struct filler *filler_of(LLVMValueRef i)
{
	if (!is_call(i))
		return NULL;
	for (size_t f = 0; f < sizeof(fillers) / sizeof(fillers[0]); f++)
		if (!strcmp(call_name(i), fillers[f].name))
			return &fillers[f];
	return NULL;
}

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

bool is_changed(const struct finding *finding, LLVMValueRef from)
{
	struct root *root = finding->root;
	LLVMValueRef launch = finding->call->call;
	vec_each(block, &root->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			bool launches = is_call(i) && !strcmp(call_name(i), "hgrd.launch");
			if (i == from || i == launch || (!is_call(i) && !LLVMIsAStoreInst(i)) ||
				!(launches ? launch_touches(root, &finding->memory, i)
					   : instruction_touches(root, &finding->memory, i)))
				continue;
			if ((!from || may_follow(root, from, i)) && may_follow(root, i, launch))
				return true;
		}
	}
	return false;
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

static void preset_add(const struct finding *finding, LLVMValueRef by, struct host_contents words, bool surely)
{
	struct root *root = finding->root;
	struct host_preset preset = { finding->variable, surely, words, first_time(finding, by) };
	preset.words.base = et_sym(root->pass->ets, finding->memory.alloc->base);
	vec_push(root->pass->arena, &finding->call->launch.presets, preset);
}

void preset_words(const struct finding *finding, LLVMValueRef by, unsigned width, const struct et *first,
	const struct et *end, const struct et *value, bool surely)
{
	struct host_pass *pass = finding->root->pass;
	struct ets *ets = pass->ets;
	const struct et *size = et_const(ets, 64, width / 8);
	const struct et *byte = et_binary(
		ets, ET_MUL, ET_NSW, et_sym(ets, pass->element), size);
	struct host_contents words = { .stride = width / 8, .width = width, .index = pass->element,
		.within = et_bool(ets, true), .value = value, .computed = true };
	if (first)
		words.within = et_and(ets, et_binary(ets, ET_SLE, 0, first, byte),
			et_binary(ets, ET_SLE, 0, et_binary(ets, ET_ADD, ET_NSW, byte, size), end));
	if (by)
		words.loc = instruction_loc(pass->arena, by);
	preset_add(finding, by, words, surely);
}

/* Filled by the host. */
static void filled_add(const struct finding *finding, LLVMValueRef filling, const struct filler *filler)
{
	struct root *root = finding->root;
	struct ets *ets = root->pass->ets;
	const struct et *pointer = host_term(root, call_arg(filling, 0)), *first;
	const struct et *count = host_term(root, call_arg(filling, filler->count));
	const struct et *value = host_term(root, call_arg(filling, filler->value));
	if (host_pointee(ets, pointer, &first) != finding->memory.alloc || count->width != 64 ||
		!may_follow(root, filling, finding->call->call) || is_changed(finding, filling))
		return;
	value = value->width > filler->width ? et_cast(ets, ET_TRUNC, filler->width, value) : value;
	const struct et *bytes = et_binary(
		ets, ET_MUL, ET_NSW, count, et_const(ets, 64, filler->width / 8));
	if (value->width == filler->width)
		preset_words(finding, filling, filler->width, first,
			et_binary(ets, ET_ADD, ET_NSW, first, bytes), value,
			instruction_dominates(root->func, filling, finding->call->call));
}

static void filled_fill(const struct finding *finding)
{
	vec_each(block, &finding->root->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			const struct filler *filler = filler_of(i);
			if (filler)
				filled_add(finding, i, filler);
		}
	}
}

/* Copied or stored there by the host, element by element. */
static void contents_fill(const struct finding *finding, LLVMValueRef base)
{
	struct root *root = finding->root;
	struct ets *ets = root->pass->ets;
	held_list list = { 0 };
	contents_before(root, base, finding->call->call, &list);
	vec_each(held, &list) {
		struct host_contents *words = &held->contents;
		const struct et *k = et_sym(ets, words->index);
		if (!words->value)
			continue;
		words->within = et_and(ets,
			et_binary(ets, ET_SLE, 0, et_const(ets, 64, (uint64_t)held->first), k),
			et_binary(ets, ET_SLT, 0, k, held->end));
		if (held->copied)
			words->within = et_and(ets, words->within,
				et_binary(ets, ET_SLT, 0, k, held->copied));
		preset_add(finding, NULL, *words, true);
	}
}

static bool kernel_waits(struct root *root, const struct launch_call *call)
{
	const struct host_options *options = root->pass->options;
	return call->launch.kernel && options->waits &&
	       options->waits(options->settled_data, call->launch.kernel);
}

static void argument_fill(struct root *root, struct launch_call *call, LLVMValueRef value, bool waits)
{
	const struct et *offset, *pointer = host_term(root, value);
	const struct host_alloc *alloc = host_pointee(root->pass->ets, pointer, &offset);
	LLVMValueRef base = buffer_around(root, value);
	struct finding finding = { root, call, { pointer, alloc }, NULL };
	if (!alloc || alloc->memory == HOST_GLOBAL)
		return;
	filled_fill(&finding);
	if (base && !LLVMIsAAllocaInst(base))
		contents_fill(&finding, base);
	if (waits)
		presets_of_kernels(&finding);
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
	vec_each(name, &root->pass->variables) {
		struct finding finding = { root, call, variable_memory(root, *name), *name };
		if (!waits || !finding.memory.alloc)
			continue;
		filled_fill(&finding);
		presets_of_variable(&finding);
		presets_of_kernels(&finding);
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
