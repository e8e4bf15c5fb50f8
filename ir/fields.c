#include "ir/fields.h"

#include <llvm-c/Target.h>
#include <string.h>

#define MEMBERS_MAX 64
#define OPERANDS_MAX 16

struct record {
	LLVMTargetDataRef data;
	LLVMValueRef variable;
	LLVMTypeRef type;
};

/* A use of a member: which one, and how many bytes into it. */
struct member {
	unsigned index;
	uint64_t rest;
	bool bytes; /* the address is computed in bytes */
};

static bool is_lifetime(LLVMValueRef user)
{
	return LLVMIsACallInst(user) && !strncmp(call_name(user), "llvm.lifetime.", 14);
}

/* The bytes that a load or store of the address itself touches; 0: it is none. */
static uint64_t touched(LLVMTargetDataRef data, LLVMValueRef user, LLVMValueRef address)
{
	if (LLVMIsALoadInst(user))
		return LLVMStoreSizeOfType(data, LLVMTypeOf(user));
	if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address)
		return LLVMStoreSizeOfType(data, LLVMTypeOf(LLVMGetOperand(user, 0)));
	return 0;
}

static bool constant_index(LLVMValueRef gep, unsigned operand, uint64_t *value)
{
	LLVMValueRef index = LLVMGetOperand(gep, operand);
	if (!LLVMIsAConstantInt(index))
		return false;
	*value = LLVMConstIntGetZExtValue(index);
	return true;
}

/* The member that an address lies in, from its first constant indices. */
static bool member_of(const struct record *record, LLVMValueRef gep, struct member *member)
{
	LLVMTypeRef source = LLVMGetGEPSourceElementType(gep);
	uint64_t first, second;
	if (!constant_index(gep, 1, &first))
		return false;
	if (source == record->type && !first && LLVMGetNumOperands(gep) > 2 &&
		LLVMGetNumOperands(gep) < OPERANDS_MAX && constant_index(gep, 2, &second)) {
		*member = (struct member){ (unsigned)second, 0, false };
		return true;
	}
	bool bytes = LLVMGetTypeKind(source) == LLVMIntegerTypeKind &&
		     LLVMGetIntTypeWidth(source) == 8;
	if (!bytes || first >= LLVMABISizeOfType(record->data, record->type))
		return false;
	unsigned index = LLVMElementAtOffset(record->data, record->type, first);
	first -= LLVMOffsetOfElement(record->data, record->type, index);
	*member = (struct member){ index, first, true };
	return true;
}

/* A scalar member has to be used as one: an address of it may not be moved. */
static bool stays_inside(const struct record *record, LLVMValueRef gep, const struct member *member)
{
	LLVMTypeRef type = LLVMStructGetTypeAtIndex(record->type, member->index);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	uint64_t size = LLVMStoreSizeOfType(record->data, type);
	if (kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind)
		return member->rest < size;
	for (LLVMUseRef use = LLVMGetFirstUse(gep); use; use = LLVMGetNextUse(use)) {
		uint64_t bytes = touched(record->data, LLVMGetUser(use), gep);
		if (!bytes || member->rest + bytes > size)
			return false;
	}
	return true;
}

static bool splits(const struct record *record)
{
	uint64_t first = LLVMStoreSizeOfType(
		record->data, LLVMStructGetTypeAtIndex(record->type, 0));
	for (LLVMUseRef use = LLVMGetFirstUse(record->variable); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		struct member member;
		if (is_lifetime(user))
			continue;
		if (LLVMIsAGetElementPtrInst(user)) {
			if (!member_of(record, user, &member) ||
				!stays_inside(record, user, &member))
				return false;
			continue;
		}
		uint64_t bytes = touched(record->data, user, record->variable);
		if (!bytes || bytes > first)
			return false;
	}
	return true;
}

/* The variable for a member, made on first use. */
static LLVMValueRef variable_of(
	const struct record *record, LLVMBuilderRef b, LLVMValueRef *members, unsigned index)
{
	if (members[index])
		return members[index];
	LLVMPositionBuilderBefore(b, record->variable);
	members[index] = LLVMBuildAlloca(b, LLVMStructGetTypeAtIndex(record->type, index),
		value_name(record->variable));
	return members[index];
}

static LLVMValueRef address_in(const struct record *record, LLVMBuilderRef b, LLVMValueRef gep,
	LLVMValueRef *members)
{
	struct member member = { 0 };
	LLVMContextRef context = LLVMGetTypeContext(record->type);
	LLVMValueRef indices[OPERANDS_MAX], variable;
	unsigned n = (unsigned)LLVMGetNumOperands(gep);
	member_of(record, gep, &member);
	variable = variable_of(record, b, members, member.index);
	LLVMPositionBuilderBefore(b, gep);
	if (member.bytes) {
		indices[0] = LLVMConstInt(LLVMInt64TypeInContext(context), member.rest, false);
		return LLVMBuildInBoundsGEP2(
			b, LLVMInt8TypeInContext(context), variable, indices, 1, "");
	}
	indices[0] = LLVMGetOperand(gep, 1);
	for (unsigned i = 3; i < n; i++)
		indices[i - 2] = LLVMGetOperand(gep, i);
	return LLVMBuildInBoundsGEP2(b,
		LLVMStructGetTypeAtIndex(record->type, member.index), variable, indices, n - 2, "");
}

static void split(const struct record *record, LLVMValueRef *members)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(record->type));
	for (LLVMUseRef use; (use = LLVMGetFirstUse(record->variable));) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAGetElementPtrInst(user)) {
			LLVMReplaceAllUsesWith(user, address_in(record, b, user, members));
			LLVMInstructionEraseFromParent(user);
		} else if (is_lifetime(user)) {
			LLVMInstructionEraseFromParent(user);
		} else {
			LLVMValueRef first = variable_of(record, b, members, 0);
			LLVMSetOperand(user, LLVMIsAStoreInst(user) ? 1 : 0, first);
		}
	}
	LLVMInstructionEraseFromParent(record->variable);
	LLVMDisposeBuilder(b);
}

static bool is_record(LLVMValueRef instruction)
{
	if (!LLVMIsAAllocaInst(instruction) || !LLVMGetFirstUse(instruction))
		return false;
	LLVMTypeRef type = LLVMGetAllocatedType(instruction);
	LLVMValueRef count = LLVMGetOperand(instruction, 0);
	return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMIsAConstantInt(count) &&
	       LLVMConstIntGetZExtValue(count) == 1 && LLVMCountStructElementTypes(type) > 0 &&
	       LLVMCountStructElementTypes(type) <= MEMBERS_MAX;
}

bool fields_split(LLVMValueRef function)
{
	bool changed = false;
	if (!LLVMCountBasicBlocks(function))
		return false;
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
	LLVMValueRef next = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
	for (LLVMValueRef i = next; i; i = next) {
		next = LLVMGetNextInstruction(i);
		if (!is_record(i))
			continue;
		struct record record = { data, i, LLVMGetAllocatedType(i) };
		LLVMValueRef members[MEMBERS_MAX] = { NULL }, before = LLVMGetPreviousInstruction(i);
		if (!splits(&record))
			continue;
		split(&record, members);
		/* a member may be a struct itself */
		next = before ? LLVMGetNextInstruction(before)
			      : LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
		changed = true;
	}
	return changed;
}
