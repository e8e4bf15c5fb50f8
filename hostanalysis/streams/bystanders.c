#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/streams/streams.h"

#include <string.h>

/*
 * Calls that neither give work to a device nor wait for it: functions of the C and C++ libraries, but for those
 * that wait for other threads of the host, which may have waited for the device, and functions of the program that call nothing else.
 */

#define MOST_DEPTH 6
#define MOST_CALLS 4000 /* that are looked at, in all, for one call */

/* What the names of functions have that wait for, or are run by, other threads. */
static bool is_for_threads(const char *name)
{
	static const char *const parts[] = { "thread", "mutex", "future", "promise", "condition_variable",
		"barrier", "latch", "semaphore", "async", "call_once", "atomic_wait" };
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (strstr(name, parts[i]))
			return true;
	return false;
}

static bool body_stands_by(LLVMValueRef function, unsigned depth, unsigned *left);

static bool stands_by(LLVMValueRef call, unsigned depth, unsigned *left)
{
	const char *name = call_name(call);
	LLVMValueRef target = call_target(call);
	if (!strncmp(name, "llvm.", 5) || call_has_no_effect(call))
		return true;
	if (!target || !*left || is_for_threads(name) || !strncmp(name, "hgrd.", 5) || api_find(name) >= 0)
		return false;
	--*left;
	return LLVMIsDeclaration(target) ? !call_is_foreign(call) : body_stands_by(target, depth, left);
}

static bool body_stands_by(LLVMValueRef function, unsigned depth, unsigned *left)
{
	if (depth > MOST_DEPTH)
		return false;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (is_call(i) && !stands_by(i, depth + 1, left))
				return false;
	return true;
}

bool call_stands_by(LLVMValueRef call)
{
	unsigned left = MOST_CALLS;
	return stands_by(call, 0, &left);
}
