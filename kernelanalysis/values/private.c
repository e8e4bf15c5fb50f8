#include "kernelanalysis/passes.h"

#include <string.h>

/*
 * Pointers to a thread's own memory that go through that memory: lists, stacks and trees in local arrays.
 * Where each pointer that the kernel puts into local memory is one to local memory, and none of these
 * leaves it, a pointer that is found there is one as well (by induction over the stores).
 */
struct private {
	struct kernel *kernel;
	struct ptrmap *seen;
	bool own, others; /* roots: local variables and what is loaded from them; anything else */
	unsigned ways;    /* local variables, and loads on the way to them */
	bool kept;        /* something is loaded from local memory */
};

static void add_root(struct private *p, LLVMValueRef value);

static void add_operands(struct private *p, LLVMValueRef value, unsigned from, unsigned to)
{
	for (unsigned i = from; i < to; i++)
		add_root(p, LLVMGetOperand(value, i));
}

static void add_root(struct private *p, LLVMValueRef value)
{
	if (ptrmap_get(p->seen, value) || LLVMIsAConstantPointerNull(value) || LLVMIsUndef(value))
		return;
	ptrmap_set(p->seen, value, value);
	LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
	switch (opcode) {
	case LLVMAlloca:
		p->own = true;
		p->ways++;
		break;
	case LLVMLoad:
		p->ways++;
		add_operands(p, value, 0, 1);
		p->kept |= p->own;
		break;
	case LLVMGetElementPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
		add_operands(p, value, 0, 1);
		break;
	case LLVMSelect:
		add_operands(p, value, 1, 3);
		break;
	case LLVMPHI:
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
			add_root(p, LLVMGetIncomingValue(value, i));
		break;
	default:
		p->others = true;
	}
}

static struct private roots_of(struct kernel *kernel, LLVMValueRef value)
{
	struct private p = { .kernel = kernel, .seen = ptrmap_new(kernel->arena) };
	add_root(&p, value);
	ptrmap_drop(p.seen);
	return p;
}

/* Can a value hold a pointer, whole or as its bits? */
static bool may_point(LLVMValueRef value)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
	bool number = kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(value)) < 64;
	bool real = kind == LLVMFloatTypeKind || kind == LLVMHalfTypeKind ||
		    kind == LLVMBFloatTypeKind || kind == LLVMDoubleTypeKind;
	return !number && !real && !LLVMIsAConstantInt(value) && !LLVMIsAConstantFP(value) &&
	       !LLVMIsAConstantAggregateZero(value) && !LLVMIsAConstantDataSequential(value);
}

/* Does what goes from one place to another keep own pointers to own memory? */
static bool keeps(struct kernel *kernel, LLVMValueRef to, LLVMValueRef value)
{
	struct private place = roots_of(kernel, to), what = roots_of(kernel, value);
	return (!place.own || !what.others) && (!place.others || !what.own);
}

static bool call_keeps(struct kernel *kernel, LLVMValueRef call)
{
	const char *name = call_name(call);
	if (!strncmp(name, "llvm.memset", 11))
		return true;
	if (!strncmp(name, "llvm.mem", 8))
		return keeps(kernel, call_arg(call, 0), call_arg(call, 1));
	if (call_touches_no_memory(call))
		return true;
	for (unsigned i = 0; i < call_args(call); i++)
		if (roots_of(kernel, call_arg(call, i)).own)
			return false;
	return true;
}

static bool instruction_keeps(struct kernel *kernel, LLVMValueRef i)
{
	if (LLVMIsAStoreInst(i))
		return !may_point(LLVMGetOperand(i, 0)) ||
		       keeps(kernel, LLVMGetOperand(i, 1), LLVMGetOperand(i, 0));
	if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
		return !roots_of(kernel, LLVMGetOperand(i, 0)).own;
	return !LLVMIsACallInst(i) || call_keeps(kernel, i);
}

void private_fill(struct kernel *kernel)
{
	bool any = false;
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			any |= LLVMIsAAllocaInst(i) != NULL;
			if (!instruction_keeps(kernel, i))
				return;
		}
	}
	kernel->own_pointers = any;
}

bool pointer_is_own(struct kernel *kernel, LLVMValueRef pointer)
{
	if (!kernel->own_pointers)
		return false;
	struct private p = roots_of(kernel, pointer);
	return p.own && !p.others && p.ways > 1;
}

bool symbol_is_kept(struct kernel *kernel, const struct symbol *sym)
{
	const struct symbol *first = sym->original ? sym->original : sym;
	LLVMValueRef value = (LLVMValueRef)(uintptr_t)first->origin;
	bool opaque = first->kind == SYM_BASE && first->level == LEVEL_THREAD && value;
	if (!opaque || object_of_base(kernel, first))
		return false;
	return roots_of(kernel, value).kept;
}
