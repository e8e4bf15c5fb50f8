#include "hostanalysis/streams/streams.h"

#include <string.h>

#include "base/mangled.h"
#include "base/ptrmap.h"

/*
 * Streams and events that are kept in arrays of any size, a std::vector's among them: what is loaded from memory into
 * which only the function that creates them has stored, each once. Two of them are surely different when they lie at
 * different places of one array. Places in a vector are counted from its start, wherever that is. Of arrays of structures one
 * member is looked at (handle_members.c).
 */

static const struct loop *loop_of(const struct handle_uses *uses, LLVMValueRef i)
{
	const struct block *block = instruction_block(uses->func, i);
	return block ? block->loop : NULL;
}

/* Is what was created stored in one place alone, in the same round of all loops; in variables it may be besides. */
static bool is_stored_once(const struct handle_uses *uses, LLVMValueRef created)
{
	unsigned stores = 0;
	for (LLVMUseRef u = LLVMGetFirstUse(created); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsAStoreInst(user) || LLVMIsAAllocaInst(LLVMGetOperand(user, 1)))
			continue;
		stores++;
		if (loop_of(uses, user) != loop_of(uses, created))
			return false;
	}
	return stores <= 1;
}

bool handle_store_fits(struct handle_uses *uses, LLVMValueRef stored)
{
	if (uses->buffers)
		return kept_store_fits(uses, stored);
	if (!is_call(stored) || strcmp(call_name(stored), "hgrd.out.ptr"))
		return false;
	const char *name = api_row((int)LLVMConstIntGetZExtValue(call_arg(stored, 0)))->name;
	unsigned flags = (unsigned)LLVMConstIntGetZExtValue(call_arg(stored, 2));
	bool first = !uses->creator;
	uses->flags = first || uses->flags == flags ? flags : 0;
	uses->creator = name;
	return is_creator(name) && is_stored_once(uses, stored);
}

static bool uses_fit(struct handle_uses *uses, LLVMValueRef pointer);

static bool is_vector_member(const struct mangled *read)
{
	return mangled_in(read, "St6vector") || mangled_in(read, "St12_Vector_base");
}

static bool is_push(const char *name)
{
	static const char *const members[] = { "_M_realloc_insert", "_M_realloc_append",
		"push_back", "emplace_back" };
	struct mangled read;
	if (!mangled_read(name, &read) || !mangled_in(&read, "St6vector"))
		return false;
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		if (mangled_member(&read, members[i]))
			return true;
	return false;
}

enum { VECTOR_SIZE = 24 };

/* Is an address that of the vector or of one of its members; sets how far behind its start. */
static bool is_part(const struct handle_uses *uses, LLVMValueRef address, int64_t *behind)
{
	if (!uses->vector || pointer_base(uses->pass, address, behind) != uses->object)
		return false;
	*behind -= uses->offset;
	return *behind >= 0 && *behind < VECTOR_SIZE;
}

static bool is_start(const struct handle_uses *uses, LLVMValueRef address)
{
	int64_t behind;
	return is_part(uses, address, &behind) && !behind;
}

static bool use_fits(struct handle_uses *uses, LLVMValueRef user, LLVMValueRef pointer)
{
	int64_t behind;
	if (LLVMIsAStoreInst(user) || (is_call(user) && is_push(call_name(user))))
		vec_push(uses->pass->arena, &uses->puts, user);
	if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user))
		return uses_fit(uses, user);
	if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer)
		return is_part(uses, LLVMGetOperand(user, 1), &behind);
	if (LLVMIsAStoreInst(user))
		return handle_store_fits(uses, LLVMGetOperand(user, 0));
	if (!is_call(user))
		return LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
		       (uses->vector && LLVMIsAPtrToIntInst(user));
	const char *name = call_name(user);
	if (uses->vector && is_push(name) && is_start(uses, call_arg(user, 0)))
		return true;
	return !strcmp(name, "free") || !strcmp(name, "_ZdaPv") || !strcmp(name, "_ZdlPv") ||
	       !strcmp(name, "_ZdlPvm") || !strncmp(name, "llvm.lifetime.", 14);
}

static bool uses_fit(struct handle_uses *uses, LLVMValueRef pointer)
{
	if (ptrmap_get(uses->seen, pointer))
		return true;
	ptrmap_set(uses->seen, pointer, pointer);
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
		if (!use_fits(uses, LLVMGetUser(use), pointer))
			return false;
	return true;
}

/* Vectors. */

/* Is the variable set anew on every way to some push of it. */
static bool is_set_for_push(const struct handle_uses *uses, LLVMValueRef slot, LLVMValueRef store)
{
	for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (is_call(user) && is_push(call_name(user)) &&
			instruction_dominates(uses->func, store, user))
			return true;
	}
	return false;
}

/* A variable whose value goes into the vector: created anew for each time. */
static bool pushed_fits(struct handle_uses *uses, LLVMValueRef slot, LLVMValueRef push)
{
	unsigned stores = 0, pushes = 0;
	if (!LLVMIsAAllocaInst(slot))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == slot;
		bool pushed = is_call(user) && is_push(call_name(user));
		stores += store;
		pushes += pushed;
		if (store ? !handle_store_fits(uses, LLVMGetOperand(user, 0)) ||
				    !is_set_for_push(uses, slot, user)
			  : !pushed && !LLVMIsALoadInst(user) &&
				    strncmp(call_name(user), "llvm.lifetime.", 14))
			return false;
		if ((store || pushed) && loop_of(uses, user) != loop_of(uses, push))
			return false;
	}
	return stores == pushes;
}

/* Is a call a constructor that sets `n` null handles, with an allocator. */
static bool is_sized(const struct mangled *read)
{
	return !strncmp(read->parameters, "mRK", 3);
}

/* Members of a vector that leave its elements alone, or add null handles. */
static bool is_harmless_member(LLVMValueRef call)
{
	struct mangled read;
	if (!mangled_read(call_name(call), &read) || !is_vector_member(&read))
		return false;
	bool nothing = !strcmp(read.parameters, "v");
	switch (read.kind) {
	case MANGLED_COMPLETE:
	case MANGLED_BASE:
		return nothing || (call_args(call) == 3 && is_sized(&read));
	case MANGLED_DESTRUCTOR:
		return true;
	case MANGLED_CONSTRUCTOR:
		return false;
	default:
		return read.constant || mangled_member(&read, "clear") ||
		       (!strcmp(read.parameters, "m") &&
			       (mangled_member(&read, "reserve") ||
				       mangled_member(&read, "resize")));
	}
}

static bool member_fits(struct handle_uses *uses, LLVMValueRef call)
{
	if (!strncmp(call_name(call), "llvm.lifetime.", 14))
		return true;
	for (unsigned i = 1; i < call_args(call); i++)
		if (is_start(uses, call_arg(call, i)))
			return false;
	vec_push(uses->pass->arena, &uses->puts, call);
	return is_push(call_name(call))
		       ? pushed_fits(uses, call_arg(call, call_args(call) - 1), call)
		       : is_harmless_member(call);
}

static bool object_fits(struct handle_uses *uses, LLVMValueRef part);

/* Is a use of an address in the object known to put nothing but new handles into the vector. */
static bool object_use_fits(struct handle_uses *uses, LLVMValueRef user, LLVMValueRef part)
{
	int64_t behind;
	bool own = is_part(uses, part, &behind);
	if (LLVMIsALoadInst(user))
		return !own || uses_fit(uses, user);
	if (LLVMIsAStoreInst(user))
		return LLVMGetOperand(user, 1) == part;
	if (LLVMIsAGetElementPtrInst(user))
		return object_fits(uses, user);
	if (!is_call(user))
		return false;
	return !strncmp(call_name(user), "llvm.lifetime.", 14) || (own && !behind && member_fits(uses, user));
}

/* Are all uses of the object, or of a place in it, such. */
static bool object_fits(struct handle_uses *uses, LLVMValueRef part)
{
	int64_t offset;
	if (pointer_base(uses->pass, part, &offset) != uses->object)
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(part); u; u = LLVMGetNextUse(u))
		if (!object_use_fits(uses, LLVMGetUser(u), part))
			return false;
	return true;
}

static bool is_vector_type(LLVMTypeRef type)
{
	const char *name = LLVMGetStructName(type);
	return name && !strncmp(name, "class.std::vector", 17) && (!name[17] || name[17] == '.');
}

/* Does a vector lie in a variable so far behind its start. */
static bool holds_vector(const struct host_pass *pass, LLVMTypeRef type, int64_t offset)
{
	while (LLVMGetTypeKind(type) == LLVMStructTypeKind && offset >= 0 &&
		(uint64_t)offset < LLVMABISizeOfType(pass->layout, type)) {
		if (is_vector_type(type))
			return !offset;
		unsigned at = LLVMElementAtOffset(pass->layout, type, (uint64_t)offset);
		offset -= (int64_t)LLVMOffsetOfElement(pass->layout, type, at);
		type = LLVMStructGetTypeAtIndex(type, at);
	}
	return false;
}

/* The first address of a place in a variable among its uses, which stands for all of them. */
static LLVMValueRef first_address(struct host_pass *pass, LLVMValueRef object, int64_t offset)
{
	int64_t at;
	for (LLVMUseRef u = LLVMGetFirstUse(object); offset && u; u = LLVMGetNextUse(u))
		if (LLVMIsAGetElementPtrInst(LLVMGetUser(u)) && pointer_base(pass, LLVMGetUser(u), &at) == object &&
			at == offset)
			return LLVMGetUser(u);
	return offset ? NULL : object;
}

/* Is it the address of a local vector, or of one in a local variable; sets which. */
static bool is_vector(struct handle_uses *uses, LLVMValueRef slot)
{
	uses->object = pointer_base(uses->pass, slot, &uses->offset);
	if (!LLVMIsAAllocaInst(uses->object) || !holds_vector(uses->pass, LLVMGetAllocatedType(uses->object), uses->offset))
		return false;
	uses->vector = first_address(uses->pass, uses->object, uses->offset);
	return uses->vector != NULL;
}

static LLVMValueRef without_offset(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

/* Also of one that goes on by an offset in each round. */
LLVMValueRef handle_start(LLVMValueRef pointer)
{
	LLVMValueRef at = without_offset(pointer), start = NULL;
	for (unsigned i = 0; LLVMIsAPHINode(at) && i < LLVMCountIncoming(at); i++) {
		LLVMValueRef from = without_offset(LLVMGetIncomingValue(at, i));
		if (from == at)
			continue;
		if (start)
			return at;
		start = from;
	}
	return start ? start : at;
}

bool handle_array_fits(struct root *root, struct handle_uses *uses, LLVMValueRef load)
{
	int size, count;
	LLVMValueRef address = LLVMGetOperand(load, 0), start = handle_start(address);
	if (LLVMIsALoadInst(start) && is_vector(uses, LLVMGetOperand(start, 0)))
		return object_fits(uses, uses->object);
	bool own = LLVMIsAAllocaInst(start) ||
		   (is_call(start) && host_allocator(call_name(start), &size, &count));
	return own && (uses_fit(uses, start) || handle_members_fit(root, uses, start, address));
}

static const struct et *start_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	return leaf == data ? et_const(ets, leaf->width, 0) : NULL;
}

const struct et *handle_place_of(struct root *root, const struct handle_uses *uses, LLVMValueRef address)
{
	const struct et *at = value_et(root->env, address);
	if (!uses->vector)
		return at;
	const struct et *start = value_et(root->env, handle_start(address));
	return handle_sized(root, uses, et_map_apply(et_map_new(root->pass->ets, start_leaf, (void *)start), at));
}

void handle_loaded(struct root *root, const struct et *handle, LLVMValueRef load,
	struct host_alloc *origin)
{
	struct host_pass *pass = root->pass;
	LLVMValueRef address = LLVMGetOperand(load, 0);
	struct handle_uses uses = { .seen = ptrmap_new(pass->arena), .func = root->func, .pass = pass };
	if (!handle_array_fits(root, &uses, load) || !uses.creator) {
		kept_loaded(root, handle, load, origin);
		return;
	}
	struct handle_slot *slot = arena_alloc(pass->arena, sizeof(*slot));
	*slot = (struct handle_slot){ handle, handle_place_of(root, &uses, address), uses.vector };
	origin->function = uses.creator;
	origin->flags = uses.flags;
	ptrmap_set(pass->slots, handle->sym, slot);
}

/* Is memory that is stored to a variable for one pointer. */
static bool is_variable(LLVMValueRef address)
{
	return LLVMIsAAllocaInst(address) &&
	       LLVMGetTypeKind(LLVMGetAllocatedType(address)) == LLVMPointerTypeKind;
}

void handle_created(struct root *root, const struct et *handle, LLVMValueRef call)
{
	for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool read = LLVMIsAICmpInst(user) || (is_call(user) && (!strcmp(call_name(user), "hgrd.launch") ||
								       stream_op_of(user).action != STREAM_ANY));
		if (!read && !(LLVMIsAStoreInst(user) && is_variable(LLVMGetOperand(user, 1))))
			return;
	}
	ptrmap_set(root->pass->singles, handle->sym, (void *)handle);
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

bool handles_share_array(const struct host_pass *pass, const struct et *a, const struct et *b)
{
	const struct handle_slot *x = ptrmap_get(pass->slots, a->sym), *y = ptrmap_get(pass->slots, b->sym);
	return x && y && x->vector == y->vector;
}

bool handles_are_same(const struct host_pass *pass, const struct et *a, const struct et *b)
{
	bool leaves = (a->op == ET_SYM || a->op == ET_APP) && (b->op == ET_SYM || b->op == ET_APP);
	return a == b || (leaves && handles_share_array(pass, a, b) && handle_place(pass, a) == handle_place(pass, b));
}
