#include "hostanalysis/pass.h"

#include <string.h>

/*
 * Arrays of a few elements, such as `float *buffer[2]`, that are indexed by
 * run-time values: an access becomes accesses to all elements and a choice, so
 * that LLVM's scalar replacement makes SSA values of the elements. An index
 * outside the array is undefined behaviour and need not be kept. Arrays that a loop fills with allocations of its own stay
 * tables: as a value of its own an element would no longer tell of which round it is.
 */

enum { MAX_ELEMENTS = 8 };

struct access {
	LLVMValueRef instruction, index;
	LLVMValueRef base;    /* alloca or variable */
	LLVMTypeRef type;     /* of an element */
	int64_t start;        /* bytes from base to element 0 */
	int64_t first;        /* element that index 0 means */
	uint64_t count, size; /* elements, bytes of one */
};

/* Are the variable's values those that this unit gives it, and no other one changes them. */
static bool is_own(LLVMValueRef variable)
{
	LLVMLinkage linkage = LLVMGetLinkage(variable);
	bool once = linkage == LLVMLinkOnceODRLinkage || linkage == LLVMWeakODRLinkage || linkage == LLVMExternalLinkage;
	return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
	       (once && LLVMIsGlobalConstant(variable) && !LLVMIsDeclaration(variable));
}

static LLVMTypeRef object_type(LLVMValueRef base)
{
	if (LLVMIsAAllocaInst(base)) {
		LLVMValueRef count = LLVMGetOperand(base, 0);
		bool one = LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1;
		return one ? LLVMGetAllocatedType(base) : NULL;
	}
	if (LLVMIsAGlobalVariable(base) && is_own(base))
		return LLVMGlobalGetValueType(base);
	return NULL;
}

/* Steps of a GEP: constant bytes, and the one run-time index with its array. */
static bool gep_read(struct host_pass *pass, LLVMValueRef gep, struct access *access)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		LLVMValueRef index = LLVMGetOperand(gep, i);
		bool known = LLVMIsAConstantInt(index);
		int64_t value = known ? LLVMConstIntGetSExtValue(index) : 0;
		if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			access->start += (int64_t)LLVMOffsetOfElement(
				pass->layout, type, (unsigned)value);
			type = LLVMStructGetTypeAtIndex(type, (unsigned)value);
			continue;
		}
		if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
			return false;
		bool large = i > 1 && LLVMGetArrayLength2(type) > MAX_ELEMENTS;
		if (!known && (access->index || large))
			return false;
		if (!known && i > 1)
			access->count = LLVMGetArrayLength2(type);
		if (i > 1)
			type = LLVMGetElementType(type);
		uint64_t size = LLVMABISizeOfType(pass->layout, type);
		access->start += value * (int64_t)size;
		if (!known) {
			access->index = index;
			access->size = size;
		}
	}
	return true;
}

static bool access_read(struct host_pass *pass, LLVMValueRef instruction, struct access *access)
{
	bool store = LLVMIsAStoreInst(instruction);
	if ((!store && !LLVMIsALoadInst(instruction)) || LLVMGetVolatile(instruction))
		return false;
	LLVMValueRef pointer = LLVMGetOperand(instruction, store ? 1 : 0);
	int64_t offset;
	*access = (struct access){ .instruction = instruction };
	access->type = LLVMTypeOf(store ? LLVMGetOperand(instruction, 0) : instruction);
	while (LLVMIsAGetElementPtrInst(pointer)) {
		if (!gep_read(pass, pointer, access))
			return false;
		pointer = LLVMGetOperand(pointer, 0);
	}
	access->base = pointer_base(pass, pointer, &offset);
	access->start += offset;
	LLVMTypeRef object = object_type(access->base);
	if (!access->index || !object || !access->size || access->start < 0 ||
		LLVMABISizeOfType(pass->layout, access->type) > access->size)
		return false;
	if (access->count)
		return true;
	/* a decayed array: all of the object, when it is one, or a std::array around one */
	if (LLVMGetTypeKind(object) == LLVMStructTypeKind && LLVMCountStructElementTypes(object) == 1)
		object = LLVMStructGetTypeAtIndex(object, 0);
	if (LLVMGetTypeKind(object) != LLVMArrayTypeKind)
		return false;
	access->count = LLVMABISizeOfType(pass->layout, object) / access->size;
	access->first = access->start / (int64_t)access->size;
	access->start %= (int64_t)access->size;
	return access->count <= MAX_ELEMENTS;
}

static LLVMValueRef element_pointer(
	struct host_pass *pass, LLVMBuilderRef b, const struct access *access, uint64_t element)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(pass->module->context);
	LLVMTypeRef word = LLVMInt64TypeInContext(pass->module->context);
	uint64_t offset = (uint64_t)access->start + element * access->size;
	LLVMValueRef at = LLVMConstInt(word, offset, false);
	return LLVMBuildInBoundsGEP2(b, byte, access->base, &at, 1, "");
}

static LLVMValueRef is_element(LLVMBuilderRef b, const struct access *access, uint64_t element)
{
	int64_t value = (int64_t)element - access->first;
	return LLVMBuildICmp(b, LLVMIntEQ, access->index,
		LLVMConstInt(LLVMTypeOf(access->index), (unsigned long long)value, true), "");
}

static void access_split(struct host_pass *pass, LLVMBuilderRef b, const struct access *access)
{
	LLVMPositionBuilderBefore(b, access->instruction);
	bool store = LLVMIsAStoreInst(access->instruction);
	LLVMValueRef value = NULL;
	for (uint64_t i = 0; i < access->count; i++) {
		LLVMValueRef pointer = element_pointer(pass, b, access, i);
		LLVMValueRef element = LLVMBuildLoad2(b, access->type, pointer, "");
		if (store)
			LLVMBuildStore(b,
				LLVMBuildSelect(b, is_element(b, access, i),
					LLVMGetOperand(access->instruction, 0), element, ""),
				pointer);
		else
			value = value ? LLVMBuildSelect(
						b, is_element(b, access, i), element, value, "")
				      : element;
	}
	if (!store)
		LLVMReplaceAllUsesWith(access->instruction, value);
	LLVMInstructionEraseFromParent(access->instruction);
}

/* Is it an array of allocations, stored at an index of run time, and of nothing else. */
static bool keeps_allocations(struct host_pass *pass, LLVMValueRef base)
{
	bool kept = false;
	VEC(LLVMValueRef) work = { 0 };
	vec_push(pass->arena, &work, base);
	while (work.n)
		for (LLVMUseRef use = LLVMGetFirstUse(work.at[--work.n]); use; use = LLVMGetNextUse(use)) {
			LLVMValueRef user = LLVMGetUser(use);
			struct access access;
			if (LLVMIsAGetElementPtrInst(user)) {
				vec_push(pass->arena, &work, user);
			} else if (LLVMIsAStoreInst(user)) {
				LLVMValueRef stored = LLVMGetOperand(user, 0);
				if (!is_call(stored) || strcmp(call_name(stored), "hgrd.alloc") != 0)
					return false;
				kept |= access_read(pass, user, &access);
			} else if (!LLVMIsALoadInst(user) && !(is_call(user) && !strncmp(call_name(user), "llvm.lifetime.", 14))) {
				return false;
			}
		}
	return kept;
}

static void access_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef i)
{
	struct access access;
	if (access_read(pass, i, &access) && !keeps_allocations(pass, access.base))
		access_split(pass, b, &access);
}

void arrays_split(struct host_pass *pass)
{
	functions_rewrite(pass, access_rewrite);
}
