#include "hostanalysis/flags/left_walk.h"

#include <string.h>

/* What is done between two launches of a kernel to memory that the first one may have left. */

bool same_kernel(const struct walk *walk, const struct launch_call *launch)
{
	const char *first = walk->first->launch.kernel, *kernel = launch ? launch->launch.kernel : NULL;
	return first && kernel && !strcmp(kernel, first);
}

/* May it be done before the first launch ends, or only after one of the kernel's launches has begun, as it is in another stream. */
static bool may_run_beside(const struct walk *walk, LLVMValueRef i)
{
	if (runs_early(walk->root, walk->first, i))
		return true;
	vec_each(launch, walk->calls) {
		struct finding finding = { .root = walk->root, .at = launch->call, .call = launch };
		if ((!launch->launch.kernel || same_kernel(walk, launch)) && runs_late(&finding, i))
			return true;
	}
	return false;
}

/* Is a call captured, where the first launch is not: it is made when the graph is launched. */
static bool is_captured_alone(const struct walk *walk, LLVMValueRef i)
{
	return !walk->captured && is_call(i) && is_captured(walk->root, i);
}

/* Does a call, store or atomic change the memory for sure, where it may: not if it is done elsewhere, to other bytes, or is not followed. */
static bool touches_surely(struct walk *walk, LLVMValueRef i)
{
	struct root *root = walk->root;
	bool call = is_call(i);
	if (call && call_is_foreign(i)) {
		walk->foreign = i;
		return false;
	}
	return !is_captured_alone(walk, i) && !may_write_beside(root, i, &walk->memory) && !(call && may_run_beside(walk, i));
}

static bool launch_is_touch(struct walk *walk, LLVMValueRef i)
{
	struct root *root = walk->root;
	if (!launch_touches(root, &walk->memory, i))
		return false;
	return !walk->perhaps || (launch_covers(root, &walk->memory, walk->left->variable, i) && !may_run_beside(walk, i));
}

bool left_is_touched(struct walk *walk, LLVMValueRef i)
{
	struct root *root = walk->root;
	const char *name = is_call(i) ? call_name(i) : "";
	if (!strcmp(name, "hgrd.again_somehow"))
		return !walk->perhaps;
	if (!strcmp(name, "hgrd.again"))
		return !walk->perhaps && changes_between_graphs(root, &walk->memory, i);
	if (!strcmp(name, "hgrd.launch"))
		return launch_is_touch(walk, i);
	bool per_device = walk->left->variable || !is_steady(root, walk->memory.pointer);
	if (walk->perhaps && is_call(i) && call_need_not_touch(i, per_device))
		return false;
	return instruction_touches(root, &walk->memory, i) && (!walk->perhaps || touches_surely(walk, i));
}
