#include "hostanalysis/streams.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Streams and events that are kept in arrays of any size: what is loaded from memory into which
 * only the function that creates them has stored. Two of them are surely different when they lie at
 * different places of one array.
 */

struct uses {
	struct ptrmap *seen;
	const char *creator; /* of all that is stored; NULL: nothing yet */
	unsigned flags;	     /* they were created with */
};

static bool store_fits(struct uses *uses, LLVMValueRef stored)
{
	if (!is_call(stored) || strcmp(call_name(stored), "hgrd.out.ptr"))
		return false;
	const char *name = api_row((int)LLVMConstIntGetZExtValue(call_arg(stored, 0)))->name;
	unsigned flags = (unsigned)LLVMConstIntGetZExtValue(call_arg(stored, 2));
	bool first = !uses->creator;
	uses->flags = first || uses->flags == flags ? flags : 0;
	uses->creator = name;
	return is_creator(name);
}

static bool uses_fit(struct uses *uses, LLVMValueRef pointer);

static bool use_fits(struct uses *uses, LLVMValueRef user, LLVMValueRef pointer)
{
	if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user))
		return uses_fit(uses, user);
	if (LLVMIsAStoreInst(user))
		return LLVMGetOperand(user, 0) != pointer &&
		       store_fits(uses, LLVMGetOperand(user, 0));
	if (!is_call(user))
		return LLVMIsALoadInst(user) || LLVMIsAICmpInst(user);
	const char *name = call_name(user);
	return !strcmp(name, "free") || !strcmp(name, "_ZdaPv") || !strcmp(name, "_ZdlPv") ||
	       !strcmp(name, "_ZdlPvm") || !strncmp(name, "llvm.lifetime.", 14);
}

static bool uses_fit(struct uses *uses, LLVMValueRef pointer)
{
	if (ptrmap_get(uses->seen, pointer))
		return true;
	ptrmap_set(uses->seen, pointer, pointer);
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
		if (!use_fits(uses, LLVMGetUser(use), pointer))
			return false;
	return true;
}

static LLVMValueRef array_of(LLVMValueRef pointer)
{
	int size, count;
	while (LLVMIsAGetElementPtrInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	bool own = LLVMIsAAllocaInst(pointer) ||
		   (is_call(pointer) && host_allocator(call_name(pointer), &size, &count));
	return own ? pointer : NULL;
}

void handle_loaded(struct root *root, const struct et *handle, LLVMValueRef load,
	struct host_alloc *origin)
{
	struct host_pass *pass = root->pass;
	LLVMValueRef array = array_of(LLVMGetOperand(load, 0));
	struct uses uses = { .seen = ptrmap_new(pass->arena) };
	if (!array || !uses_fit(&uses, array) || !uses.creator)
		return;
	struct handle_slot *slot = arena_alloc(pass->arena, sizeof(*slot));
	*slot = (struct handle_slot){ handle, value_et(root->env, LLVMGetOperand(load, 0)) };
	origin->function = uses.creator;
	origin->flags = uses.flags;
	ptrmap_set(pass->slots, handle->sym, slot);
}

struct counters {
	const struct et *from, *to;
};

static const struct et *counter_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct counters *counters = data;
	(void)ets;
	for (unsigned i = 0; i < counters->from->nargs && i < counters->to->nargs; i++)
		if (counters->from->arg[i] == leaf)
			return counters->to->arg[i];
	return NULL;
}

const struct et *handle_place(const struct host_pass *pass, const struct et *leaf)
{
	const struct handle_slot *slot = ptrmap_get(pass->slots, leaf->sym);
	if (!slot)
		return NULL;
	struct counters counters = { slot->handle, leaf };
	return et_map_apply(et_map_new(pass->ets, counter_leaf, &counters), slot->at);
}
