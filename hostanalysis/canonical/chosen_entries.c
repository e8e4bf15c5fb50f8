#include "hostanalysis/canonical/rewrite.h"

#include <llvm-c/DebugInfo.h>

/*
 * What is read from an entry of a constant table that branches choose, such as the kernel of the
 * entry whose name was asked for, is chosen by the same branches among what the entries hold. Where
 * no entry is chosen the pointer is null, or where the table ends, and nobody reads.
 */

enum { MOST_PARTS = 32 };

struct choice {
	struct host_pass *pass;
	LLVMBuilderRef b;
	LLVMValueRef load;
	unsigned parts;
	uint64_t size; /* bytes that are read */
};

static bool is_choice(LLVMValueRef pointer)
{
	return LLVMIsAPHINode(pointer) || LLVMIsASelectInst(pointer);
}

/* Is it no pointer that anybody may read through. */
static bool is_none(LLVMValueRef base)
{
	return LLVMIsAConstantPointerNull(base) || LLVMIsUndef(base);
}

static bool is_table(LLVMValueRef base)
{
	return LLVMIsAGlobalVariable(base) && LLVMIsGlobalConstant(base) &&
	       LLVMGetInitializer(base);
}

static bool is_inside(const struct choice *choice, LLVMValueRef table, int64_t offset)
{
	return offset >= 0 &&
	       (uint64_t)offset + choice->size <= LLVMABISizeOfType(choice->pass->layout,
							  LLVMTypeOf(LLVMGetInitializer(table)));
}

/* Does a pointer lead to entries of constant tables, or is null, by joins and choices that no loop
 * hands round. */
static bool leads_to_entries(struct choice *choice, LLVMValueRef pointer, int64_t offset)
{
	int64_t behind;
	LLVMValueRef base = pointer_base(choice->pass, pointer, &behind);
	if (choice->parts++ >= MOST_PARTS)
		return false;
	if (is_none(base) || is_table(base))
		return true;
	if (!is_choice(base))
		return false;
	for (unsigned i = LLVMIsASelectInst(base) ? 1 : 0; i < (unsigned)LLVMGetNumOperands(base);
		i++)
		if (!leads_to_entries(choice, LLVMGetOperand(base, i), behind + offset))
			return false;
	return true;
}

static LLVMValueRef read_through(
	struct choice *choice, LLVMValueRef pointer, int64_t offset, LLVMValueRef at);

static LLVMValueRef read_joined(struct choice *choice, LLVMValueRef phi, int64_t offset)
{
	LLVMPositionBuilderBefore(choice->b, phi);
	LLVMValueRef joined = LLVMBuildPhi(choice->b, LLVMTypeOf(choice->load), "");
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		LLVMValueRef value = phi_value_from(joined, from);
		if (!value)
			value = read_through(choice, LLVMGetIncomingValue(phi, i), offset,
				LLVMGetBasicBlockTerminator(from));
		LLVMAddIncoming(joined, &value, &from, 1);
	}
	return joined;
}

static LLVMValueRef read_chosen(struct choice *choice, LLVMValueRef select, int64_t offset)
{
	LLVMValueRef yes = read_through(choice, LLVMGetOperand(select, 1), offset, select);
	LLVMValueRef no = read_through(choice, LLVMGetOperand(select, 2), offset, select);
	LLVMPositionBuilderBefore(choice->b, select);
	return LLVMBuildSelect(choice->b, LLVMGetOperand(select, 0), yes, no, "");
}

static LLVMValueRef read_entry(
	struct choice *choice, LLVMValueRef table, int64_t offset, LLVMValueRef at)
{
	LLVMPositionBuilderBefore(choice->b, at);
	LLVMValueRef address = address_build(choice->pass, choice->b, table, (uint64_t)offset);
	LLVMValueRef load = LLVMBuildLoad2(choice->b, LLVMTypeOf(choice->load), address, "");
	LLVMSetAlignment(load, LLVMGetAlignment(choice->load));
	return load;
}

/* What is read so many bytes behind a pointer, made before an instruction. */
static LLVMValueRef read_through(
	struct choice *choice, LLVMValueRef pointer, int64_t offset, LLVMValueRef at)
{
	int64_t behind;
	LLVMValueRef base = pointer_base(choice->pass, pointer, &behind);
	if (is_none(base) || (is_table(base) && !is_inside(choice, base, behind + offset)))
		return LLVMGetPoison(LLVMTypeOf(choice->load));
	if (!is_choice(base))
		return read_entry(choice, base, behind + offset, at);
	return LLVMIsAPHINode(base) ? read_joined(choice, base, behind + offset)
				    : read_chosen(choice, base, behind + offset);
}

static void load_split(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef load)
{
	struct choice choice = { .pass = pass, .b = b, .load = load };
	int64_t offset;
	choice.size = LLVMStoreSizeOfType(pass->layout, LLVMTypeOf(load));
	if (LLVMGetVolatile(load) || LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic ||
		!is_choice(pointer_base(pass, LLVMGetOperand(load, 0), &offset)) ||
		!leads_to_entries(&choice, LLVMGetOperand(load, 0), 0))
		return;
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(load));
	LLVMReplaceAllUsesWith(load, read_through(&choice, LLVMGetOperand(load, 0), 0, load));
}

void chosen_entries_split(struct host_pass *pass)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
			block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
				i = LLVMGetNextInstruction(i))
				if (LLVMIsALoadInst(i))
					load_split(pass, b, i);
	LLVMDisposeBuilder(b);
}
