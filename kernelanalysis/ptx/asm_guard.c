#include "kernelanalysis/ptx/asm_build.h"

#include <string.h>

/*
 * Guarded statements of inline PTX, "@p ld ...": what they become is built in straight code, and registers that they set are
 * chosen by the guard. When the whole text is understood, the code behind each guard moves to a block of its own.
 */

/* Warps run these together, guarded or not; and what sets the guards themselves. */
static bool is_for_all(const char *opcode)
{
	static const char *const names[] = { "elect", "setp", "ldmatrix", "stmatrix", "bra" };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(opcode, names[i]))
			return true;
	return false;
}

static LLVMValueRef condition_of(struct asm_text *text, const struct ptx_statement *statement)
{
	const char *name = statement->guard + (*statement->guard == '!');
	LLVMValueRef value = asm_value(text, name, 0);
	if (!value || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
		return NULL;
	LLVMValueRef none = LLVMConstInt(LLVMTypeOf(value), 0, false);
	return LLVMBuildICmp(
		text->builder, *statement->guard == '!' ? LLVMIntEQ : LLVMIntNE, value, none, "");
}

/* Registers that the statement has set keep what they held where the guard does not hold. */
static bool choose(struct asm_text *text, struct asm_guard *guard, const struct asm_register *old, size_t n)
{
	for (size_t i = 0; i < text->registers.n; i++) {
		struct asm_register *now = &text->registers.at[i];
		LLVMValueRef before = i < n ? old[i].value : NULL;
		if (!now->value || now->value == before)
			continue;
		if (!before)
			before = LLVMGetUndef(LLVMTypeOf(now->value));
		if (LLVMTypeOf(before) != LLVMTypeOf(now->value))
			return false;
		now->value = LLVMBuildSelect(text->builder, guard->condition, now->value, before, "");
		if (LLVMIsASelectInst(now->value))
			vec_push(text->arena, &guard->chosen, now->value);
	}
	return true;
}

bool asm_lower_guarded(struct asm_text *text, const struct ptx_statement *statement, asm_lowering *lower)
{
	struct ptx_statement plain = *statement;
	struct asm_guard guard = { 0 };
	plain.guarded = false;
	plain.guard = NULL;
	if (is_for_all(statement->part[0]))
		return lower(text, statement);
	guard.condition = condition_of(text, statement);
	if (!guard.condition || LLVMIsAConstant(guard.condition))
		return guard.condition && (!LLVMConstIntGetZExtValue(guard.condition) || lower(text, &plain));
	guard.before = LLVMGetPreviousInstruction(text->call);
	size_t n = text->registers.n;
	struct asm_register *old = arena_alloc(text->arena, (n + 1) * sizeof(*old));
	if (n)
		memcpy(old, text->registers.at, n * sizeof(*old));
	if (!guard.before || !lower(text, &plain))
		return false;
	guard.last = LLVMGetPreviousInstruction(text->call);
	bool chosen = choose(text, &guard, old, n);
	if (guard.last != guard.before)
		vec_push(text->arena, &text->guards, guard);
	return chosen;
}

/* Moves instructions to the end of another block, from the first one of their block up to `last`. */
static void move(LLVMBuilderRef builder, LLVMBasicBlockRef from, LLVMValueRef last, LLVMBasicBlockRef to)
{
	LLVMPositionBuilderAtEnd(builder, to);
	for (bool more = true; more;) {
		LLVMValueRef i = LLVMGetFirstInstruction(from);
		more = i != last;
		LLVMInstructionRemoveFromParent(i);
		LLVMInsertIntoBuilder(builder, i);
	}
}

static void redirect(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(from);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
		for (unsigned s = 0; end && s < LLVMGetNumSuccessors(end); s++)
			if (LLVMGetSuccessor(end, s) == from)
				LLVMSetSuccessor(end, s, to);
	}
}

static void split(LLVMContextRef context, LLVMBuilderRef builder, const struct asm_guard *guard)
{
	LLVMBasicBlockRef rest = LLVMGetInstructionParent(guard->last);
	LLVMBasicBlockRef head = LLVMInsertBasicBlockInContext(context, rest, "guard");
	LLVMBasicBlockRef inner = LLVMInsertBasicBlockInContext(context, rest, "guarded");
	redirect(rest, head);
	move(builder, rest, guard->before, head);
	LLVMBuildCondBr(builder, guard->condition, inner, rest);
	move(builder, rest, guard->last, inner);
	LLVMBuildBr(builder, rest);
	vec_each(select, &guard->chosen) {
		LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(rest));
		LLVMValueRef phi = LLVMBuildPhi(builder, LLVMTypeOf(*select), "");
		LLVMValueRef values[] = { LLVMGetOperand(*select, 1), LLVMGetOperand(*select, 2) };
		LLVMBasicBlockRef blocks[] = { inner, head };
		LLVMAddIncoming(phi, values, blocks, 2);
		LLVMReplaceAllUsesWith(*select, phi);
		LLVMInstructionEraseFromParent(*select);
	}
}

void asm_guards_split(struct asm_text *text)
{
	LLVMContextRef context = text->module->context;
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	vec_each(guard, &text->guards) split(context, builder, guard);
	LLVMDisposeBuilder(builder);
}
