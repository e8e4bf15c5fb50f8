#include <llvm-c/Target.h>

#include "kernelanalysis/kernel.h"

#include <string.h>

#include "base/ptrmap.h"
#include "kernelanalysis/values/left_pointers.h"

/*
 * How kernels fill tables of pointers. Whichever thread makes an entry, it is known what it points
 * to where its number is the one factor that is not the same for all.
 */

enum { DEPTH = 8, ENTRY = 8 };

struct laying {
	LLVMValueRef function; /* NULL: all of the module's */
	LLVMTargetDataRef layout;
	struct ptrmap *seen;
	LLVMValueRef store; /* of a pointer that is not fresh */
	bool fresh, any;
};

static LLVMValueRef uncast(LLVMValueRef value)
{
	while (LLVMIsASExtInst(value) || LLVMIsAZExtInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

static bool is_step(LLVMValueRef user)
{
	if (LLVMIsAConstantExpr(user))
		return LLVMGetConstOpcode(user) == LLVMGetElementPtr ||
		       LLVMGetConstOpcode(user) == LLVMAddrSpaceCast;
	return LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user) ||
	       LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
}

static bool is_fresh(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return is_call(pointer) &&
	       (!strcmp(call_name(pointer), "malloc") || !strcmp(call_name(pointer), "_Znwm") ||
		       !strcmp(call_name(pointer), "_Znam"));
}

static void store_add(struct laying *laying, LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0);
	laying->any |= LLVMIsAPtrToIntInst(value) != NULL;
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind || LLVMIsNull(value))
		return;
	if (is_fresh(value)) {
		laying->fresh = true;
		return;
	}
	laying->any |= laying->store && laying->store != store;
	laying->store = store;
}

/* Does a call only look at the memory, or write no pointers there. */
static bool is_harmless(LLVMValueRef call, LLVMValueRef pointer)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("readonly", 8);
	LLVMValueRef target = call_target(call);
	for (unsigned i = 0; i < call_args(call); i++)
		if (call_arg(call, i) == pointer &&
			!LLVMGetCallSiteEnumAttribute(call, i + 1, kind) &&
			!(target && i < LLVMCountParams(target) &&
				LLVMGetEnumAttributeAtIndex(target, i + 1, kind)))
			return false;
	return true;
}

static bool is_outside(const struct laying *laying, LLVMValueRef user)
{
	return laying->function && LLVMIsAInstruction(user) &&
	       LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != laying->function;
}

static void uses_add(struct laying *laying, LLVMValueRef pointer)
{
	if (ptrmap_get(laying->seen, pointer))
		return;
	ptrmap_set(laying->seen, pointer, pointer);
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (is_outside(laying, user) || LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
			is_listed(user))
			continue;
		if (is_step(user))
			uses_add(laying, user);
		else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer)
			store_add(laying, user);
		else if (!LLVMIsAAtomicRMWInst(user) &&
			 !(is_call(user) && is_harmless(user, pointer)))
			laying->any = true;
	}
}

static bool push(struct lay *lay, enum lay_op op, int64_t value)
{
	if (lay->n == LAY_STEPS)
		return false;
	lay->step[lay->n++] = (struct lay_step){ op, value };
	return true;
}

static int param_number(LLVMValueRef function, LLVMValueRef value)
{
	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		if (LLVMGetParam(function, i) == value)
			return (int)i;
	return -1;
}

static bool operator_push(struct lay *lay, LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMAdd:
		return push(lay, LAY_ADD, 0);
	case LLVMSub:
		return push(lay, LAY_SUB, 0);
	case LLVMMul:
	case LLVMShl:
		return push(lay, LAY_MUL, 0);
	case LLVMSDiv:
	case LLVMUDiv:
		return push(lay, LAY_DIV, 0);
	default:
		return false;
	}
}

/* A number that is made of the kernel's parameters and constants. */
static bool number_push(struct lay *lay, LLVMValueRef function, LLVMValueRef value, unsigned depth)
{
	value = uncast(value);
	if (LLVMIsAConstantInt(value))
		return push(lay, LAY_NUMBER, LLVMConstIntGetSExtValue(value));
	if (LLVMIsAArgument(value))
		return push(lay, LAY_PARAM, param_number(function, value));
	if (!depth || !LLVMIsABinaryOperator(value))
		return false;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	LLVMValueRef right = LLVMGetOperand(value, 1);
	if (opcode == LLVMShl && !LLVMIsAConstantInt(right))
		return false;
	if (!number_push(lay, function, LLVMGetOperand(value, 0), depth - 1))
		return false;
	bool second = opcode == LLVMShl
			      ? push(lay, LAY_NUMBER,
					INT64_C(1) << (LLVMConstIntGetZExtValue(right) & 31))
			      : number_push(lay, function, right, depth - 1);
	return second && operator_push(lay, opcode);
}

/* Are they the same number in one thread. */
static bool is_entry(LLVMValueRef number, LLVMValueRef entry)
{
	if (is_call(number) && is_call(entry))
		return call_target(number) && call_target(number) == call_target(entry) &&
		       !call_args(number) &&
		       !strncmp(call_name(number), "llvm.nvvm.read.ptx.sreg.", 24);
	return same_value(number, entry, DEPTH);
}

/* The factor by which a number is the entry's. */
static bool factor_push(
	struct lay *lay, LLVMValueRef function, LLVMValueRef number, LLVMValueRef entry)
{
	number = uncast(number);
	if (is_entry(number, entry))
		return push(lay, LAY_NUMBER, 1);
	if (!LLVMIsABinaryOperator(number))
		return false;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(number);
	LLVMValueRef right = LLVMGetOperand(number, 1);
	if (opcode == LLVMShl && LLVMIsAConstantInt(right) &&
		is_entry(uncast(LLVMGetOperand(number, 0)), entry))
		return push(lay, LAY_NUMBER, INT64_C(1) << (LLVMConstIntGetZExtValue(right) & 31));
	for (unsigned i = 0; opcode == LLVMMul && i < 2; i++)
		if (is_entry(uncast(LLVMGetOperand(number, i)), entry))
			return number_push(lay, function, LLVMGetOperand(number, 1 - i), DEPTH);
	return false;
}

/* The one index of a step, and how many bytes it counts; NULL: there are several. */
static LLVMValueRef index_of(const struct laying *laying, LLVMValueRef pointer, int64_t *size)
{
	if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumOperands(pointer) != 2)
		return NULL;
	*size = (int64_t)LLVMABISizeOfType(laying->layout, LLVMGetGEPSourceElementType(pointer));
	return LLVMGetOperand(pointer, 1);
}

/* Does the one store make rows behind a parameter. */
static bool rows_fill(const struct laying *laying, LLVMValueRef table, struct lay *lay)
{
	int64_t size, entry_size;
	LLVMValueRef value = LLVMGetOperand(laying->store, 0),
		     place = LLVMGetOperand(laying->store, 1);
	LLVMValueRef entry = index_of(laying, place, &entry_size),
		     number = index_of(laying, value, &size);
	if (!entry || !number || entry_size != ENTRY || LLVMGetOperand(place, 0) != table)
		return false;
	lay->base = param_number(laying->function, LLVMGetOperand(value, 0));
	return lay->base >= 0 && factor_push(lay, laying->function, number, uncast(entry)) &&
	       push(lay, LAY_NUMBER, size) && push(lay, LAY_MUL, 0);
}

void device_lays(
	void *device, struct arena *arena, const char *kernel, unsigned param, struct lay *lay)
{
	const struct module *module = device;
	LLVMValueRef function = kernel_of_name(arena, module, kernel);
	*lay = (struct lay){ .kind = LAY_ANY };
	if (!function || LLVMIsDeclaration(function) || param >= LLVMCountParams(function))
		return;
	LLVMValueRef table = LLVMGetParam(function, param);
	struct laying laying = { .function = function,
		.layout = LLVMGetModuleDataLayout(module->llvm),
		.seen = ptrmap_new(arena) };
	uses_add(&laying, table);
	if (laying.any)
		return;
	if (!laying.store)
		lay->kind = laying.fresh ? LAY_FRESH : LAY_NOTHING;
	else if (!laying.fresh && rows_fill(&laying, table, lay))
		lay->kind = LAY_ROWS;
}

bool variable_is_laid(struct arena *arena, LLVMValueRef variable)
{
	struct laying laying = { .seen = ptrmap_new(arena) };
	uses_add(&laying, variable);
	return laying.any || laying.store;
}
