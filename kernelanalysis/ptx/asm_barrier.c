#include "kernelanalysis/ptx/asm_build.h"

#include <string.h>

/*
 * mbarrier instructions (PTX ISA, Parallel Synchronization and
 * Communication Instructions: mbarrier), as the headers' calls for cuda::barrier.
 */

static LLVMTypeRef int_type(const struct asm_text *text, unsigned bits)
{
	return LLVMIntTypeInContext(text->module->context, bits);
}

static bool is_wait(const struct ptx_statement *statement)
{
	return statement->parts > 1 && !strcmp(statement->part[0], "mbarrier") &&
	       (ptx_has(statement, "try_wait") || ptx_has(statement, "test_wait")) &&
	       !statement->guarded && statement->operands > 1;
}

static bool is_branch(const struct ptx_statement *statement, const char *guard, const char *label)
{
	return statement->parts && !strcmp(statement->part[0], "bra") && statement->operands == 1 &&
	       !strcmp(statement->operand[0], label) && statement->guarded == (guard != NULL) &&
	       (!guard || !strcmp(statement->guard, guard));
}

/* "L: test p; @!p bra L;" */
static bool repeats(const struct ptx_statement *at, size_t n)
{
	const struct ptx_statement *branch = &at[2];
	return n == 3 && branch->guarded && *branch->guard == '!' &&
	       !strcmp(branch->guard + 1, at[1].operand[0]) &&
	       is_branch(branch, branch->guard, at[0].label);
}

/* "L: test p; @p bra D; bra L; D:" */
static bool repeats_until(const struct ptx_statement *at, size_t n)
{
	return n == 5 && at[4].label && is_branch(&at[2], at[1].operand[0], at[4].label) &&
	       is_branch(&at[3], NULL, at[0].label);
}

void asm_join_spin(ptx_list *list)
{
	struct ptx_statement *at = list->at;
	if (list->n < 3 || !at[0].label || !is_wait(&at[1]) ||
		(!repeats(at, list->n) && !repeats_until(at, list->n)))
		return;
	at[0] = at[1];
	at[0].spins = true;
	list->n = 1;
}

/*
 * Counts and weaker orders are not read, nor other blocks' barriers but by arrivals in the
 * cluster's scope. What is expected, or
 * completed, by itself has no order but the relaxed one, of whichever scope.
 */
static bool is_odd(const struct ptx_statement *statement)
{
	static const char *const odd[] = { "noComplete", "pending_count", "relaxed" };
	bool arrives = !strcmp(statement->part[1], "arrive") && ptx_has(statement, "cluster") &&
		       !ptx_has(statement, "expect_tx");
	if (!strcmp(statement->part[1], "expect_tx") || !strcmp(statement->part[1], "complete_tx"))
		return ptx_has(statement, "shared_cluster") || statement->guarded;
	if (ptx_has(statement, "shared_cluster") && !arrives)
		return true;
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

/* The bytes that a phase waits for besides its arrivals: those that a thread says have come, less than none. */
static bool expect(struct asm_text *text, const struct ptx_statement *statement, unsigned first)
{
	if (statement->operands != first + 2)
		return false;
	LLVMValueRef args[] = { asm_address(text, statement, statement->operand[first]),
		asm_value(text, statement->operand[first + 1], 64) };
	if (args[1] && !strcmp(statement->part[1], "complete_tx"))
		args[1] = LLVMBuildNeg(text->builder, args[1], "");
	return args[0] && args[1] &&
	       asm_barrier(text, "__hgrd_barrier_expect",
		       LLVMVoidTypeInContext(text->module->context), args);
}

/* state, [barrier], and how many arrivals, or how many bytes it expects. */
static bool arrive(struct asm_text *text, const struct ptx_statement *statement, bool drop)
{
	bool expects = ptx_has(statement, "expect_tx"), many = statement->operands == 3 && !expects;
	if (statement->operands < 2 || statement->operands > 3 || (drop && many) ||
		(expects && !expect(text, statement, 1)))
		return false;
	LLVMValueRef args[] = { asm_address(text, statement, statement->operand[1]),
		many ? asm_value(text, statement->operand[2], 64)
		     : LLVMConstInt(int_type(text, 64), drop ? UINT64_MAX : 1, true) };
	const char *name = ptx_has(statement, "cluster") ? "__hgrd_barrier_arrive_cluster"
							 : "__hgrd_barrier_arrive";
	return args[0] && args[1] && asm_assign(text, statement->operand[0],
				  asm_barrier(text, name, int_type(text, 64), args), false);
}

/* The hint of try_wait, how long to sleep, is left out. */
static bool test(struct asm_text *text, const struct ptx_statement *statement)
{
	if (statement->operands < 3)
		return false;
	bool parity = ptx_has(statement, "parity");
	const char *what = statement->spins ? "wait" : "test", *scope = ptx_has(statement, "cluster") ? "_cluster" : "";
	const char *name = arena_printf(text->arena, "__hgrd_barrier_%s%s%s", what, parity ? "_parity" : "", scope);
	LLVMTypeRef nothing = LLVMVoidTypeInContext(text->module->context);
	LLVMValueRef args[] = { asm_address(text, statement, statement->operand[1]),
		asm_value(text, statement->operand[2], parity ? 32 : 64) };
	if (!args[0] || !args[1])
		return false;
	return statement->spins
		? asm_barrier(text, name, nothing, args) != NULL
		: asm_assign(text, statement->operand[0],
		       asm_barrier(text, name, int_type(text, 1), args), false);
}

bool asm_lower_barrier(struct asm_text *text, const struct ptx_statement *statement)
{
	if (statement->parts < 2 || is_odd(statement))
		return false;
	const char *operation = statement->part[1];
	if (!strcmp(operation, "inval"))
		return true;
	if (!strcmp(operation, "expect_tx") || !strcmp(operation, "complete_tx"))
		return expect(text, statement, 0);
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
	LLVMValueRef of[2];
	if (!asm_operands(text, statement, bits, of))
		return asm_opaque(text, statement);
	return asm_assign(text, statement->operand[0],
		LLVMBuildSelect(text->builder, when, of[0], of[1], ""), letter == 's');
}
