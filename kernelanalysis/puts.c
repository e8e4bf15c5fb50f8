#include <llvm-c/Target.h>

#include "kernelanalysis/kernel.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * What kernels put into memory that other kernels find. It is put there for sure where the first thread does so, whose way
 * through the kernel is followed as long as its ids, which are 0, decide the branches.
 */

enum { MOST_PUTS = 8, MOST_DEPTH = 16 };

struct putting {
	struct arena *arena;
	LLVMValueRef function;
	LLVMTargetDataRef layout;
	struct ptrmap *seen, *surely; /* pointers; blocks that the first thread comes to */
	put_list *puts;
	bool unknown;
};

static bool is_first_id(LLVMValueRef value)
{
	static const char *const ids[] = { "llvm.nvvm.read.ptx.sreg.tid.", "llvm.nvvm.read.ptx.sreg.ctaid." };
	if (!is_call(value))
		return false;
	for (unsigned i = 0; i < 2; i++)
		if (!strncmp(call_name(value), ids[i], strlen(ids[i])))
			return true;
	return false;
}

static bool is_integer(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
}

static uint64_t cut(LLVMValueRef value, uint64_t bits)
{
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
	return width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits;
}

static int64_t extended(LLVMValueRef value, uint64_t bits)
{
	unsigned shift = 64 - LLVMGetIntTypeWidth(LLVMTypeOf(value));
	return (int64_t)(bits << shift) >> shift;
}

static bool first_value(LLVMValueRef value, uint64_t *bits, unsigned depth);

static bool first_compared(LLVMValueRef compare, uint64_t *bits, unsigned depth)
{
	uint64_t a, b;
	LLVMValueRef left = LLVMGetOperand(compare, 0), right = LLVMGetOperand(compare, 1);
	if (!is_integer(left) || !first_value(left, &a, depth) || !first_value(right, &b, depth))
		return false;
	int64_t x = extended(left, a), y = extended(right, b);
	switch (LLVMGetICmpPredicate(compare)) {
	case LLVMIntEQ: *bits = a == b; break;
	case LLVMIntNE: *bits = a != b; break;
	case LLVMIntUGT: *bits = a > b; break;
	case LLVMIntUGE: *bits = a >= b; break;
	case LLVMIntULT: *bits = a < b; break;
	case LLVMIntULE: *bits = a <= b; break;
	case LLVMIntSGT: *bits = x > y; break;
	case LLVMIntSGE: *bits = x >= y; break;
	case LLVMIntSLT: *bits = x < y; break;
	case LLVMIntSLE: *bits = x <= y; break;
	}
	return true;
}

static bool first_computed(LLVMValueRef value, uint64_t *bits, unsigned depth)
{
	uint64_t a = 1, b = 1;
	LLVMOpcode op = LLVMGetInstructionOpcode(value);
	bool left = first_value(LLVMGetOperand(value, 0), &a, depth);
	bool right = first_value(LLVMGetOperand(value, 1), &b, depth);
	bool zero = (left && !a) || (right && !b);
	if (op == LLVMMul || op == LLVMAnd)
		*bits = op == LLVMMul ? a * b : (a & b);
	else if (op == LLVMAdd || op == LLVMOr)
		*bits = op == LLVMAdd ? a + b : (a | b);
	else
		return false;
	bool decided = (op == LLVMMul || op == LLVMAnd) && zero;
	*bits = decided ? 0 : cut(value, *bits);
	return decided || (left && right);
}

/* An integer as the first thread of the grid has it; false: not known. */
static bool first_value(LLVMValueRef value, uint64_t *bits, unsigned depth)
{
	if (!is_integer(value) || depth > MOST_DEPTH)
		return false;
	if (LLVMIsAConstantInt(value)) {
		*bits = LLVMConstIntGetZExtValue(value);
		return true;
	}
	if (is_first_id(value)) {
		*bits = 0;
		return true;
	}
	if (LLVMIsAICmpInst(value))
		return first_compared(value, bits, depth + 1);
	if (LLVMIsABinaryOperator(value))
		return first_computed(value, bits, depth + 1);
	if (!LLVMIsAZExtInst(value) && !LLVMIsASExtInst(value) && !LLVMIsATruncInst(value))
		return false;
	LLVMValueRef from = LLVMGetOperand(value, 0);
	if (!first_value(from, bits, depth + 1))
		return false;
	*bits = cut(value, LLVMIsASExtInst(value) ? (uint64_t)extended(from, *bits) : *bits);
	return true;
}

/* The block that the first thread goes to next; NULL: not known. */
static LLVMBasicBlockRef next_block(LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	uint64_t taken;
	if (!end || !LLVMIsABranchInst(end))
		return NULL;
	if (!LLVMIsConditional(end))
		return LLVMGetSuccessor(end, 0);
	if (!first_value(LLVMGetCondition(end), &taken, 0))
		return NULL;
	return LLVMGetSuccessor(end, taken ? 0 : 1);
}

static void way_fill(struct putting *putting)
{
	LLVMBasicBlockRef block = LLVMGetEntryBasicBlock(putting->function);
	for (; block && !ptrmap_get(putting->surely, block); block = next_block(block))
		ptrmap_set(putting->surely, block, block);
}

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
	if (!is_integer(value) || size > 8) {
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
	put.placed = placed;
	put.offset = offset;
	put.end = offset + size;
	put.surely = placed && ptrmap_get(putting->surely, LLVMGetInstructionParent(write));
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
static void index_add(struct step *step, LLVMValueRef index, uint64_t size)
{
	uint64_t value = 0;
	step->fixed &= LLVMIsAConstantInt(index) != NULL;
	step->placed &= first_value(index, &value, 0);
	if (step->placed)
		step->offset += extended(index, value) * (int64_t)size;
}

/* Goes into a structure or array by one index; NULL: it is neither. */
static LLVMTypeRef member_add(LLVMTargetDataRef layout, struct step *step, LLVMTypeRef type, LLVMValueRef index)
{
	if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
		unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
		step->offset += (int64_t)LLVMOffsetOfElement(layout, type, member);
		return LLVMStructGetTypeAtIndex(type, member);
	}
	if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
		return NULL;
	type = LLVMGetElementType(type);
	index_add(step, index, LLVMABISizeOfType(layout, type));
	return type;
}

static struct step step_of(LLVMTargetDataRef layout, LLVMValueRef pointer)
{
	struct step step = { true, true, 0 };
	LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
	index_add(&step, LLVMGetOperand(pointer, 1), LLVMABISizeOfType(layout, type));
	for (unsigned i = 2; type && i < (unsigned)LLVMGetNumOperands(pointer); i++)
		type = member_add(layout, &step, type, LLVMGetOperand(pointer, i));
	step.placed &= type != NULL;
	step.fixed &= type != NULL;
	return step;
}

static void step_fill(struct putting *putting, LLVMValueRef user, bool fixed, bool placed, int64_t offset)
{
	struct step step = step_of(putting->layout, user);
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

static void use_fill(struct putting *putting, LLVMValueRef user, LLVMValueRef pointer, bool fixed,
	bool placed, int64_t offset)
{
	if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user))
		return;
	if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer)
		write_add(putting, user, LLVMGetOperand(user, 0), fixed, placed, offset);
	else if (LLVMIsAAtomicRMWInst(user) && LLVMGetOperand(user, 1) != pointer &&
		 LLVMGetAtomicRMWBinOp(user) == LLVMAtomicRMWBinOpXchg)
		write_add(putting, user, LLVMGetOperand(user, 1), fixed, placed, offset);
	else if (LLVMIsAGetElementPtrInst(user))
		step_fill(putting, user, fixed, placed, offset);
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
	way_fill(putting);
	uses_fill(putting, pointer, true, true, 0);
	if (!putting->unknown)
		return;
	putting->puts->n = 0;
	vec_push(putting->arena, putting->puts, ((struct put_words){ .param = -1, .width = 8 }));
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
	struct putting putting = { arena, function, LLVMGetModuleDataLayout(module->llvm),
		ptrmap_new(arena), ptrmap_new(arena), puts, false };
	if (pointer)
		puts_fill(&putting, pointer);
	else
		vec_push(arena, puts, ((struct put_words){ .param = -1, .width = 8 }));
}

/* May a thread learn by an instruction what others have put into memory: additions whose result nobody uses tell nothing. */
static bool may_tell(LLVMValueRef i)
{
	if (LLVMIsALoadInst(i))
		return LLVMGetVolatile(i) || LLVMGetOrdering(i);
	if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || (is_call(i) && strstr(call_name(i), "atomic")))
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
