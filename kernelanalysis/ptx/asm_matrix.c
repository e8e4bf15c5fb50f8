#include "kernelanalysis/ptx/asm_build.h"

/*
 * ldmatrix and stmatrix (PTX ISA, Warp Level Matrix Instructions): of each matrix, eight lanes in turn give the
 * addresses of its rows of 16 bytes. A row is taken to be accessed by the lane that gives its
 * address; which lane gets which element is not followed.
 */

enum { ROW_BITS = 128, MATRIX_ROWS = 8, LANES = 32 };

LLVMValueRef asm_unknown(struct asm_text *text)
{
	text->opaque = true;
	return asm_call(text, "__hgrd_asm_value",
		LLVMInt64TypeInContext(text->module->context), NULL, 0);
}

/* How many lanes' addresses are those of rows; 0: not known. */
static unsigned rows(const struct ptx_statement *statement)
{
	if (statement->guarded || !ptx_has(statement, "m8n8") || !ptx_has(statement, "b16"))
		return 0;
	return MATRIX_ROWS * (ptx_has(statement, "x4")   ? 4
			      : ptx_has(statement, "x2") ? 2
							 : ptx_has(statement, "x1"));
}

/* The lane's row, from a byte on; null in lanes whose addresses do not count. */
static LLVMValueRef row_address(struct asm_text *text, const struct ptx_statement *statement,
	const char *operand, unsigned byte)
{
	unsigned n = rows(statement);
	LLVMTypeRef generic = LLVMPointerTypeInContext(text->module->context, 0);
	LLVMValueRef pointer = n ? asm_address(text, statement, operand) : NULL;
	pointer = pointer ? asm_offset(text, pointer, byte) : NULL;
	if (!pointer || n == LANES)
		return pointer;
	LLVMValueRef lane = asm_value(text, "%laneid", 32);
	LLVMValueRef last = LLVMConstInt(LLVMTypeOf(lane), n, false);
	LLVMValueRef counts = LLVMBuildICmp(text->builder, LLVMIntULT, lane, last, "");
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)))
		pointer = LLVMBuildAddrSpaceCast(text->builder, pointer, generic, "");
	return LLVMBuildSelect(text->builder, counts, pointer, LLVMConstNull(generic), "");
}

bool asm_lower_load_matrix(struct asm_text *text, const struct ptx_statement *statement)
{
	LLVMValueRef row = statement->operands == 2
				   ? row_address(text, statement, statement->operand[1], 0)
				   : NULL;
	if (!row)
		return false;
	asm_load(text, row, ROW_BITS, false);
	return asm_opaque(text, statement);
}

bool asm_lower_store_matrix(struct asm_text *text, const struct ptx_statement *statement)
{
	for (unsigned byte = 0; byte < ROW_BITS / 8; byte += 8) {
		LLVMValueRef row = statement->operands == 2
			? row_address(text, statement, statement->operand[0], byte)
			: NULL;
		if (!row)
			return false;
		asm_store(text, row, asm_unknown(text), false);
	}
	return true;
}
