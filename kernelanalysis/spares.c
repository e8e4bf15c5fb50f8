#include "kernelanalysis/kernel.h"

#include <string.h>

#include "base/ptrmap.h"

/* Which parameters of kernels point to memory that the kernel only reads. */

struct pointers {
	struct arena *arena;
	struct ptrmap *seen;
};

static bool is_spared(struct pointers *pointers, LLVMValueRef pointer);

static bool has_readonly(LLVMValueRef call, unsigned arg)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("readonly", 8);
	LLVMValueRef target = call_target(call);
	return (target && arg < LLVMCountParams(target) &&
		       LLVMGetEnumAttributeAtIndex(target, arg + 1, kind)) ||
	       LLVMGetCallSiteEnumAttribute(call, arg + 1, kind);
}

static bool is_pointer(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

/* Does a call only read behind the pointer, and give back no other name of it. */
static bool is_reading_call(struct pointers *pointers, LLVMValueRef call, LLVMValueRef pointer)
{
	LLVMValueRef target = call_target(call);
	if (!target || is_pointer(call))
		return false;
	for (unsigned i = 0; i < call_args(call); i++) {
		if (call_arg(call, i) != pointer)
			continue;
		bool inside = !LLVMIsDeclaration(target) && i < LLVMCountParams(target) &&
			      is_spared(pointers, LLVMGetParam(target, i));
		if (!inside && !(LLVMGetIntrinsicID(target) && has_readonly(call, i)))
			return false;
	}
	return true;
}

static bool is_spared(struct pointers *pointers, LLVMValueRef pointer)
{
	if (ptrmap_get(pointers->seen, pointer))
		return true;
	ptrmap_set(pointers->seen, pointer, pointer);
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool derived = LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user) ||
			       LLVMIsABitCastInst(user) || LLVMIsAPHINode(user) ||
			       LLVMIsASelectInst(user);
		if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
			(derived && is_spared(pointers, user)))
			continue;
		if (!LLVMIsACallInst(user) || !is_reading_call(pointers, user, pointer))
			return false;
	}
	return true;
}

LLVMValueRef kernel_of_name(struct arena *arena, const struct module *device, const char *name)
{
	LLVMValueRef function = LLVMGetNamedFunction(device->llvm, name);
	for (LLVMValueRef f = LLVMGetFirstFunction(device->llvm); f && !function;
		f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && device_is_kernel(f) &&
			!strcmp(device_host_name(arena, value_name(f)), name))
			function = f;
	return function;
}

/* A structure that is passed by value. */
static bool is_structure(LLVMValueRef function, unsigned param)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
	return LLVMGetEnumAttributeAtIndex(function, param + 1, kind) != NULL;
}

/* A member of a structure. */
struct member {
	struct pointers *pointers;
	LLVMTargetDataRef layout;
	int64_t offset; /* of the member, bytes */
};

/* Does the load leave the member alone, or read it as a pointer behind which nothing is changed. */
static bool is_load_spared(const struct member *member, LLVMValueRef load, int64_t at)
{
	int64_t size = (int64_t)LLVMABISizeOfType(member->layout, LLVMTypeOf(load));
	if (at + size <= member->offset || at >= member->offset + (int64_t)sizeof(void *))
		return true;
	return at == member->offset && is_pointer(load) && is_spared(member->pointers, load);
}

/* Is the member, in the structure that begins so many bytes before a pointer, only read as such a pointer. */
static bool is_member_spared(const struct member *member, LLVMValueRef into, int64_t at)
{
	for (LLVMUseRef use = LLVMGetFirstUse(into); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		int64_t offset = 0;
		bool gep = LLVMIsAGetElementPtrInst(user) && gep_offset(member->layout, user, &offset);
		bool same = LLVMIsAAddrSpaceCastInst(user) || LLVMIsABitCastInst(user);
		if (gep || same ? !is_member_spared(member, user, at + offset)
				: !LLVMIsALoadInst(user) || !is_load_spared(member, user, at))
			return false;
	}
	return true;
}

static bool is_parameter_spared(struct pointers *pointers, LLVMValueRef function, unsigned param, unsigned offset)
{
	LLVMValueRef value = LLVMGetParam(function, param);
	struct member member = { pointers, LLVMGetModuleDataLayout(LLVMGetGlobalParent(function)), offset };
	if (is_structure(function, param))
		return is_member_spared(&member, value, 0);
	return !offset && is_pointer(value) && is_spared(pointers, value);
}

bool device_spares(void *device, const char *kernel, unsigned param, unsigned offset)
{
	struct arena *arena = arena_new();
	LLVMValueRef function = kernel_of_name(arena, device, kernel);
	struct pointers pointers = { arena, ptrmap_new(arena) };
	bool spared = function && !LLVMIsDeclaration(function) && param < LLVMCountParams(function) &&
		      is_parameter_spared(&pointers, function, param, offset);
	arena_free(arena);
	return spared;
}
