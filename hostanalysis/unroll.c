#include "hostanalysis/pass.h"

#include <string.h>

#include "ir/unroll.h"

/*
 * Loops of a few rounds that allocate (one buffer per stream or device, two
 * for ping-pong), create streams or fill arrays of pointers are unrolled, so that each has a call of its own.
 */

/* Eight rounds, and the comparison that ends them. */
enum { MOST_ENTRIES = 9 };

static bool wanted(const struct loop *loop)
{
	bool allocates = false;
	vec_each(block, &loop->blocks) {
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i)) {
			if (!is_call(i))
				continue;
			if (!strcmp(call_name(i), "hgrd.launch"))
				return false;
			allocates |= !strcmp(call_name(i), "hgrd.alloc") ||
				!strcmp(call_name(i), "hgrd.out.ptr");
		}
	}
	return allocates || loop_computes_arrays(loop) || loop_keeps_pointers(loop);
}

bool host_unroll(struct host_pass *pass, const char **error)
{
	return loops_unroll(pass->arena, pass->module, wanted, MOST_ENTRIES, "function(sroa)", error);
}
