#include "kernelanalysis/passes.h"

#include <string.h>

/* Special registers, by the intrinsic or the assembly that reads them: ids, dimensions, lanes. */

#define SREG "llvm.nvvm.read.ptx.sreg."

struct sreg_row {
	const char *name;
	enum builtin builtin;
};

static const struct sreg_row sreg_rows[] = {
	{ SREG "tid.", BUILTIN_TID },
	{ SREG "ctaid.", BUILTIN_CTAID },
	{ SREG "ntid.", BUILTIN_NTID },
	{ SREG "nctaid.", BUILTIN_NCTAID },
};

static const struct et *linear_tid(struct kernel *kernel)
{
	struct ets *ets = kernel->ets;
	const struct et *t[3], *n[3];
	for (unsigned i = 0; i < 3; i++) {
		t[i] = et_sym(ets, kernel->tid[i]);
		n[i] = et_sym(ets, kernel->ntid[i]);
	}
	unsigned flags = ET_NSW | ET_NUW;
	const struct et *plane = et_binary(ets, ET_MUL, flags, t[2], n[1]);
	plane = et_binary(ets, ET_ADD, flags, t[1], plane);
	plane = et_binary(ets, ET_MUL, flags, n[0], plane);
	return et_binary(ets, ET_ADD, flags, t[0], plane);
}

/* The id or dimension behind a special register, and its axis; BUILTIN_NONE: another one. */
static enum builtin sreg_builtin(const char *name, unsigned *axis)
{
	for (size_t i = 0; i < sizeof(sreg_rows) / sizeof(*sreg_rows); i++) {
		size_t length = strlen(sreg_rows[i].name);
		if (strncmp(name, sreg_rows[i].name, length))
			continue;
		*axis = (unsigned)(name[length] - 'x');
		return *axis < 3 ? sreg_rows[i].builtin : BUILTIN_NONE;
	}
	return BUILTIN_NONE;
}

/* The lanes that are the given one, before it, not before it, and so on. */
static const struct et *lane_mask(struct ets *ets, const struct et *lane, const char *which)
{
	const struct et *one = et_const(ets, 32, 1), *ones = et_const(ets, 32, UINT32_MAX);
	const struct et *bit = et_binary(ets, ET_SHL, 0, one, lane);
	const struct et *lower = et_binary(ets, ET_SUB, 0, bit, one);
	if (!strcmp(which, "eq"))
		return bit;
	if (!strcmp(which, "lt"))
		return lower;
	if (!strcmp(which, "ge"))
		return et_binary(ets, ET_XOR, 0, lower, ones);
	lower = et_binary(ets, ET_OR, 0, lower, bit);
	return !strcmp(which, "le") ? lower : et_binary(ets, ET_XOR, 0, lower, ones);
}

static const struct et *sreg_leaf(struct kernel *kernel, const char *name)
{
	const struct symbol *const *slots[] = {
		[BUILTIN_TID] = kernel->tid, [BUILTIN_CTAID] = kernel->ctaid,
		[BUILTIN_NTID] = kernel->ntid, [BUILTIN_NCTAID] = kernel->nctaid
	};
	unsigned axis;
	enum builtin builtin = sreg_builtin(name, &axis);
	if (builtin)
		return et_sym(kernel->ets, slots[builtin][axis]);
	const struct et *lane = et_binary(
		kernel->ets, ET_AND, 0, linear_tid(kernel), et_const(kernel->ets, 32, 31));
	static const char prefix[] = SREG "lanemask";
	if (!strncmp(name, prefix, strlen(prefix)) && name[strlen(prefix)])
		return lane_mask(kernel->ets, lane, name + strlen(prefix) + 1);
	const struct et *cluster = cluster_register(kernel, name + strlen(SREG));
	if (cluster)
		return cluster;
	if (!strcmp(name, SREG "warpsize"))
		return et_const(kernel->ets, 32, 32);
	if (!strcmp(name, SREG "laneid"))
		return lane;
	return NULL;
}

/* The special register that "mov.u32 $0, %name;" reads, by its intrinsic's name; "": none. */
static const char *register_read(struct kernel *kernel, LLVMValueRef call)
{
	size_t length = 0;
	LLVMValueRef callee = LLVMGetCalledValue(call);
	if (!callee || !LLVMIsAInlineAsm(callee))
		return "";
	const char *text = LLVMGetInlineAsmAsmString(callee, &length);
	text += strspn(text, " \t\n{");
	const char *name = strchr(text, '%');
	if (strncmp(text, "mov.", 4) || !name || strchr(name + 1, '%'))
		return "";
	return arena_printf(kernel->arena, SREG "%.*s",
		(int)strcspn(name + 1, "; \t\n"), name + 1);
}

const struct et *register_leaf(struct kernel *kernel, LLVMValueRef call)
{
	const char *name = *call_name(call) ? call_name(call) : register_read(kernel, call);
	return strncmp(name, SREG, strlen(SREG)) ? NULL : sreg_leaf(kernel, name);
}

bool kernel_reads(struct kernel *kernel, enum builtin builtin, unsigned axis)
{
	vec_each(block, &kernel->func->blocks) {
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i)) {
			unsigned along;
			if (!LLVMIsACallInst(i))
				continue;
			const char *name = *call_name(i) ? call_name(i) : register_read(kernel, i);
			if (sreg_builtin(name, &along) == builtin && along == axis)
				return true;
		}
	}
	return false;
}
