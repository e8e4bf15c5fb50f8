#include "hostanalysis/classes/instrument_internal.h"

#include "base/mangled.h"
#include "hostanalysis/classes/class_pointers.h"

int put_class(const struct put *put, const struct class_entry *entry)
{
	for (size_t i = 0; i < put->invariants->classes.n; i++)
		if (!strcmp(put->invariants->classes.at[i].entry->name, entry->name))
			return (int)i;
	return -1;
}

const struct class_entry *put_listed(const struct put *put, LLVMValueRef value)
{
	unsigned member;
	const struct class_entry *entry = member_address(put->classes, value, &member);
	return entry && put_class(put, entry) >= 0 ? entry : NULL;
}

int put_declared(
	const struct put *put, LLVMValueRef object, const struct class_entry *entry)
{
	const struct class_entry *of = object ? class_declared(put->classes, object) : NULL;
	int family = put_class(put, entry), number = of ? put_class(put, of) : -1;
	bool is_one = number >= 0 &&
		      put->invariants->classes.at[number].family == (unsigned)family;
	return is_one ? number : -1;
}

static bool is_set_once(LLVMValueRef slot)
{
	unsigned stores = 0;
	for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == slot)
			stores++;
		else if (!LLVMIsALoadInst(user) &&
			 !(is_call(user) && !strncmp(call_name(user), "llvm.lifetime", 13)))
			return false;
	}
	return stores == 1;
}

/* Is the object what the constructor that is looked at makes; nothing else refers to it. */
static bool is_made(const struct put *put, LLVMValueRef key, const struct class_entry *entry)
{
	if (strncmp(value_name(key), "this.addr", 9) || !LLVMIsAAllocaInst(key))
		return false;
	const char *name = value_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(key)));
	struct mangled read;
	return constructs_base(put->classes, name, entry) ||
	       (mangled_read(name, &read) && read.kind == MANGLED_COMPLETE);
}

/* Is a function one of the class or of a class around it, which keeps no address of the object. */
static bool is_member_call(const struct put *put, LLVMValueRef call, const struct class_entry *entry)
{
	return constructs_base(put->classes, call_name(call), entry) ||
	       behind_type(call_name(call), entry->name);
}

/* Is a pointer to the object neither stored nor given to a function that could keep it. */
static bool pointer_stays(
	const struct put *put, LLVMValueRef pointer, const struct class_entry *entry)
{
	for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		bool address = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer;
		if (!address && !LLVMIsALoadInst(user) && !LLVMIsAGetElementPtrInst(user) &&
			!LLVMIsAICmpInst(user) &&
			!(is_call(user) && is_member_call(put, user, entry)))
			return false;
	}
	return true;
}

static bool is_hidden(const struct put *put, LLVMValueRef slot, const struct class_entry *entry)
{
	if (!is_made(put, slot, entry))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u))
		if (LLVMIsALoadInst(LLVMGetUser(u)) &&
			!pointer_stays(put, LLVMGetUser(u), entry))
			return false;
	return true;
}

static uint32_t object_bit(struct put *put, LLVMValueRef object, const struct class_entry *entry)
{
	LLVMValueRef key = object;
	LLVMValueRef slot = LLVMIsALoadInst(object) ? LLVMGetOperand(object, 0) : NULL;
	bool kept = slot && LLVMIsAAllocaInst(slot) && is_set_once(slot);
	if (kept)
		key = slot;
	for (size_t i = 0; i < put->objects.n; i++)
		if (put->objects.at[i].key == key && put->objects.at[i].entry == entry)
			return (uint32_t)1 << i;
	if (put->objects.n == MAX_OBJECTS)
		return (uint32_t)1 << (MAX_OBJECTS - 1);
	struct object made = { key, object, kept, kept && is_hidden(put, key, entry), entry };
	vec_push(put->arena, &put->objects, made);
	return (uint32_t)1 << (put->objects.n - 1);
}

uint32_t put_member(struct put *put, LLVMValueRef address, const struct class_entry *entry)
{
	return object_bit(put, LLVMGetOperand(address, 0), entry);
}

uint32_t put_constructed(struct put *put, LLVMValueRef call)
{
	uint32_t bits = 0;
	vec_each(entry, &put->classes->list)
		if (call_args(call) && put_class(put, *entry) >= 0 &&
			constructs_base(put->classes, call_name(call), *entry) &&
			put_leaves_unsettled(put, call_target(call), *entry))
			bits |= object_bit(put, call_arg(call, 0), *entry);
	return bits;
}

uint32_t put_written(struct put *put, LLVMValueRef i)
{
	uint32_t bits = 0;
	const struct class_entry *entry;
	if (LLVMIsAStoreInst(i)) {
		entry = put_listed(put, LLVMGetOperand(i, 1));
		bits |= entry ? put_member(put, LLVMGetOperand(i, 1), entry) : 0;
		entry = put_listed(put, LLVMGetOperand(i, 0));
		if (entry && address_use(LLVMGetOperand(i, 0)) != ADDRESS_READS)
			put->sticky |= bits |= put_member(put, LLVMGetOperand(i, 0), entry);
	}
	if (is_call(i))
		bits |= put_constructed(put, i);
	for (unsigned k = 0; is_call(i) && k < call_args(i); k++) {
		entry = put_listed(put, call_arg(i, k));
		if (entry && address_use(call_arg(i, k)) != ADDRESS_READS)
			bits |= put_member(put, call_arg(i, k), entry);
	}
	return bits;
}

bool put_is_own(const struct put *put, size_t object)
{
	return is_made(put, put->objects.at[object].key, put->objects.at[object].entry);
}
