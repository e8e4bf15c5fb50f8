#include "hostanalysis/memory/doubled.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Pointers that the program puts into tables more than once: into elements of arrays and containers that are not followed, by
 * stores, by functions of the standard library's containers that are given a reference, or by what captures references. What is
 * read at two places of such tables may then be one pointer. Which table is not asked, only whether it holds pointers of the type.
 */

enum { MOST_BLOCKS = 400, MOST_EVENTS = 64 };

/* Where a pointer is put somewhere. */
struct event_list {
	LLVMValueRef at[MOST_EVENTS];
	LLVMValueRef captured[MOST_EVENTS]; /* the variable whose address is kept there, which may be copied; or NULL */
	unsigned n;
};

/* Pointers of some type that are put somewhere; whether one of them is twice. */
struct put_pointers {
	struct ptrmap *known;
	bool twice;
};

static bool is_named(LLVMValueRef call, const char *const *names)
{
	for (; *names; names++)
		if (!strcmp(call_name(call), *names))
			return true;
	return false;
}

bool may_be_of_device(LLVMValueRef pointer)
{
	static const char *const own[] = { "malloc", "calloc", "realloc", "aligned_alloc", "_Znwm", "_Znam", NULL };
	return !LLVMIsConstant(pointer) && !LLVMIsAAllocaInst(pointer) && !LLVMIsAGetElementPtrInst(pointer) &&
	       !(is_call(pointer) && is_named(pointer, own));
}

static bool is_library_call(LLVMValueRef call)
{
	return is_call(call) && (!strncmp(call_name(call), "_ZNSt", 5) || !strncmp(call_name(call), "_ZSt", 4));
}

static void event_add(struct event_list *events, LLVMValueRef at, LLVMValueRef captured)
{
	if (events->n == MOST_EVENTS)
		return;
	events->captured[events->n] = captured;
	events->at[events->n++] = at;
}

/* What is done by a reference to a variable that holds the pointer. */
static void references_add(struct event_list *events, LLVMValueRef slot)
{
	for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool kept = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == slot;
		if (kept || is_library_call(user))
			event_add(events, user, kept ? slot : NULL);
	}
}

static void stores_add(struct host_pass *pass, LLVMValueRef pointer, LLVMValueRef tag, struct event_list *events)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef store = LLVMGetUser(use);
		if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != pointer || member_tag(pass, store) != tag)
			continue;
		int64_t offset;
		LLVMValueRef base = pointer_base(pass, LLVMGetOperand(store, 1), &offset);
		if (base == LLVMGetOperand(store, 1) && LLVMIsAAllocaInst(base))
			references_add(events, base);
		else
			event_add(events, store, NULL);
	}
}

/* Is a pointer one of those that a condition chooses from, and not the one of an earlier round. */
static bool is_choice_of(struct host_pass *pass, LLVMValueRef value, LLVMValueRef pointer)
{
	if (LLVMIsASelectInst(value))
		return LLVMGetOperand(value, 1) == pointer || LLVMGetOperand(value, 2) == pointer;
	for (unsigned way = 0; LLVMIsAPHINode(value) && way < LLVMCountIncoming(value); way++)
		if (is_carried_way(pass, value, way))
			return false;
	return LLVMIsAPHINode(value);
}

static void events_fill(struct host_pass *pass, LLVMValueRef pointer, LLVMValueRef tag, struct event_list *events)
{
	events->n = 0;
	stores_add(pass, pointer, tag, events);
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
		if (is_choice_of(pass, LLVMGetUser(use), pointer))
			stores_add(pass, LLVMGetUser(use), tag, events);
}

static bool comes_later(LLVMValueRef first, LLVMValueRef second)
{
	for (LLVMValueRef i = LLVMGetNextInstruction(first); i; i = LLVMGetNextInstruction(i))
		if (i == second)
			return true;
	return false;
}

static LLVMBasicBlockRef block_of(LLVMValueRef value)
{
	return LLVMIsAInstruction(value) ? LLVMGetInstructionParent(value) : NULL;
}

bool follows(struct arena *arena, LLVMValueRef pointer, LLVMValueRef first, LLVMValueRef second)
{
	struct ptrmap *seen = ptrmap_new(arena);
	LLVMBasicBlockRef work[MOST_BLOCKS], made = block_of(pointer);
	unsigned n = 0, done = 0;
	if (block_of(first) == block_of(second) && comes_later(first, second))
		return true;
	for (work[n++] = block_of(first); done < n; done++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(work[done]);
		for (unsigned i = 0; i < LLVMGetNumSuccessors(end) && n < MOST_BLOCKS; i++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
			if (next == made || ptrmap_get(seen, next))
				continue;
			if (next == block_of(second))
				return true;
			ptrmap_set(seen, next, next);
			work[n++] = next;
		}
	}
	return false;
}

static bool is_put_twice(struct host_pass *pass, LLVMValueRef pointer, LLVMValueRef tag)
{
	struct event_list events;
	events_fill(pass, pointer, tag, &events);
	for (unsigned i = 0; i < events.n; i++)
		for (unsigned k = 0; k < events.n; k++)
			if (!(events.captured[i] && events.captured[i] == events.captured[k]) &&
				follows(pass->arena, pointer, events.at[i], events.at[k]))
				return true;
	return false;
}

bool put_once_more(struct host_pass *pass, LLVMValueRef store)
{
	LLVMValueRef pointer = LLVMGetOperand(store, 0);
	return may_be_of_device(pointer) && is_put_twice(pass, pointer, member_tag(pass, store));
}

bool of_one_table(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b)
{
	int64_t at[2];
	LLVMValueRef x = table_of(a), y = table_of(b);
	if (LLVMIsALoadInst(x) && LLVMIsALoadInst(y))
		return pointer_base(pass, LLVMGetOperand(x, 0), &at[0]) == pointer_base(pass, LLVMGetOperand(y, 0), &at[1]) &&
		       at[0] == at[1];
	if (is_call(x) && is_call(y) && call_target(x) && call_target(x) == call_target(y))
		return call_args(x) && call_arg(x, 0) == call_arg(y, 0);
	return x == y;
}

/* Is an entry read before `between`, in its block or another, and put into its table again behind it. */
static bool spans(struct host_pass *pass, LLVMValueRef store, LLVMValueRef between)
{
	LLVMValueRef from = LLVMGetOperand(store, 0);
	return LLVMIsALoadInst(from) && of_one_table(pass, LLVMGetOperand(from, 0), LLVMGetOperand(store, 1)) &&
	       (block_of(from) != block_of(between) || comes_later(from, between)) && comes_later(between, store);
}

/* What an index is counted from, and how far from it. */
static LLVMValueRef counted_from(LLVMValueRef index, int64_t *by)
{
	*by = 0;
	for (;;) {
		bool adds = LLVMIsAInstruction(index) && LLVMGetInstructionOpcode(index) == LLVMAdd;
		bool takes = LLVMIsAInstruction(index) && LLVMGetInstructionOpcode(index) == LLVMSub;
		if (LLVMIsAConstantInt(index)) {
			*by += LLVMConstIntGetSExtValue(index);
			return NULL;
		}
		if ((adds || takes) && LLVMIsAConstantInt(LLVMGetOperand(index, 1)))
			*by += LLVMConstIntGetSExtValue(LLVMGetOperand(index, 1)) * (adds ? 1 : -1);
		else if (!LLVMIsASExtInst(index))
			return index;
		index = LLVMGetOperand(index, 0);
	}
}

/* Are two places of one table so many entries apart; false: that cannot be told. */
static bool entries_apart(LLVMValueRef a, LLVMValueRef b, int64_t *apart)
{
	int n = LLVMIsAGetElementPtrInst(a) && LLVMIsAGetElementPtrInst(b) ? LLVMGetNumOperands(a) : 0;
	int64_t x, y;
	*apart = 0;
	if (a == b)
		return true;
	if (n < 2 || n != LLVMGetNumOperands(b) || LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b))
		return false;
	for (int i = 1; i < n - 1; i++)
		if (LLVMGetOperand(a, (unsigned)i) != LLVMGetOperand(b, (unsigned)i))
			return false;
	bool told = counted_from(LLVMGetOperand(a, (unsigned)n - 1), &x) == counted_from(LLVMGetOperand(b, (unsigned)n - 1), &y);
	*apart = y - x;
	return told;
}

static bool puts_back(LLVMValueRef store)
{
	LLVMValueRef from = LLVMGetOperand(store, 0);
	int64_t apart;
	return LLVMIsALoadInst(from) && entries_apart(LLVMGetOperand(from, 0), LLVMGetOperand(store, 1), &apart) && !apart;
}

/* Do they lie a constant number of bytes apart, and not at one place. */
static bool bytes_apart(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b)
{
	int64_t x, y;
	return pointer_base(pass, a, &x) == pointer_base(pass, b, &y) && x != y;
}

/* May another pointer be put, in the block, where the stored one was read. */
static bool is_refilled(struct host_pass *pass, LLVMValueRef store)
{
	LLVMValueRef from = LLVMGetOperand(LLVMGetOperand(store, 0), 0);
	for (LLVMValueRef i = LLVMGetFirstInstruction(block_of(store)); i; i = LLVMGetNextInstruction(i)) {
		int64_t apart;
		if (i != store && LLVMIsAStoreInst(i) && of_one_table(pass, LLVMGetOperand(i, 1), from) && !puts_back(i) &&
			!(entries_apart(LLVMGetOperand(i, 1), from, &apart) && apart) && !bytes_apart(pass, LLVMGetOperand(i, 1), from))
			return true;
	}
	return false;
}

/* Do entries change places: another one is put there in the block, and one of both was read before the other store. */
static bool is_exchange(struct host_pass *pass, LLVMValueRef store)
{
	LLVMValueRef address = LLVMGetOperand(store, 1);
	for (LLVMValueRef i = LLVMGetFirstInstruction(block_of(store)); i; i = LLVMGetNextInstruction(i))
		if (i != store && LLVMIsAStoreInst(i) && of_one_table(pass, LLVMGetOperand(i, 1), address) &&
			(spans(pass, i, store) || spans(pass, store, i)))
			return is_refilled(pass, store);
	return false;
}

bool is_of_library(struct host_pass *pass, LLVMValueRef instruction)
{
	ir_stack stack = { 0 };
	instruction_stack(pass->arena, instruction, &stack);
	return stack.n && stack.at[0].system;
}

bool copies_within_table(struct host_pass *pass, LLVMValueRef store)
{
	LLVMValueRef from = LLVMGetOperand(store, 0);
	return LLVMIsALoadInst(from) && !puts_back(store) &&
	       of_one_table(pass, LLVMGetOperand(from, 0), LLVMGetOperand(store, 1)) &&
	       !is_exchange(pass, store) && !is_of_library(pass, store);
}

bool leaves_copy(struct host_pass *pass, LLVMValueRef store)
{
	return LLVMIsALoadInst(LLVMGetOperand(store, 0)) && !puts_back(store) && !is_refilled(pass, store);
}

/* Is an entry of a table that is no local array put into the same one once more. */
static bool copies_entry(struct host_pass *pass, LLVMValueRef store, LLVMValueRef tag)
{
	LLVMValueRef from = LLVMGetOperand(store, 0);
	return LLVMIsALoadInst(from) && member_tag(pass, from) == tag && member_tag(pass, store) == tag &&
	       !LLVMIsAAllocaInst(table_of(LLVMGetOperand(store, 1))) && copies_within_table(pass, store);
}

/* The pointers with this tag that are put anywhere. */
static const struct put_pointers *put_pointers(struct host_pass *pass, LLVMValueRef tag)
{
	if (!pass->put_pointers)
		pass->put_pointers = ptrmap_new(pass->arena);
	struct put_pointers *put = ptrmap_get(pass->put_pointers, tag);
	if (put)
		return put;
	put = arena_alloc(pass->arena, sizeof(*put));
	put->known = ptrmap_new(pass->arena);
	ptrmap_set(pass->put_pointers, tag, put);
	vec_each(store, &pointer_stores(pass)->list) {
		LLVMValueRef pointer = LLVMGetOperand(*store, 0);
		if (member_tag(pass, *store) != tag || !may_be_of_device(pointer) || ptrmap_get(put->known, pointer))
			continue;
		ptrmap_set(put->known, pointer, pointer);
		put->twice = put->twice || is_put_twice(pass, pointer, tag) || copies_entry(pass, *store, tag);
	}
	return put;
}

/* What type of pointers lies where it is read, if that is an element; NULL: it is another value, or a member. */
static LLVMValueRef element_tag(struct host_pass *pass, LLVMValueRef value)
{
	LLVMValueRef tag = LLVMIsALoadInst(value) ? member_tag(pass, value) : NULL;
	return tag && !names_member(tag) ? tag : NULL;
}

/* Is new memory of the device put into the table that an entry is read from. */
static bool is_put_there(struct host_pass *pass, LLVMValueRef pointer, LLVMValueRef load)
{
	if (!is_call(pointer) || strcmp(call_name(pointer), "hgrd.alloc"))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef store = LLVMGetUser(use);
		if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 0) == pointer &&
			of_one_table(pass, LLVMGetOperand(store, 1), LLVMGetOperand(load, 0)))
			return true;
	}
	return false;
}

/* Is the one read from a table, and the other one, too, or put there. */
static bool meet(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef tag = element_tag(pass, a);
	if (!tag || a == b)
		return false;
	const struct put_pointers *put = put_pointers(pass, tag);
	if (element_tag(pass, b) == tag || is_put_there(pass, b, a))
		return put->twice;
	return ptrmap_get(put->known, b) != NULL;
}

bool are_put_twice(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b)
{
	struct leaves x = { .n = 0 }, y = { .n = 0 };
	leaves_add(&x, a);
	leaves_add(&y, b);
	for (unsigned i = 0; i < x.n; i++)
		for (unsigned k = 0; k < y.n; k++)
			if (meet(pass, x.at[i], y.at[k]) || meet(pass, y.at[k], x.at[i]))
				return true;
	return false;
}
