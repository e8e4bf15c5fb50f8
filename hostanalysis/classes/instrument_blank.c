#include "hostanalysis/classes/instrument_internal.h"

#include <string.h>

#include "hostanalysis/pass.h"

/*
 * Local objects hold nothing until something is stored in them. What LLVM makes of reading them
 * before that is any value that suits it, the one that is stored later among them; then relations
 * that are known before the store would be those that are owed behind it. So their members begin
 * with numbers of MEMBERS_BLANK, and a relation between such is none (is_unset_value).
 */

enum { MAX_MARKS = 128, MAX_VISITED = 48 };

struct marks {
	struct put *put;
	LLVMValueRef object;
	unsigned n;
};

static LLVMValueRef bytes_at(struct put *put, LLVMValueRef from, uint64_t offset)
{
	LLVMContextRef context = LLVMGetModuleContext(put->classes->llvm);
	LLVMValueRef bytes = LLVMConstInt(LLVMInt64TypeInContext(context), offset, false);
	return LLVMBuildGEP2(put->b, LLVMInt8TypeInContext(context), from, &bytes, 1, "");
}

static void members_mark(struct marks *marks, const struct class_entry *entry, uint64_t offset)
{
	struct put *put = marks->put;
	LLVMContextRef context = LLVMGetModuleContext(put->classes->llvm);
	LLVMValueRef blank = put_own(put, MEMBERS_BLANK, LLVMInt64TypeInContext(context), true);
	for (size_t i = 0; i < entry->members.n && marks->n < MAX_MARKS; i++, marks->n++) {
		const struct class_member *member = &entry->members.at[i];
		LLVMTypeRef type = LLVMIntTypeInContext(context, member->width);
		LLVMValueRef number =
			LLVMConstInt(LLVMInt32TypeInContext(context), put->blanks++, false);
		LLVMValueRef value = LLVMBuildCall2(
			put->b, LLVMGlobalGetValueType(blank), blank, &number, 1, "blank");
		LLVMBuildStore(put->b, LLVMBuildIntCast2(put->b, value, type, false, ""),
			bytes_at(put, marks->object, offset + member->offset));
	}
}

static void type_mark(struct marks *marks, LLVMTypeRef type, uint64_t offset)
{
	const struct classes *classes = marks->put->classes;
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	const struct class_entry *entry = ptrmap_get(classes->types, type);
	if (entry && put_class(marks->put, entry) >= 0)
		members_mark(marks, entry, offset);
	for (unsigned i = 0; kind == LLVMStructTypeKind && i < LLVMCountStructElementTypes(type);
		i++)
		type_mark(marks, LLVMStructGetTypeAtIndex(type, i),
			offset + LLVMOffsetOfElement(classes->layout, type, i));
	if (kind != LLVMArrayTypeKind)
		return;
	uint64_t size = LLVMABISizeOfType(classes->layout, LLVMGetElementType(type));
	unsigned before;
	for (uint64_t i = 0; i < LLVMGetArrayLength2(type) && marks->n < MAX_MARKS; i++) {
		before = marks->n;
		type_mark(marks, LLVMGetElementType(type), offset + i * size);
		if (marks->n == before)
			return;
	}
}

/* `entry` NULL: the objects in the type of a local variable. */
static void mark_behind(
	struct put *put, LLVMValueRef i, LLVMValueRef object, const struct class_entry *entry)
{
	struct marks marks = { .put = put, .object = object };
	LLVMPositionBuilderBefore(put->b, LLVMGetNextInstruction(i));
	if (entry)
		members_mark(&marks, entry, 0);
	else
		type_mark(&marks, LLVMGetAllocatedType(object), 0);
}

static void local_mark(struct put *put, LLVMValueRef local, const struct class_entry *entry)
{
	bool begun = false;
	LLVMUseRef next;
	for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = next) {
		LLVMValueRef user = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (!is_call(user) || strncmp(call_name(user), "llvm.lifetime.start", 19))
			continue;
		mark_behind(put, user, local, entry);
		begun = true;
	}
	if (!begun)
		mark_behind(put, local, local, entry);
}

/* The one value that a variable is set to; NULL: none, or several. */
static LLVMValueRef set_to(LLVMValueRef slot)
{
	LLVMValueRef made = NULL;
	for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != slot)
			continue;
		if (made)
			return NULL;
		made = LLVMGetOperand(user, 0);
	}
	return made;
}

static bool is_first_byte(LLVMValueRef gep)
{
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++)
		if (!LLVMIsAConstantInt(LLVMGetOperand(gep, i)) ||
			LLVMConstIntGetZExtValue(LLVMGetOperand(gep, i)))
			return false;
	return true;
}

/* Memory that a pointer makes an object of: bytes of the function, or what an allocator gives. */
static void memory_mark(struct put *put, LLVMValueRef address, struct ptrmap *done)
{
	const struct class_entry *entry = put_listed(put, address);
	LLVMValueRef object = entry ? LLVMGetOperand(address, 0) : NULL;
	LLVMValueRef slot = object && LLVMIsALoadInst(object) ? LLVMGetOperand(object, 0) : NULL;
	LLVMValueRef made = slot && LLVMIsAAllocaInst(slot) ? set_to(slot) : NULL;
	int size, count;
	while (made && LLVMIsAGetElementPtrInst(made) && is_first_byte(made))
		made = LLVMGetOperand(made, 0);
	if (!made || ptrmap_get(done, made))
		return;
	ptrmap_set(done, made, put);
	if (LLVMIsAAllocaInst(made))
		local_mark(put, made, entry);
	else if (LLVMIsACallInst(made) && host_allocator(call_name(made), &size, &count))
		mark_behind(put, made, made, entry);
}

void blanks_put(struct put *put, LLVMValueRef function)
{
	struct ptrmap *done = ptrmap_new(put->arena);
	if (stub_kernel(put->arena, value_name(function)))
		return; /* fills its variables at once, and is read as clang made it */
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef next;
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
			next = LLVMGetNextInstruction(i);
			LLVMSetCurrentDebugLocation2(put->b, NULL);
			if (LLVMIsAAllocaInst(i))
				local_mark(put, i, NULL);
			memory_mark(put, i, done);
		}
	}
}

/* Values that have been looked at; full: as if the rest were blank. */
struct visited {
	LLVMValueRef at[MAX_VISITED];
	unsigned n;
};

static bool blank_in(LLVMValueRef value, struct visited *visited)
{
	if (LLVMIsUndef(value))
		return true;
	if (is_call(value))
		return !strcmp(call_name(value), MEMBERS_BLANK);
	if (!LLVMIsAInstruction(value) || LLVMIsALoadInst(value))
		return false;
	for (unsigned i = 0; i < visited->n; i++)
		if (visited->at[i] == value)
			return false;
	if (visited->n == MAX_VISITED)
		return true;
	visited->at[visited->n++] = value;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (blank_in(LLVMGetOperand(value, (unsigned)i), visited))
			return true;
	return false;
}

bool is_unset_value(LLVMValueRef value)
{
	struct visited visited = { .n = 0 };
	return blank_in(value, &visited);
}
