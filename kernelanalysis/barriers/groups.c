#include "kernelanalysis/intervals/runs.h"

#include <string.h>

/*
 * Groups of a warp's lanes. A mask that every thread computes as the aligned
 * tile it lies in gives the barrier that extent; any other mask that is the
 * same in all rounds makes a lane group, of which two threads share what both
 * their masks name. Barriers with other masks are partial: they may order.
 */

struct sample {
	uint64_t tid[3], ntid[3];
};

static bool sample_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct sample *sample = data;
	(void)args;
	if (leaf->op != ET_SYM)
		return false;
	if (leaf->sym->builtin == BUILTIN_TID)
		*value = sample->tid[leaf->sym->axis];
	else if (leaf->sym->builtin == BUILTIN_NTID)
		*value = sample->ntid[leaf->sym->axis];
	else
		return false;
	return true;
}

/* The mask of one thread of a block of 64 threads of the given shape. */
static bool mask_of(struct kernel *kernel, const struct et *mask, const unsigned *shape,
	unsigned thread, uint64_t *value)
{
	struct sample sample;
	for (unsigned i = 0; i < 3; i++) {
		sample.ntid[i] = shape[i];
		sample.tid[i] = thread % shape[i];
		thread /= shape[i];
	}
	return et_eval(kernel->arena, mask, sample_value, &sample, value);
}

static bool is_tile_mask(struct kernel *kernel, const struct et *mask, unsigned size)
{
	static const unsigned shapes[][3] = { { 64, 1, 1 }, { 8, 8, 1 }, { 4, 4, 4 }, { 2, 32, 1 } };
	uint64_t all = mask_bits(size);
	for (size_t s = 0; s < sizeof(shapes) / sizeof(*shapes); s++) {
		for (unsigned t = 0; t < 64; t++) {
			uint64_t value;
			if (!mask_of(kernel, mask, shapes[s], t, &value) ||
				value != all << (t % 32 / size * size))
				return false;
		}
	}
	return true;
}

/* The size of the aligned tile that the mask names in every thread; 0: none. */
static unsigned tile_of_mask(struct kernel *kernel, const struct et *mask)
{
	for (unsigned size = 32; size; size /= 2)
		if (is_tile_mask(kernel, mask, size))
			return size;
	return 0;
}

static void counter_visit(void *data, const struct et *et)
{
	bool *found = data;
	*found |= et->op == ET_SYM && et->sym->kind == SYM_LOOP;
}

static bool varies_by_round(struct kernel *kernel, const struct et *mask)
{
	bool found = false;
	et_once(kernel->arena, mask, counter_visit, &found);
	return found;
}

static void join_group(struct kernel *kernel, struct sync *sync)
{
	size_t i = 0;
	sync->extent = 0;
	while (i < kernel->lane_groups.n && kernel->lane_groups.at[i].mask != sync->mask)
		i++;
	if (i == MOST_LANE_GROUPS) {
		sync->partial = true;
		sync->extent = EXTENT_WARP;
		return;
	}
	if (i == kernel->lane_groups.n) {
		struct lane_group group = { sync->mask_value, sync->mask };
		vec_push(kernel->arena, &kernel->lane_groups, group);
	}
	sync->lanes = 1U << i;
}

void groups_fill(struct kernel *kernel)
{
	vec_each(each, &kernel->syncs) {
		struct sync *sync = *each;
		if (sync->kind != SYNC_WARP_BARRIER || !sync->mask_value)
			continue;
		sync->mask = value_et(kernel->env, sync->mask_value);
		unsigned size = tile_of_mask(kernel, sync->mask);
		if (size)
			sync->extent = size > 1 ? size : 0;
		else if (varies_by_round(kernel, sync->mask))
			sync->partial = true;
		else
			join_group(kernel, sync);
	}
}

/* Membership: the lane of thread `owner` in a mask as thread `viewer` has it. */
struct member {
	const struct thread_pair *threads;
	unsigned viewer, owner;
};

static const struct et *term_of(const struct member *m, LLVMValueRef value, unsigned thread)
{
	const struct et *term = value_et(m->threads->kernel->env, value);
	if (m->threads->launch)
		term = et_map_apply(m->threads->launch, term);
	return et_map_apply(m->threads->maps[thread], term);
}

/* The lane lies in one of the constant's runs of ones. */
static const struct et *in_constant(const struct member *m, uint32_t mask)
{
	struct ets *ets = m->threads->kernel->ets;
	const struct et *lane = m->threads->lane[m->owner], *in = et_bool(ets, mask == UINT32_MAX);
	for (unsigned from = 0, to; mask != UINT32_MAX && from < 32; from = to) {
		to = from + 1;
		if (!(mask >> from & 1))
			continue;
		while (to < 32 && mask >> to & 1)
			to++;
		const struct et *run = et_binary(ets, ET_ULE, 0, et_const(ets, 32, from), lane);
		run = et_and(ets, run, et_binary(ets, ET_ULT, 0, lane, et_const(ets, 32, to)));
		in = et_or(ets, in, run);
	}
	return in;
}

static const struct et *in_mask(const struct member *m, LLVMValueRef mask);

/* Which lanes that run it __activemask() finds together is up to the hardware. */
static const struct et *in_active(const struct member *m, LLVMValueRef call)
{
	struct kernel *kernel = m->threads->kernel;
	const struct et *runs =
		lasting_guard(kernel, instruction_block(kernel->func, call));
	if (m->threads->launch)
		runs = et_map_apply(m->threads->launch, runs);
	runs = et_map_apply(m->threads->maps[m->owner], runs);
	const struct et *bits = et_binary(kernel->ets, ET_LSHR, 0, term_of(m, call, m->viewer),
		m->threads->lane[m->owner]);
	return et_and(kernel->ets, runs, et_cast(kernel->ets, ET_TRUNC, 1, bits));
}

static const struct et *in_call(const struct member *m, LLVMValueRef call)
{
	struct ets *ets = m->threads->kernel->ets;
	const char *name = call_name(call);
	if (!strncmp(name, "llvm.nvvm.vote.ballot.sync", 26))
		return et_and(ets, in_mask(m, call_arg(call, 0)),
			term_of(m, call_arg(call, 1), m->owner));
	if (!strncmp(name, "llvm.nvvm.activemask", 20))
		return in_active(m, call);
	if (!strncmp(name, "llvm.nvvm.match.any.sync", 24)) {
		const struct et *same = et_binary(ets, ET_EQ, 0,
			term_of(m, call_arg(call, 1), m->owner),
			term_of(m, call_arg(call, 1), m->viewer));
		return et_and(ets, in_mask(m, call_arg(call, 0)), same);
	}
	return NULL;
}

static bool is_constant(LLVMValueRef value, uint64_t number)
{
	return LLVMIsAConstantInt(value) &&
	       (LLVMConstIntGetZExtValue(value) & UINT32_MAX) == number;
}

/* (1 << n) - 1 and -1 << n: lanes below n, lanes from n on. */
static const struct et *in_range(const struct member *m, LLVMValueRef shift, bool below)
{
	struct ets *ets = m->threads->kernel->ets;
	const struct et *n = term_of(m, LLVMGetOperand(shift, 1), m->viewer);
	if (n->width != 32)
		return NULL;
	const struct et *less = et_binary(ets, ET_ULT, 0, m->threads->lane[m->owner], n);
	return below ? less : et_not(ets, less);
}

static bool shifts(LLVMValueRef value, uint64_t number)
{
	return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMShl &&
	       is_constant(LLVMGetOperand(value, 0), number);
}

static const struct et *in_operator(const struct member *m, LLVMValueRef value)
{
	struct ets *ets = m->threads->kernel->ets;
	LLVMValueRef a = LLVMGetOperand(value, 0);
	LLVMValueRef b = LLVMGetNumOperands(value) > 1 ? LLVMGetOperand(value, 1) : NULL;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAnd:
		return et_and(ets, in_mask(m, a), in_mask(m, b));
	case LLVMOr:
		return et_or(ets, in_mask(m, a), in_mask(m, b));
	case LLVMXor:
		return is_constant(b, UINT32_MAX) ? et_not(ets, in_mask(m, a)) : NULL;
	case LLVMSelect:
		return et_ite(ets, term_of(m, a, m->viewer), in_mask(m, b),
			in_mask(m, LLVMGetOperand(value, 2)));
	case LLVMShl:
		return shifts(value, UINT32_MAX) ? in_range(m, value, false) : NULL;
	case LLVMAdd:
		return shifts(a, 1) && is_constant(b, UINT32_MAX) ? in_range(m, a, true) : NULL;
	case LLVMSub:
		return shifts(a, 1) && is_constant(b, 1) ? in_range(m, a, true) : NULL;
	case LLVMCall:
		return in_call(m, value);
	default:
		return NULL;
	}
}

static void exchanged_visit(void *data, const struct et *et)
{
	bool *found = data;
	bool leaf = et->op == ET_SYM || et->op == ET_APP;
	const void *origin = leaf && et->sym->kind == SYM_DATA ? et->sym->origin : NULL;
	*found |= origin && LLVMIsACallInst((LLVMValueRef)(uintptr_t)origin);
}

/* A mask made of what lanes exchanged, in a way that is not followed, can be no arbitrary one. */
static const struct et *puzzle(const struct member *m, LLVMValueRef mask)
{
	struct kernel *kernel = m->threads->kernel;
	bool found = false;
	et_once(kernel->arena, value_et(kernel->env, mask), exchanged_visit, &found);
	if (!found)
		return NULL;
	if (!kernel->mask_puzzle)
		kernel->mask_puzzle = symbol_new(kernel->ets, SYM_UNKNOWN, LEVEL_THREAD, 1,
			"a mask that the lanes exchange");
	return et_map_apply(
		m->threads->maps[m->viewer], et_sym(kernel->ets, kernel->mask_puzzle));
}

static const struct et *in_mask(const struct member *m, LLVMValueRef mask)
{
	struct ets *ets = m->threads->kernel->ets;
	if (LLVMIsAConstantInt(mask))
		return in_constant(m, (uint32_t)LLVMConstIntGetZExtValue(mask));
	const struct et *in = LLVMIsAInstruction(mask) ? in_operator(m, mask) : NULL;
	if (!in)
		in = puzzle(m, mask);
	if (in)
		return in;
	const struct et *bits = term_of(m, mask, m->viewer);
	bits = et_binary(ets, ET_LSHR, 0, bits, m->threads->lane[m->owner]);
	return et_cast(ets, ET_TRUNC, 1, bits);
}

const struct et *lane_in_mask(
	const struct thread_pair *threads, LLVMValueRef mask, unsigned viewer, unsigned owner)
{
	struct member m = { threads, viewer, owner };
	return in_mask(&m, mask);
}

const struct et *lanes_shared(const struct thread_pair *threads, const struct lane_group *group)
{
	return et_and(threads->kernel->ets, lane_in_mask(threads, group->value, 0, 1),
		lane_in_mask(threads, group->value, 1, 0));
}
