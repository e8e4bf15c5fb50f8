#include <string.h>

#include <llvm-c/Target.h>

#include "kernelanalysis/enact/enact_internal.h"

/* From LLVM's instructions to a form that runs without looking anything up. */

static void decode_address(struct enact *e, struct enact_insn *insn)
{
	uint64_t offset = 0;
	insn->act = enact_offset(e, insn, insn->llvm, &offset) ? ENACT_ADDRESS : ENACT_UNKNOWN;
	vec_push(e->arena, &insn->operands, enact_operand_of(e, LLVMGetOperand(insn->llvm, 0)));
	vec_push(e->arena, &insn->operands, ((struct enact_operand){ true, enact_known(offset), 0 }));
}

/* What is read from parameters, constants and registers. */
static bool decode_term(struct enact *e, struct enact_insn *insn)
{
	if (!insn->width || LLVMGetTypeKind(LLVMTypeOf(insn->llvm)) == LLVMFloatTypeKind ||
		LLVMGetTypeKind(LLVMTypeOf(insn->llvm)) == LLVMDoubleTypeKind)
		return false;
	insn->term = enact_launch_term(e, insn->llvm);
	insn->act = ENACT_TERM;
	const struct et *et = insn->term;
	for (unsigned i = 0; i < 3 && et->op == ET_SYM; i++)
		if (et->sym == e->kernel->tid[i] || et->sym == e->kernel->ctaid[i]) {
			insn->act = ENACT_ID;
			insn->number = et->sym == e->kernel->tid[i] ? i : 3 + i;
		}
	return true;
}

static void decode_load(struct enact *e, struct enact_insn *insn)
{
	const struct object *object = object_of(e->kernel, LLVMGetOperand(insn->llvm, 0));
	bool given = object->kind == OBJECT_BYVAL || object->kind == OBJECT_CONSTANT;
	insn->act = given ? ENACT_UNKNOWN : ENACT_LOAD;
	insn->size = (unsigned)LLVMStoreSizeOfType(enact_layout(e), LLVMTypeOf(insn->llvm));
	if (given)
		decode_term(e, insn);
	else if (insn->access && insn->access->type == ACCESS_ATOMIC)
		insn->act = ENACT_ATOMIC;
}

static void decode_atomic(struct enact *e, struct enact_insn *insn)
{
	const struct access *access = insn->access;
	bool cas = access && access->rmw == RMW_CAS;
	insn->act = access && (access->operand || !access->writes) && !access->async && !access->bulk ? ENACT_ATOMIC
											     : ENACT_STOP;
	if (insn->act == ENACT_STOP)
		return;
	insn->size = access->size;
	insn->operands.n = 0;
	vec_push(e->arena, &insn->operands, enact_operand_of(e, access->pointer));
	if (access->writes)
		vec_push(e->arena, &insn->operands, enact_operand_of(e, access->operand));
	if (cas)
		vec_push(e->arena, &insn->operands, enact_operand_of(e, access->expected));
}

static void decode_sync(struct enact *e, struct enact_insn *insn)
{
	switch (insn->sync->kind) {
	case SYNC_FENCE:
		insn->act = ENACT_NOTHING;
		return;
	case SYNC_BLOCK_BARRIER:
		insn->act = ENACT_BLOCK_BARRIER;
		return;
	case SYNC_WARP_BARRIER:
		insn->act = insn->sync->partial || insn->sync->extent > ENACT_WARP ? ENACT_STOP : ENACT_WARP_BARRIER;
		insn->operands.n = 0;
		if (insn->sync->mask_value)
			vec_push(e->arena, &insn->operands, enact_operand_of(e, insn->sync->mask_value));
		return;
	default:
		insn->act = ENACT_STOP;
	}
}

static bool is_plain_call(const char *name)
{
	static const char *const rows[] = { "llvm.smin.", "llvm.smax.", "llvm.umin.", "llvm.umax.", "llvm.abs.",
		"llvm.ctpop.", "llvm.cttz.", "llvm.ctlz." };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (!strncmp(name, rows[i], strlen(rows[i])))
			return true;
	return false;
}

static bool is_idle(const char *name)
{
	return !strncmp(name, "llvm.lifetime.", 14) || !strncmp(name, "llvm.dbg.", 9) || !strncmp(name, "llvm.assume", 11);
}

static void decode_call(struct enact *e, struct enact_insn *insn)
{
	const char *name = call_name(insn->llvm);
	enum scope scope;
	unsigned n = call_args(insn->llvm);
	insn->number = enact_exchange(insn->llvm);
	for (unsigned i = 0; i < n && i < 8; i++)
		vec_push(e->arena, &insn->operands, enact_operand_of(e, call_arg(insn->llvm, i)));
	insn->from = n ? enact_bits(call_arg(insn->llvm, 0)) : 0;
	if (insn->sync)
		decode_sync(e, insn);
	else if (insn->number)
		insn->act = ENACT_TOGETHER;
	else if (call_is_atomic(insn->llvm, &scope))
		decode_atomic(e, insn);
	else if (is_idle(name))
		insn->act = ENACT_NOTHING;
	else if (insn->access || !call_touches_no_memory(insn->llvm))
		insn->act = ENACT_STOP;
	else if (!is_plain_call(name))
		insn->act = decode_term(e, insn) ? insn->act : ENACT_UNKNOWN;
}

static void decode_end(struct enact *e, struct enact_insn *insn, const struct block *block)
{
	bool condition = (LLVMIsABranchInst(insn->llvm) && LLVMIsConditional(insn->llvm)) || LLVMIsASwitchInst(insn->llvm);
	insn->act = LLVMIsAReturnInst(insn->llvm) ? ENACT_END : ENACT_STOP;
	if (!LLVMIsABranchInst(insn->llvm) && !LLVMIsASwitchInst(insn->llvm))
		return;
	insn->act = ENACT_GO;
	if (condition)
		vec_push(e->arena, &insn->operands, enact_operand_of(e, LLVMGetOperand(insn->llvm, 0)));
	for (unsigned k = 0; k < LLVMGetNumSuccessors(insn->llvm); k++) {
		const struct block *to = func_block(e->kernel->func, LLVMGetSuccessor(insn->llvm, k));
		vec_push(e->arena, &insn->targets, to ? to->index : block->index);
	}
	for (unsigned k = 1; LLVMIsASwitchInst(insn->llvm) && k < LLVMGetNumSuccessors(insn->llvm); k++)
		vec_push(e->arena, &insn->operands, enact_operand_of(e, LLVMGetSwitchCaseValue(insn->llvm, k)));
}

static void decode_phi(struct enact *e, struct enact_insn *insn)
{
	for (unsigned k = 0; k < LLVMCountIncoming(insn->llvm); k++) {
		const struct block *from = func_block(e->kernel->func, LLVMGetIncomingBlock(insn->llvm, k));
		if (!from)
			continue;
		vec_push(e->arena, &insn->targets, from->index);
		vec_push(e->arena, &insn->operands, enact_operand_of(e, LLVMGetIncomingValue(insn->llvm, k)));
	}
}

static void decode_part(struct enact_insn *insn, LLVMValueRef of)
{
	bool swap = LLVMIsAAtomicCmpXchgInst(of);
	insn->number = LLVMGetIndices(insn->llvm)[0];
	insn->act = swap && LLVMGetNumIndices(insn->llvm) == 1 ? ENACT_COMPUTE : ENACT_UNKNOWN;
	insn->opcode = LLVMFreeze;
	insn->from = 64;
}

static void decode_store(struct enact *e, struct enact_insn *insn)
{
	insn->act = insn->access && insn->access->type == ACCESS_ATOMIC ? ENACT_STOP : ENACT_STORE;
	insn->size = (unsigned)LLVMStoreSizeOfType(enact_layout(e), LLVMTypeOf(LLVMGetOperand(insn->llvm, 0)));
}

static void decode(struct enact *e, struct enact_insn *insn, const struct block *block)
{
	LLVMValueRef i = insn->llvm;
	unsigned n = (unsigned)LLVMGetNumOperands(i);
	if (insn->opcode == LLVMPHI) {
		decode_phi(e, insn);
		return;
	}
	if (i == LLVMGetBasicBlockTerminator(block->llvm)) {
		decode_end(e, insn, block);
		return;
	}
	if (LLVMIsACallInst(i)) {
		decode_call(e, insn);
		return;
	}
	if (LLVMIsAGetElementPtrInst(i)) {
		decode_address(e, insn);
		return;
	}
	for (unsigned k = 0; k < n && k < 3; k++)
		vec_push(e->arena, &insn->operands, enact_operand_of(e, LLVMGetOperand(i, k)));
	insn->from = n ? enact_bits(LLVMGetOperand(i, 0)) : 0;
	if (LLVMIsALoadInst(i))
		decode_load(e, insn);
	else if (LLVMIsAStoreInst(i))
		decode_store(e, insn);
	else if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
		decode_atomic(e, insn);
	else if (LLVMIsAAllocaInst(i)) {
		insn->act = ENACT_LOCAL;
		insn->size = (unsigned)LLVMABISizeOfType(enact_layout(e), LLVMGetAllocatedType(i));
	} else if (LLVMIsAExtractValueInst(i)) {
		decode_part(insn, LLVMGetOperand(i, 0));
		if (insn->act == ENACT_COMPUTE && insn->number)
			insn->operands.at[0].slot++;
	} else if (insn->sync)
		decode_sync(e, insn);
	else if (!insn->width || n > 3)
		insn->act = ENACT_UNKNOWN;
}

void enact_decode(struct enact *e)
{
	vec_each(block, &e->kernel->func->blocks) {
		struct enact_code code = { 0 };
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i)) {
			struct enact_insn insn = { .llvm = i, .opcode = LLVMGetInstructionOpcode(i) };
			insn.width = enact_bits(i);
			insn.slot = enact_slot(e, i);
			insn.access = access_at(e->kernel, i);
			insn.sync = sync_at(e->kernel, i);
			decode(e, &insn, *block);
			code.phis += LLVMIsAPHINode(i) != NULL;
			vec_push(e->arena, &code.insns, insn);
		}
		vec_push(e->arena, &e->code, code);
	}
}
