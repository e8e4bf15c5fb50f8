#include "kernelanalysis/signals/wait_memo.h"

struct wait_memo *wait_memo_of(struct kernel *kernel, const struct acquire *acquire)
{
	if (!kernel->waits)
		kernel->waits = ptrmap_new(kernel->arena);
	struct wait_memo *memo = ptrmap_get(kernel->waits, acquire);
	if (memo)
		return memo;
	memo = arena_alloc(kernel->arena, sizeof(*memo));
	memo->visits = ptrmap_new(kernel->arena);
	ptrmap_set(kernel->waits, acquire, memo);
	return memo;
}
