#include "hostanalysis/canonical/vtables.h"

#include <string.h>

#include "base/ptrmap.h"
#include "hostanalysis/canonical/rewrite.h"

/*
 * Virtual calls on objects that the function has made itself, such as a context in main that is given on by reference: the
 * constructor, inlined by now, has stored the address of the class's table, and nobody may change it as long as the object
 * lives (clang's -fstrict-vtable-pointers takes that for granted as well). So what is called is known in a program of
 * which other files may have further classes, too.
 */

enum { MOST_BLOCKS = 400 };

/* Where the address of an object's table lies. */
struct table_slot {
	struct host_pass *pass;
	LLVMValueRef object;
	int64_t at;
	LLVMValueRef table; /* the one address found so far */
};

/* Is an object a variable of the function, or memory of its own from new. */
static bool is_made_here(LLVMValueRef object)
{
	return LLVMIsAAllocaInst(object) || (is_call(object) && !strcmp(call_name(object), "_Znwm"));
}

/* Fills bytes of the object, or constructs it out of sight; destructors end it. */
static bool is_written_otherwise(const struct table_slot *slot, LLVMValueRef call)
{
	int64_t at;
	const char *name = is_call(call) && call_args(call) ? call_name(call) : "";
	return (!strncmp(name, "llvm.mem", 8) || strstr(name, "C1E") || strstr(name, "C2E")) &&
	       pointer_base(slot->pass, call_arg(call, 0), &at) == slot->object;
}

static bool sets_slot(const struct table_slot *slot, LLVMValueRef i)
{
	int64_t at;
	if (!LLVMIsAStoreInst(i))
		return is_written_otherwise(slot, i);
	return pointer_base(slot->pass, LLVMGetOperand(i, 1), &at) == slot->object && at == slot->at;
}

/* What sets it last before an instruction of its block, or at the block's end (NULL). */
static LLVMValueRef last_set(const struct table_slot *slot, LLVMBasicBlockRef block, LLVMValueRef before)
{
	LLVMValueRef i = before ? LLVMGetPreviousInstruction(before) : LLVMGetLastInstruction(block);
	for (; i; i = LLVMGetPreviousInstruction(i))
		if (sets_slot(slot, i) || i == slot->object)
			return i;
	return NULL;
}

static bool takes(struct table_slot *slot, LLVMValueRef store)
{
	int64_t offset;
	LLVMValueRef value = LLVMIsAStoreInst(store) ? LLVMGetOperand(store, 0) : NULL;
	LLVMValueRef table = value ? pointer_base(slot->pass, value, &offset) : NULL;
	if (!table || !LLVMIsAGlobalVariable(table) || !LLVMIsGlobalConstant(table) || strncmp(value_name(table), "_ZTV", 4) ||
		(slot->table && slot->table != value))
		return false;
	slot->table = value;
	return true;
}

/* Has the object one table, whichever way leads to the load. */
static bool has_one_table(struct table_slot *slot, LLVMValueRef load)
{
	struct ptrmap *seen = ptrmap_new(slot->pass->arena);
	LLVMBasicBlockRef work[MOST_BLOCKS];
	unsigned n = 0, done = 0;
	LLVMValueRef store = last_set(slot, LLVMGetInstructionParent(load), load);
	if (store)
		return takes(slot, store);
	for (work[n++] = LLVMGetInstructionParent(load); done < n; done++) {
		LLVMValueRef block = LLVMBasicBlockAsValue(work[done]);
		if (!LLVMGetFirstUse(block))
			return false;
		for (LLVMUseRef use = LLVMGetFirstUse(block); use; use = LLVMGetNextUse(use)) {
			LLVMBasicBlockRef before = LLVMIsATerminatorInst(LLVMGetUser(use)) ?
				LLVMGetInstructionParent(LLVMGetUser(use)) : NULL;
			if (!before || ptrmap_get(seen, before))
				continue;
			ptrmap_set(seen, before, before);
			store = last_set(slot, before, NULL);
			if (store ? !takes(slot, store) : n == MOST_BLOCKS)
				return false;
			if (!store)
				work[n++] = before;
		}
	}
	return slot->table;
}

static bool call_name_target(struct vtables *tables, LLVMValueRef call, LLVMValueRef load, LLVMValueRef table)
{
	int64_t inside, offset;
	if (!is_call(call) || LLVMGetCalledValue(call) != load)
		return false;
	LLVMValueRef from = pointer_base(tables->pass, table, &offset);
	pointer_base(tables->pass, LLVMGetOperand(load, 0), &inside);
	LLVMValueRef target = offset + inside < 0 ? NULL : table_function(tables, from, (uint64_t)(offset + inside));
	if (!target || LLVMGlobalGetValueType(target) != LLVMGetCalledFunctionType(call))
		return false;
	LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, target);
	return true;
}

/* Names what is called behind the address of a table. */
static bool calls_name(struct vtables *tables, LLVMValueRef place, LLVMValueRef table)
{
	bool any = false;
	for (LLVMUseRef use = LLVMGetFirstUse(place); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAGetElementPtrInst(user))
			any |= calls_name(tables, user, table);
		for (LLVMUseRef of = LLVMIsALoadInst(user) ? LLVMGetFirstUse(user) : NULL, next; of; of = next) {
			next = LLVMGetNextUse(of);
			any |= call_name_target(tables, LLVMGetUser(of), user, table);
		}
	}
	return any;
}

static bool load_settle(struct vtables *tables, LLVMValueRef load)
{
	struct table_slot slot = { .pass = tables->pass };
	slot.object = pointer_base(tables->pass, LLVMGetOperand(load, 0), &slot.at);
	return is_made_here(slot.object) && has_one_table(&slot, load) &&
	       calls_name(tables, load, slot.table);
}

bool own_tables_settle(struct host_pass *pass)
{
	bool any = false;
	struct vtables tables = { .pass = pass };
	vec_each(root, &pass->roots)
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(*root); block; block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
				if (LLVMIsALoadInst(i) && is_table_load(pass, i))
					any |= load_settle(&tables, i);
	return any;
}
