#include "kernelanalysis/asm_build.h"

#include <string.h>

/*
 * mbarrier instructions (PTX ISA, Parallel Synchronization and
 * Communication Instructions: mbarrier), as the headers' calls for cuda::barrier.
 */

static LLVMTypeRef int_type(const struct asm_text *text, unsigned bits)
{
	return LLVMIntTypeInContext(text->module->context, bits);
}

/* Other blocks' barriers, transactions, counts, and weaker orders are not read. */
static bool is_odd(const struct ptx_statement *statement)
{
	static const char *const odd[] = { "cluster", "expect_tx", "complete_tx", "noComplete",
		"relaxed", "pending_count" };
	for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++)
		if (ptx_has(statement, odd[i]))
			return true;
	return statement->guarded;
}

static bool initialise(struct asm_text *text, const struct ptx_statement *statement)
{
	if (statement->operands != 2)
		return false;
	LLVMValueRef args[] = { asm_address(text, statement, statement->operand[0]),
		asm_value(text, statement->operand[1], 64) };
	if (!args[0] || !args[1])
		return false;
	asm_barrier(text, "__hgrd_barrier_init", LLVMVoidTypeInContext(text->module->context), args);
	return true;
}

static bool arrive(struct asm_text *text, const struct ptx_statement *statement, bool drop)
{
	if (statement->operands != 2)
		return false;
	LLVMValueRef args[] = { asm_address(text, statement, statement->operand[1]),
		LLVMConstInt(int_type(text, 64), drop ? UINT64_MAX : 1, true) };
	return args[0] && asm_assign(text, statement->operand[0],
				  asm_barrier(text, "__hgrd_barrier_arrive", int_type(text, 64), args),
				  false);
}

/* The hint of try_wait, how long to sleep, is left out. */
static bool test(struct asm_text *text, const struct ptx_statement *statement)
{
	if (statement->operands < 3)
		return false;
	bool parity = ptx_has(statement, "parity");
	const char *name = parity ? "__hgrd_barrier_test_parity" : "__hgrd_barrier_test";
	LLVMValueRef args[] = { asm_address(text, statement, statement->operand[1]),
		asm_value(text, statement->operand[2], parity ? 32 : 64) };
	return args[0] && args[1] &&
	       asm_assign(text, statement->operand[0],
		       asm_barrier(text, name, int_type(text, 1), args), false);
}

bool asm_lower_barrier(struct asm_text *text, const struct ptx_statement *statement)
{
	if (statement->parts < 2 || is_odd(statement))
		return false;
	const char *operation = statement->part[1];
	if (!strcmp(operation, "init"))
		return initialise(text, statement);
	if (!strcmp(operation, "arrive") || !strcmp(operation, "arrive_drop"))
		return arrive(text, statement, !strcmp(operation, "arrive_drop"));
	return (!strcmp(operation, "test_wait") || !strcmp(operation, "try_wait")) &&
	       test(text, statement);
}

bool asm_lower_select(struct asm_text *text, const struct ptx_statement *statement)
{
	unsigned bits = 0;
	char letter = 0;
	LLVMValueRef when = statement->operands == 4 ? asm_value(text, statement->operand[3], 0) : NULL;
	if (statement->guarded || !when || LLVMTypeOf(when) != int_type(text, 1) ||
		!ptx_type(statement, &bits, &letter) || letter == 'f')
		return asm_opaque(text, statement);
	LLVMValueRef a = asm_value(text, statement->operand[1], bits);
	LLVMValueRef b = asm_value(text, statement->operand[2], bits);
	if (!a || !b)
		return asm_opaque(text, statement);
	return asm_assign(text, statement->operand[0],
		LLVMBuildSelect(text->builder, when, a, b, ""), letter == 's');
}
