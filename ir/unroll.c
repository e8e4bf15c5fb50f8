#include "ir/unroll.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "base/arena.h"
#include "ir/value.h"

/* LLVM unrolls what is not marked, if it is small; clang itself marks all loops at -O1. */

static const char passes[] =
	"function(loop-simplify,lcssa,loop-unroll<O3;no-partial;no-peeling;no-runtime;"
	"no-upperbound;full-unroll-max=%u>)";

static LLVMMetadataRef loop_mark(LLVMContextRef context, const char *text)
{
	LLVMMetadataRef name = LLVMMDStringInContext2(context, text, strlen(text));
	LLVMMetadataRef marks = LLVMMDNodeInContext2(context, &name, 1);
	/* a loop's node starts with itself */
	LLVMMetadataRef self = LLVMTemporaryMDNode(context, NULL, 0);
	LLVMMetadataRef operands[] = { self, marks };
	LLVMMetadataRef node = LLVMMDNodeInContext2(context, operands, 2);
	LLVMMetadataReplaceAllUsesWith(self, node);
	return node;
}

/* A number that a loop begins with and adds to in each round. */
struct counted {
	LLVMValueRef phi, next;
	int64_t first, step;
};

static bool counted_fill(const struct loop *loop, LLVMValueRef phi, struct counted *counted)
{
	*counted = (struct counted){ .phi = phi };
	if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != loop->header->llvm ||
		LLVMCountIncoming(phi) != 2)
		return false;
	unsigned back = LLVMGetIncomingBlock(phi, 0) == loop->latch->llvm ? 0 : 1;
	LLVMValueRef first = LLVMGetIncomingValue(phi, 1 - back), next = LLVMGetIncomingValue(phi, back);
	bool adds = LLVMIsABinaryOperator(next) && LLVMGetInstructionOpcode(next) == LLVMAdd;
	if (!adds || !LLVMIsAConstantInt(first) || LLVMGetOperand(next, 0) != phi ||
		!LLVMIsAConstantInt(LLVMGetOperand(next, 1)))
		return false;
	counted->next = next;
	counted->first = LLVMConstIntGetSExtValue(first);
	counted->step = LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1));
	return true;
}

static bool compares(LLVMIntPredicate predicate, int64_t a, int64_t b)
{
	switch (predicate) {
	case LLVMIntEQ:
		return a == b;
	case LLVMIntNE:
		return a != b;
	case LLVMIntSLT:
	case LLVMIntULT:
		return a < b;
	case LLVMIntSLE:
	case LLVMIntULE:
		return a <= b;
	case LLVMIntSGT:
	case LLVMIntUGT:
		return a > b;
	default:
		return a >= b;
	}
}

/* Does the block leave the loop, by a comparison of such a number, after `most` entries of the header or less. */
static bool leaves_within(const struct loop *loop, const struct block *block, unsigned most)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block->llvm);
	bool branches = LLVMIsABranchInst(end) && LLVMIsConditional(end);
	LLVMValueRef test = branches ? LLVMGetCondition(end) : NULL;
	struct counted counted;
	if (!test || !LLVMIsAICmpInst(test) || !LLVMIsAConstantInt(LLVMGetOperand(test, 1)))
		return false;
	LLVMValueRef value = LLVMGetOperand(test, 0);
	if (LLVMIsASExtInst(value) || LLVMIsAZExtInst(value))
		value = LLVMGetOperand(value, 0);
	bool next = LLVMIsABinaryOperator(value);
	if (!counted_fill(loop, next ? LLVMGetOperand(value, 0) : value, &counted) || (next && value != counted.next))
		return false;
	int64_t bound = LLVMConstIntGetSExtValue(LLVMGetOperand(test, 1)), at = counted.first + (next ? counted.step : 0);
	bool stays = false;
	vec_each(each, &loop->blocks)
		stays |= (*each)->llvm == LLVMGetSuccessor(end, 0);
	for (unsigned entries = 0; at >= 0 && bound >= 0 && entries < most; entries++, at += counted.step)
		if (compares(LLVMGetICmpPredicate(test), at, bound) != stays)
			return true;
	return false;
}

static bool ends_within(const struct loop *loop, unsigned most)
{
	return leaves_within(loop, loop->header, most) || leaves_within(loop, loop->latch, most);
}

/* Marks those that are not wanted, and those that are and end soon, whatever their size; is any wanted. */
static bool mark(struct module *module, const struct func *func, bool (*wanted)(const struct loop *), unsigned most)
{
	LLVMContextRef context = module->context;
	unsigned kind = LLVMGetMDKindIDInContext(context, "llvm.loop", 9);
	bool any = false;
	vec_each(each, &func->loops) {
		const struct loop *loop = *each;
		if (!loop->latch)
			continue;
		bool want = wanted(loop), soon = want && ends_within(loop, most);
		LLVMMetadataRef node = !want ? loop_mark(context, "llvm.loop.unroll.disable")
				       : soon ? loop_mark(context, "llvm.loop.unroll.enable") : NULL;
		LLVMSetMetadata(LLVMGetBasicBlockTerminator(loop->latch->llvm), kind,
			node ? LLVMMetadataAsValue(context, node) : NULL);
		any |= want;
	}
	return any;
}

bool loops_unroll(struct arena *arena, struct module *module, bool (*wanted)(const struct loop *),
	unsigned most, const char *then, const char **error)
{
	bool any = false;
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			any |= mark(module, func_new(arena, f), wanted, most);
	return !any || (module_run(arena, module, arena_printf(arena, passes, most), error) &&
			       module_run(arena, module, then, error));
}

static LLVMValueRef array_of(LLVMValueRef address)
{
	while (LLVMIsAGetElementPtrInst(address) || LLVMIsAAddrSpaceCastInst(address))
		address = LLVMGetOperand(address, 0);
	return LLVMIsAAllocaInst(address) || LLVMIsAArgument(address) ? address : NULL;
}

static bool is_own(LLVMValueRef address)
{
	LLVMValueRef array = array_of(address);
	return array && LLVMIsAAllocaInst(array);
}

static bool is_by_value(LLVMValueRef argument)
{
	LLVMValueRef function = LLVMGetParamParent(argument);
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		if (LLVMGetParam(function, i) == argument)
			return LLVMGetEnumAttributeAtIndex(function, i + 1, kind) != NULL;
	return false;
}

static bool has_fixed_subscripts(LLVMValueRef address)
{
	for (; LLVMIsAGetElementPtrInst(address); address = LLVMGetOperand(address, 0))
		for (int i = 1; i < LLVMGetNumOperands(address); i++)
			if (!LLVMIsAConstantInt(LLVMGetOperand(address, (unsigned)i)))
				return false;
	return true;
}

/* Reads or writes a number at a place that is not fixed in such an array. */
static bool moves_number(LLVMValueRef access, LLVMTypeRef type, unsigned pointer)
{
	LLVMValueRef address = LLVMGetOperand(access, pointer), array = array_of(address);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && array &&
	       (LLVMIsAAllocaInst(array) || is_by_value(array)) && !has_fixed_subscripts(address);
}

/* What a pointer begins with that goes through an array; another one as it is. */
static LLVMValueRef stepping_from(LLVMValueRef address)
{
	for (unsigned n = 0; LLVMIsAPHINode(address) && n < LLVMCountIncoming(address); n++) {
		LLVMValueRef next = LLVMGetIncomingValue(address, n);
		if (LLVMCountIncoming(address) == 2 && LLVMIsAGetElementPtrInst(next) && LLVMGetOperand(next, 0) == address)
			return LLVMGetIncomingValue(address, 1 - n);
	}
	return address;
}

bool pointer_is_chosen(LLVMValueRef pointer)
{
	LLVMValueRef address = LLVMIsALoadInst(pointer) ? LLVMGetOperand(pointer, 0) : NULL;
	LLVMValueRef array = address ? array_of(stepping_from(address)) : NULL;
	return array && LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind &&
	       (LLVMIsAAllocaInst(array) || is_by_value(array)) &&
	       (LLVMIsAPHINode(address) || !has_fixed_subscripts(address));
}

static bool is_shifted(LLVMValueRef load)
{
	for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAStoreInst(user) && is_own(LLVMGetOperand(user, 1)))
			return true;
	}
	return false;
}

/* Small numbers that are only looked at are flags or data, not sizes. */
static bool takes_part(LLVMValueRef i)
{
	if (LLVMIsALoadInst(i))
		return (type_width(i) >= 32 || is_shifted(i)) && moves_number(i, LLVMTypeOf(i), 0);
	return LLVMIsAStoreInst(i) && type_width(LLVMGetOperand(i, 0)) >= 32 &&
	       moves_number(i, LLVMTypeOf(LLVMGetOperand(i, 0)), 1);
}

/* Puts a pointer into such an array. */
static bool keeps_pointer(LLVMValueRef i)
{
	LLVMValueRef value = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : NULL;
	return value && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind &&
	       is_own(LLVMGetOperand(i, 1)) && !has_fixed_subscripts(LLVMGetOperand(i, 1));
}

/* Does some instruction take part, and nothing in the loop call or store elsewhere. */
static bool works_on_arrays(const struct loop *loop, bool (*part)(LLVMValueRef))
{
	bool any = false;
	vec_each(block, &loop->blocks) {
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i)) {
			const char *name = LLVMIsACallInst(i) ? call_name(i) : "";
			bool device = !strncmp(name, "llvm.nvvm.", 10) && strncmp(name + 10, "read.ptx.sreg.", 14);
			bool pure = !strncmp(name, "llvm.", 5) && !device;
			if ((LLVMIsACallInst(i) && !pure) || LLVMIsAAtomicRMWInst(i) ||
				LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i) ||
				(LLVMIsAStoreInst(i) && !is_own(LLVMGetOperand(i, 1))))
				return false;
			any |= part(i);
		}
	}
	return any;
}

bool loop_computes_arrays(const struct loop *loop)
{
	return works_on_arrays(loop, takes_part);
}

bool loop_keeps_pointers(const struct loop *loop)
{
	vec_each(block, &loop->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i))
			if (keeps_pointer(i))
				return true;
	return false;
}
