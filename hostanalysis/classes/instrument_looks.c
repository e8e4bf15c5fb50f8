#include "hostanalysis/classes/instrument_internal.h"

#include "hostanalysis/classes/class_casts.h"
#include "hostanalysis/pass.h"

/* Calls that leave objects of the classes alone, and do not look at them. */

static bool call_is_harmless(struct put *put, LLVMValueRef call);

static bool body_is_harmless(struct put *put, LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i))
			if (put_listed(put, i) || class_copied(put->classes, i) ||
				(is_call(i) && !call_is_harmless(put, i)))
				return false;
	return true;
}

static bool call_is_harmless(struct put *put, LLVMValueRef call)
{
	LLVMValueRef callee = call_target(call);
	int size, count;
	if (!callee || stub_kernel(put->arena, value_name(callee)))
		return false;
	const char *name = value_name(callee);
	if (LLVMGetIntrinsicID(callee) || api_find(name) >= 0 || effect_known(name) ||
		host_allocator(name, &size, &count) || !strncmp(name, "_Zd", 3) ||
		!strncmp(name, "hgrd.", 5))
		return true;
	if (LLVMIsDeclaration(callee))
		return false;
	void *known = ptrmap_get(put->harmless, callee);
	if (!known) {
		ptrmap_set(put->harmless, callee, put); /* recursion is harmful */
		known = body_is_harmless(put, callee) ? (void *)callee : (void *)put;
		ptrmap_set(put->harmless, callee, known);
	}
	return known == (void *)callee;
}

/* A failed assert ends the program. */
static bool ends_program(LLVMValueRef call)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(call));
	return LLVMIsAUnreachableInst(last) && LLVMGetNextInstruction(call) == last &&
	       strcmp(call_name(call), "__cxa_throw");
}

bool put_looks(struct put *put, LLVMValueRef i)
{
	if (LLVMIsAReturnInst(i) || LLVMIsAResumeInst(i))
		return true;
	return is_call(i) && !ends_program(i) &&
	       (class_copied(put->classes, i) || !call_is_harmless(put, i));
}

uint32_t put_out_of_sight(const struct put *put, LLVMValueRef i)
{
	uint32_t bits = 0;
	for (size_t k = 0; is_call(i) && k < put->objects.n; k++) {
		bool given = !put->objects.at[k].hidden;
		for (unsigned n = 0; n < call_args(i) && !given; n++) {
			LLVMValueRef arg = call_arg(i, n);
			given = LLVMIsALoadInst(arg) &&
				LLVMGetOperand(arg, 0) == put->objects.at[k].key;
		}
		bits |= given ? 0 : (uint32_t)1 << k;
	}
	return bits;
}
