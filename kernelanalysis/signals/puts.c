#include <llvm-c/Target.h>

#include "kernelanalysis/signals/first_thread.h"
#include "kernelanalysis/kernel.h"
#include "kernelanalysis/signals/signal.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * What kernels put into memory that other kernels find. It is put there for sure where the first thread does so, whose way
 * through the kernel is followed as long as its ids, which are 0, decide the branches.
 */

enum { MOST_PUTS = 8 };

struct putting {
	struct arena *arena;
	LLVMValueRef function;
	LLVMTargetDataRef layout;
	struct first_thread first;
	struct ptrmap *seen; /* pointers */
	put_list *puts;
	bool unknown;
	bool below; /* some may be below zero */
};

static void put_add(struct putting *putting, struct put_words put)
{
	if (putting->puts->n >= MOST_PUTS)
		putting->unknown = true;
	else
		vec_push(putting->arena, putting->puts, put);
}

static int param_of(const struct putting *putting, LLVMValueRef value)
{
	for (unsigned i = 0; i < LLVMCountParams(putting->function); i++)
		if (LLVMGetParam(putting->function, i) == value)
			return (int)i;
	return -1;
}

/* A write of `value` behind a pointer that lies `offset` bytes behind the parameter's or variable's start in the first thread. */
static void write_add(struct putting *putting, LLVMValueRef write, LLVMValueRef value,
	bool everywhere, bool placed, int64_t offset)
{
	struct put_words put = { .param = -1 };
	LLVMTypeRef type = LLVMTypeOf(value);
	int64_t size = (int64_t)LLVMStoreSizeOfType(putting->layout, type);
	if (!is_short_integer(value) || size > 8) {
		putting->unknown = true;
		return;
	}
	put.width = (unsigned)(8 * size);
	put.known = LLVMIsAConstantInt(value);
	put.value = put.known ? LLVMConstIntGetZExtValue(value) : 0;
	put.by_sign = LLVMIsASExtInst(value);
	put.widened = put.by_sign || LLVMIsAZExtInst(value);
	if (put.widened)
		value = LLVMGetOperand(value, 0);
	put.param = put.known ? -1 : param_of(putting, value);
	put.below = value_may_be_below(value);
	putting->below |= put.below;
	put.placed = placed;
	put.offset = offset;
	put.end = offset + size;
	const struct put_guards *guards = first_reaches(&putting->first, LLVMGetInstructionParent(write));
	put.surely = placed && guards;
	if (put.surely)
		put.guards = *guards;
	if (put.surely || placed)
		put_add(putting, put);
	if (everywhere)
		return;
	put.placed = put.surely = false;
	put_add(putting, put);
}

static void uses_fill(struct putting *putting, LLVMValueRef pointer, bool fixed, bool placed, int64_t offset);

struct step {
	bool fixed, placed; /* the same for all threads; known for the first one */
	int64_t offset;
};

/* Adds what an index is worth whose elements have this size. */
static void index_add(const struct first_thread *first, struct step *step, LLVMValueRef index, uint64_t size)
{
	uint64_t value = 0;
	step->fixed &= LLVMIsAConstantInt(index) != NULL;
	step->placed &= first_value(first, index, &value);
	if (step->placed)
		step->offset += sign_extended(index, value) * (int64_t)size;
}

/* Goes into a structure or array by one index; NULL: it is neither. */
static LLVMTypeRef member_add(const struct putting *putting, struct step *step, LLVMTypeRef type, LLVMValueRef index)
{
	if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
		unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
		step->offset += (int64_t)LLVMOffsetOfElement(putting->layout, type, member);
		return LLVMStructGetTypeAtIndex(type, member);
	}
	if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
		return NULL;
	type = LLVMGetElementType(type);
	index_add(&putting->first, step, index, LLVMABISizeOfType(putting->layout, type));
	return type;
}

static struct step step_of(const struct putting *putting, LLVMValueRef pointer)
{
	struct step step = { true, true, 0 };
	LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
	index_add(&putting->first, &step, LLVMGetOperand(pointer, 1), LLVMABISizeOfType(putting->layout, type));
	for (unsigned i = 2; type && i < (unsigned)LLVMGetNumOperands(pointer); i++)
		type = member_add(putting, &step, type, LLVMGetOperand(pointer, i));
	step.placed &= type != NULL;
	step.fixed &= type != NULL;
	return step;
}

static void step_fill(struct putting *putting, LLVMValueRef user, bool fixed, bool placed, int64_t offset)
{
	struct step step = step_of(putting, user);
	uses_fill(putting, user, fixed && step.fixed, placed && step.placed, offset + step.offset);
}

static void call_fill(struct putting *putting, LLVMValueRef call, LLVMValueRef pointer)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("readonly", 8);
	LLVMValueRef target = call_target(call);
	for (unsigned i = 0; i < call_args(call); i++)
		if (call_arg(call, i) == pointer &&
			!(target && LLVMGetIntrinsicID(target) &&
				(LLVMGetEnumAttributeAtIndex(target, i + 1, kind) ||
					LLVMGetCallSiteEnumAttribute(call, i + 1, kind))))
			putting->unknown = true;
}

/* An addition to what lies there, or a subtraction from it; a pointer that is put elsewhere as well. */
static void atomic_fill(struct putting *putting, LLVMValueRef atomic)
{
	putting->unknown = true;
	putting->below |= LLVMGetAtomicRMWBinOp(atomic) == LLVMAtomicRMWBinOpSub ||
			  (LLVMGetAtomicRMWBinOp(atomic) == LLVMAtomicRMWBinOpAdd && amount_falls(LLVMGetOperand(atomic, 1)));
}

static void use_fill(struct putting *putting, LLVMValueRef user, LLVMValueRef pointer, bool fixed,
	bool placed, int64_t offset)
{
	if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) || atomic_keeps_value(user))
		return;
	if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer)
		write_add(putting, user, LLVMGetOperand(user, 0), fixed, placed, offset);
	else if (LLVMIsAAtomicRMWInst(user) && LLVMGetOperand(user, 1) != pointer &&
		 LLVMGetAtomicRMWBinOp(user) == LLVMAtomicRMWBinOpXchg)
		write_add(putting, user, LLVMGetOperand(user, 1), fixed, placed, offset);
	else if (LLVMIsAGetElementPtrInst(user))
		step_fill(putting, user, fixed, placed, offset);
	else if (LLVMIsAAtomicRMWInst(user))
		atomic_fill(putting, user);
	else if (LLVMIsAAddrSpaceCastInst(user) || LLVMIsABitCastInst(user))
		uses_fill(putting, user, fixed, placed, offset);
	else if (LLVMIsACallInst(user))
		call_fill(putting, user, pointer);
	else
		putting->unknown = true;
}

static bool is_inside(const struct putting *putting, LLVMValueRef user)
{
	return LLVMIsAInstruction(user) &&
	       LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == putting->function;
}

/* Is it in a function that the kernel may call. */
static bool is_called(LLVMValueRef user)
{
	return LLVMIsAInstruction(user) && !device_is_kernel(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
}

static void uses_fill(struct putting *putting, LLVMValueRef pointer, bool fixed, bool placed, int64_t offset)
{
	if (ptrmap_get(putting->seen, pointer))
		return;
	ptrmap_set(putting->seen, pointer, pointer);
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && !putting->unknown; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMAddrSpaceCast)
			uses_fill(putting, user, fixed, placed, offset);
		else if (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr)
			step_fill(putting, user, fixed, placed, offset);
		else if (is_inside(putting, user))
			use_fill(putting, user, pointer, fixed, placed, offset);
		else
			putting->unknown |= is_called(user);
	}
}

static void puts_fill(struct putting *putting, LLVMValueRef pointer)
{
	first_thread_fill(&putting->first, putting->arena, putting->function);
	uses_fill(putting, pointer, true, true, 0);
	if (!putting->unknown)
		return;
	putting->puts->n = 0;
	vec_push(putting->arena, putting->puts, ((struct put_words){ .param = -1, .width = 8, .below = putting->below }));
}

static LLVMValueRef pointer_param(LLVMValueRef function, unsigned param)
{
	unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
	LLVMValueRef value = param < LLVMCountParams(function) ? LLVMGetParam(function, param) : NULL;
	bool pointer = value && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
	return pointer && !LLVMGetEnumAttributeAtIndex(function, param + 1, byval) ? value : NULL;
}

void device_puts(void *device, struct arena *arena, const char *kernel, int param,
	const char *variable, put_list *puts)
{
	const struct module *module = device;
	LLVMValueRef function = kernel_of_name(arena, module, kernel);
	LLVMValueRef pointer = NULL;
	if (function && !LLVMIsDeclaration(function))
		pointer = variable ? LLVMGetNamedGlobal(module->llvm, variable)
				   : pointer_param(function, (unsigned)param);
	struct putting putting = { .arena = arena, .function = function,
		.layout = LLVMGetModuleDataLayout(module->llvm), .seen = ptrmap_new(arena), .puts = puts };
	if (pointer)
		puts_fill(&putting, pointer);
	else
		vec_push(arena, puts, ((struct put_words){ .param = -1, .width = 8 }));
}

static bool is_in_shared(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer) ||
		(LLVMIsAConstantExpr(pointer) && LLVMGetNumOperands(pointer)))
		pointer = LLVMGetOperand(pointer, 0);
	return LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) == 3;
}

/*
 * May a thread learn by an instruction what others have put into memory. Additions whose result nobody uses tell nothing, but
 * those to global memory leave what later kernels find, which rests on what lay there before.
 */
static bool may_tell(LLVMValueRef i)
{
	if (LLVMIsALoadInst(i))
		return LLVMGetVolatile(i) || LLVMGetOrdering(i);
	if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
		return LLVMGetFirstUse(i) || !is_in_shared(LLVMGetOperand(i, 0));
	if (is_call(i) && strstr(call_name(i), "atomic"))
		return LLVMGetFirstUse(i);
	return is_call(i) && (!call_target(i) || !LLVMGetIntrinsicID(call_target(i)));
}

bool device_waits(void *device, const char *kernel)
{
	struct arena *arena = arena_new();
	LLVMValueRef function = kernel_of_name(arena, device, kernel);
	bool waits = !function;
	for (LLVMBasicBlockRef b = function ? LLVMGetFirstBasicBlock(function) : NULL; b && !waits;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !waits; i = LLVMGetNextInstruction(i))
			waits = may_tell(i);
	arena_free(arena);
	return waits;
}
