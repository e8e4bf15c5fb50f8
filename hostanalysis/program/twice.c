#include "hostanalysis/pass.h"

#include "hostanalysis/program/index.h"

/*
 * Calls that give one pointer twice, as far as the code of the calling function shows it: two
 * arguments that are computed alike, but for a distance from what they are computed from. What is
 * stored between two loads of a place is not looked at, so that what differs may be taken for one
 * pointer; whoever asks looks closer.
 */

enum { DEPTH = 8 };

/* What a local variable is set to, once, and nobody else has its address; NULL: it is none. */
static LLVMValueRef set_once(LLVMValueRef variable)
{
	LLVMValueRef value = NULL;
	if (!LLVMIsAAllocaInst(variable))
		return NULL;
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable;
		if (LLVMIsALoadInst(user) ||
			(is_call(user) && !strncmp(call_name(user), "llvm.lifetime.", 14)))
			continue;
		if (!stored || value || LLVMGetOperand(user, 0) == variable)
			return NULL;
		value = LLVMGetOperand(user, 0);
	}
	return value;
}

/* What a pointer or number is counted from. */
static LLVMValueRef origin(LLVMValueRef value)
{
	for (unsigned i = 0; i < DEPTH; i++) {
		LLVMValueRef next = NULL;
		if (LLVMIsALoadInst(value))
			next = set_once(LLVMGetOperand(value, 0));
		else if (LLVMIsAGetElementPtrInst(value) && LLVMGetNumOperands(value) == 2)
			next = LLVMGetOperand(value, 0);
		if (!next || LLVMTypeOf(next) != LLVMTypeOf(value))
			break;
		value = next;
	}
	return value;
}

static bool is_alike(LLVMValueRef a, LLVMValueRef b, unsigned depth);

static bool calls_alike(LLVMValueRef a, LLVMValueRef b, unsigned depth)
{
	if (LLVMGetCalledValue(a) != LLVMGetCalledValue(b) || call_args(a) != call_args(b))
		return false;
	for (unsigned i = 0; i < call_args(a); i++)
		if (!is_alike(call_arg(a, i), call_arg(b, i), depth - 1))
			return false;
	return true;
}

/* Are two values the same, or computed in the same way from what is the same. */
static bool is_alike(LLVMValueRef a, LLVMValueRef b, unsigned depth)
{
	if (a == b)
		return true;
	if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) ||
		LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
		LLVMTypeOf(a) != LLVMTypeOf(b))
		return false;
	if (is_call(a))
		return calls_alike(a, b, depth);
	if (!LLVMIsALoadInst(a) && !LLVMIsAGetElementPtrInst(a) && !LLVMIsACastInst(a) &&
		!LLVMIsABinaryOperator(a))
		return false;
	if (LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
		if (!is_alike(
			    origin(LLVMGetOperand(a, i)), origin(LLVMGetOperand(b, i)), depth - 1))
			return false;
	return true;
}

/* Null, texts and other constants are no memory that a kernel writes. */
static bool is_memory(LLVMValueRef pointer)
{
	return !LLVMIsAConstant(pointer) ||
	       (LLVMIsAGlobalVariable(pointer) && !LLVMIsGlobalConstant(pointer));
}

bool call_repeats(LLVMValueRef call)
{
	for (unsigned i = 0; i < call_args(call); i++) {
		LLVMValueRef arg = call_arg(call, i);
		if (LLVMGetTypeKind(LLVMTypeOf(arg)) != LLVMPointerTypeKind)
			continue;
		LLVMValueRef first = origin(arg);
		for (unsigned k = i + 1; k < call_args(call); k++)
			if (LLVMTypeOf(call_arg(call, k)) == LLVMTypeOf(arg) && is_memory(first) &&
				is_alike(first, origin(call_arg(call, k)), DEPTH))
				return true;
	}
	return false;
}
