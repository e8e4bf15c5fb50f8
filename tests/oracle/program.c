#include "tests/oracle/oracle.h"

#include <string.h>

#include <llvm-c/Target.h>

/* From LLVM's instructions to a form that runs without looking anything up. */

struct decoder {
	struct program *program;
	LLVMTargetDataRef data;
	LLVMValueRef now;
};

static void unsupported(struct decoder *d, const char *what)
{
	if (d->program->unsupported)
		return;
	d->program->unsupported = what;
	d->program->unsupported_line = d->now ? instruction_loc(d->program->arena, d->now).line : 0;
}

uint64_t object_address(unsigned index)
{
	return ((uint64_t)index + 1) << OBJECT_SHIFT | OBJECT_ZERO;
}

unsigned program_object(struct program *program, struct memory_object object)
{
	vec_push(program->arena, &program->objects, object);
	return (unsigned)program->objects.n - 1;
}

static unsigned width_of(struct decoder *d, LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMVoidTypeKind:
	case LLVMLabelTypeKind:
		return 0;
	case LLVMIntegerTypeKind:
	case LLVMPointerTypeKind:
	case LLVMHalfTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: {
		unsigned long long bits = LLVMSizeOfTypeInBits(d->data, type);
		if (bits <= 64)
			return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? 64 : (unsigned)bits;
		break;
	}
	case LLVMStructTypeKind:
		return 64; /* of cmpxchg: the old value; whether it was exchanged follows it */
	default:
		break;
	}
	unsupported(d, "a type");
	return 64;
}

static uint64_t global_address(struct decoder *d, LLVMValueRef global)
{
	struct program *program = d->program;
	uintptr_t known = (uintptr_t)ptrmap_get(program->object_of, global);
	if (known)
		return object_address((unsigned)known - 1);
	LLVMTypeRef type = LLVMGlobalGetValueType(global);
	LLVMTypeRef pointer = LLVMTypeOf(global);
	struct memory_object object = { .llvm = global,
		.name = value_name(global),
		.size = LLVMABISizeOfType(d->data, type),
		.kind = LLVMGetPointerAddressSpace(pointer) == 3 ? OBJECT_SHARED : OBJECT_GLOBAL };
	unsigned index = program_object(program, object);
	ptrmap_set(program->object_of, global, (const void *)(uintptr_t)(index + 1));
	return object_address(index);
}

static uint64_t constant_value(struct decoder *d, LLVMValueRef value);

static void add_index(struct decoder *d, struct insn *insn, uint64_t *offset, int64_t scale,
	LLVMValueRef index);

/* Offset of a GEP's indices; `insn` NULL: all must be constant. */
static uint64_t indices_offset(struct decoder *d, struct insn *insn, LLVMValueRef gep)
{
	uint64_t offset = 0;
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	int n = LLVMGetNumOperands(gep);
	for (int i = 1; i < n; i++) {
		LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
		if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
			offset += LLVMOffsetOfElement(d->data, type, field);
			type = LLVMStructGetTypeAtIndex(type, field);
			continue;
		}
		if (i > 1)
			type = LLVMGetElementType(type);
		add_index(d, insn, &offset, (int64_t)LLVMABISizeOfType(d->data, type), index);
	}
	return offset;
}

static uint64_t constant_expression(struct decoder *d, LLVMValueRef value)
{
	switch (LLVMGetConstOpcode(value)) {
	case LLVMAddrSpaceCast:
	case LLVMBitCast:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
		return constant_value(d, LLVMGetOperand(value, 0));
	case LLVMGetElementPtr:
		return constant_value(d, LLVMGetOperand(value, 0)) + indices_offset(d, NULL, value);
	default:
		unsupported(d, "a constant expression");
		return 0;
	}
}

static uint64_t constant_value(struct decoder *d, LLVMValueRef value)
{
	if (LLVMIsAConstantInt(value)) {
		unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
		if (width > 64)
			unsupported(d, "a wide constant");
		return width > 64 ? 0 : LLVMConstIntGetZExtValue(value);
	}
	if (LLVMIsAGlobalVariable(value))
		return global_address(d, value);
	if (LLVMIsAConstantExpr(value))
		return constant_expression(d, value);
	return 0; /* null, undef, poison, floats */
}

static unsigned slot_of(struct decoder *d, LLVMValueRef value)
{
	uintptr_t known = (uintptr_t)ptrmap_get(d->program->slot_of, value);
	if (!known) {
		known = ++d->program->slots;
		d->program->slots++; /* room for the second part of a pair */
		ptrmap_set(d->program->slot_of, value, (const void *)known);
	}
	return (unsigned)known - 1;
}

static struct operand operand_of(struct decoder *d, LLVMValueRef value)
{
	struct operand operand = { .constant = LLVMIsConstant(value) };
	if (operand.constant)
		operand.value = constant_value(d, value);
	else
		operand.slot = slot_of(d, value);
	return operand;
}

static void add_index(struct decoder *d, struct insn *insn, uint64_t *offset, int64_t scale,
	LLVMValueRef index)
{
	unsigned width = width_of(d, LLVMTypeOf(index));
	if (LLVMIsConstant(index)) {
		*offset += (uint64_t)(sign_extend(constant_value(d, index), width) * scale);
		return;
	}
	assert(insn);
	struct stride stride = { operand_of(d, index), width, scale };
	vec_push(d->program->arena, &insn->strides, stride);
}

static void add_operand(struct decoder *d, struct insn *insn, LLVMValueRef value)
{
	vec_push(d->program->arena, &insn->operands, operand_of(d, value));
}

static void add_target(struct decoder *d, struct insn *insn, LLVMBasicBlockRef block)
{
	unsigned index = (unsigned)(uintptr_t)ptrmap_get(d->program->block_of, block);
	vec_push(d->program->arena, &insn->targets, index - 1);
}

static unsigned bytes_of(struct decoder *d, LLVMTypeRef type)
{
	width_of(d, type);
	return (unsigned)LLVMStoreSizeOfType(d->data, type);
}

static void decode_access(
	struct decoder *d, struct insn *insn, enum access_type type, LLVMTypeRef value)
{
	insn->type = type;
	insn->size = bytes_of(d, value);
	insn->access = ++d->program->accesses;
}

static enum scope scope_of(LLVMValueRef i)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(i));
	unsigned id = LLVMGetAtomicSyncScopeID(i);
	return id == LLVMGetSyncScopeID(context, "block", 5) ? SCOPE_BLOCK : SCOPE_SYSTEM;
}

struct name_row {
	const char *name;
	int value;
};

static const struct name_row atomic_rows[] = { { "add.", LLVMAtomicRMWBinOpAdd },
	{ "exch.", LLVMAtomicRMWBinOpXchg }, { "and.", LLVMAtomicRMWBinOpAnd },
	{ "or.", LLVMAtomicRMWBinOpOr }, { "xor.", LLVMAtomicRMWBinOpXor },
	{ "max.", LLVMAtomicRMWBinOpMax }, { "min.", LLVMAtomicRMWBinOpMin },
	{ "inc.", LLVMAtomicRMWBinOpUIncWrap }, { "dec.", LLVMAtomicRMWBinOpUDecWrap },
	{ "cas.", -1 }, { NULL, 0 } };

static const struct name_row id_rows[] = { { "tid.", BUILTIN_TID }, { "ctaid.", BUILTIN_CTAID },
	{ "ntid.", BUILTIN_NTID }, { "nctaid.", BUILTIN_NCTAID }, { NULL, 0 } };

static const struct name_row intrinsic_rows[] = { { "llvm.smin.", IN_SMIN },
	{ "llvm.smax.", IN_SMAX }, { "llvm.umin.", IN_UMIN }, { "llvm.umax.", IN_UMAX },
	{ "llvm.abs.", IN_ABS }, { NULL, 0 } };

static const struct name_row *row_of(const struct name_row *rows, const char *name)
{
	for (; rows->name; rows++)
		if (!strncmp(name, rows->name, strlen(rows->name)))
			return rows;
	return NULL;
}

static bool decode_id(struct insn *insn, const char *name)
{
	const char *prefix = "llvm.nvvm.read.ptx.sreg.";
	if (strncmp(name, prefix, strlen(prefix)))
		return false;
	const struct name_row *row = row_of(id_rows, name + strlen(prefix));
	if (!row)
		return false;
	insn->action = ACT_ID;
	insn->builtin = (unsigned)row->value;
	insn->axis = (unsigned)(name[strlen(name) - 1] - 'x');
	return true;
}

static bool decode_atomic_call(struct decoder *d, struct insn *insn, const char *name)
{
	if (!call_is_atomic(insn->llvm, &insn->scope))
		return false;
	const struct name_row *row = row_of(atomic_rows, name + strlen("llvm.nvvm.atomic."));
	if (!row)
		return false;
	insn->action = ACT_ATOMIC;
	insn->exchange = row->value < 0;
	insn->rmw = insn->exchange ? LLVMAtomicRMWBinOpXchg : (LLVMAtomicRMWBinOp)row->value;
	decode_access(d, insn, ACCESS_ATOMIC, LLVMTypeOf(insn->llvm));
	return true;
}

/* bar.sync and bar.arrive with number and count as operands, written as inline PTX. */
static bool decode_asm(struct decoder *d, struct insn *insn)
{
	static const char sync[] = "bar.sync $0, $1;", arrive[] = "bar.arrive $0, $1;";
	LLVMValueRef text = LLVMGetCalledValue(insn->llvm);
	size_t length;
	if (!LLVMIsAInlineAsm(text) || insn->operands.n != 2)
		return false;
	const char *string = LLVMGetInlineAsmAsmString(text, &length);
	insn->action = ACT_NAMED_BARRIER;
	insn->builtin = length == strlen(sync) && !memcmp(string, sync, length);
	if (!insn->builtin && (length != strlen(arrive) || memcmp(string, arrive, length)))
		unsupported(d, "inline PTX");
	return true;
}

static void decode_call(struct decoder *d, struct insn *insn)
{
	LLVMValueRef i = insn->llvm;
	const char *name = call_name(i);
	const struct name_row *row = row_of(intrinsic_rows, name);
	for (unsigned n = 0; n < call_args(i); n++)
		if (LLVMGetTypeKind(LLVMTypeOf(call_arg(i, n))) != LLVMMetadataTypeKind)
			add_operand(d, insn, call_arg(i, n));
	if (decode_asm(d, insn) || decode_id(insn, name) || decode_atomic_call(d, insn, name))
		return;
	if (row) {
		insn->action = ACT_INTRINSIC;
		insn->builtin = (unsigned)row->value;
	} else if (!strncmp(name, "llvm.nvvm.bar.warp.sync", 23)) {
		insn->action = ACT_WARP_BARRIER;
	} else if (call_is_block_barrier(i) && !insn->width) {
		insn->action = ACT_BLOCK_BARRIER;
	} else if (!strcmp(name, "llvm.trap") || !strcmp(name, "__assertfail")) {
		insn->action = ACT_TRAP;
	} else if ((call_fence_scope(i) != SCOPE_NONE || call_touches_no_memory(i)) && !insn->width) {
		insn->action = ACT_NOTHING;
	} else {
		insn->action = ACT_UNSUPPORTED;
		unsupported(d, arena_printf(d->program->arena, "call of %s", name));
	}
}

static void decode_phi(struct decoder *d, struct insn *insn)
{
	for (unsigned n = 0; n < LLVMCountIncoming(insn->llvm); n++) {
		add_operand(d, insn, LLVMGetIncomingValue(insn->llvm, n));
		add_target(d, insn, LLVMGetIncomingBlock(insn->llvm, n));
	}
}

static void decode_branch(struct decoder *d, struct insn *insn)
{
	unsigned n = LLVMGetNumSuccessors(insn->llvm);
	if (n > 1)
		add_operand(d, insn, LLVMGetOperand(insn->llvm, 0));
	for (unsigned s = 0; s < n; s++)
		add_target(d, insn, LLVMGetSuccessor(insn->llvm, s));
	if (insn->opcode == LLVMSwitch)
		for (unsigned s = 1; s < n; s++)
			add_operand(d, insn, LLVMGetSwitchCaseValue(insn->llvm, s));
}

static void decode_memory(struct decoder *d, struct insn *insn)
{
	LLVMValueRef i = insn->llvm;
	for (int n = 0; n < LLVMGetNumOperands(i); n++)
		add_operand(d, insn, LLVMGetOperand(i, (unsigned)n));
	if ((insn->opcode == LLVMLoad || insn->opcode == LLVMStore) &&
		(LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic))
		unsupported(d, "a volatile or atomic load or store");
	switch (insn->opcode) {
	case LLVMLoad:
		decode_access(d, insn, ACCESS_READ, LLVMTypeOf(i));
		return;
	case LLVMStore:
		decode_access(d, insn, ACCESS_WRITE, LLVMTypeOf(LLVMGetOperand(i, 0)));
		return;
	default:
		insn->scope = scope_of(i);
		insn->exchange = insn->opcode == LLVMAtomicCmpXchg;
		insn->rmw = insn->exchange ? LLVMAtomicRMWBinOpXchg : LLVMGetAtomicRMWBinOp(i);
		insn->action = ACT_ATOMIC;
		insn->arg_width = width_of(d, LLVMTypeOf(LLVMGetOperand(i, 1)));
		decode_access(d, insn, ACCESS_ATOMIC, LLVMTypeOf(LLVMGetOperand(i, 1)));
	}
}

static void decode_local(struct decoder *d, struct insn *insn)
{
	LLVMTypeRef type = LLVMGetAllocatedType(insn->llvm);
	struct memory_object object = { .kind = OBJECT_LOCAL, .llvm = insn->llvm,
		.name = value_name(insn->llvm), .size = LLVMABISizeOfType(d->data, type) };
	struct operand operand = { .constant = true,
		.value = object_address(program_object(d->program, object)) };
	vec_push(d->program->arena, &insn->operands, operand);
}

static void decode_plain(struct decoder *d, struct insn *insn)
{
	for (int n = 0; n < LLVMGetNumOperands(insn->llvm); n++)
		add_operand(d, insn, LLVMGetOperand(insn->llvm, (unsigned)n));
}

static void decode(struct decoder *d, struct insn *insn)
{
	LLVMValueRef i = insn->llvm;
	switch (insn->opcode) {
	case LLVMCall:
		decode_call(d, insn);
		return;
	case LLVMPHI:
		decode_phi(d, insn);
		return;
	case LLVMBr:
	case LLVMSwitch:
		decode_branch(d, insn);
		return;
	case LLVMLoad:
	case LLVMStore:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		decode_memory(d, insn);
		return;
	case LLVMAlloca:
		decode_local(d, insn);
		return;
	case LLVMGetElementPtr: {
		struct operand offset = { .constant = true };
		add_operand(d, insn, LLVMGetOperand(i, 0));
		offset.value = indices_offset(d, insn, i);
		vec_push(d->program->arena, &insn->operands, offset);
		return;
	}
	case LLVMFence:
		insn->action = ACT_NOTHING;
		return;
	case LLVMExtractValue:
		insn->axis = *LLVMGetIndices(i);
		if (!LLVMIsAAtomicCmpXchgInst(LLVMGetOperand(i, 0)))
			unsupported(d, "a struct value");
		decode_plain(d, insn);
		return;
	default:
		decode_plain(d, insn);
	}
}

static void decode_block(struct decoder *d, struct code *code, LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block);
	for (; i; i = LLVMGetNextInstruction(i)) {
		struct insn insn = { .llvm = i, .opcode = LLVMGetInstructionOpcode(i) };
		d->now = i;
		insn.width = width_of(d, LLVMTypeOf(i));
		insn.slot = insn.width ? slot_of(d, i) : 0;
		insn.line = instruction_loc(d->program->arena, i).line;
		if (insn.opcode == LLVMPHI)
			code->phis++;
		else if (LLVMGetNumOperands(i) && insn.opcode != LLVMCall && insn.opcode != LLVMBr)
			insn.arg_width = width_of(d, LLVMTypeOf(LLVMGetOperand(i, 0)));
		decode(d, &insn);
		vec_push(d->program->arena, &code->insns, insn);
	}
}

static void decode_params(struct decoder *d)
{
	struct program *program = d->program;
	for (unsigned n = 0; n < LLVMCountParams(program->function); n++) {
		LLVMValueRef param = LLVMGetParam(program->function, n);
		slot_of(d, param);
		if (LLVMGetTypeKind(LLVMTypeOf(param)) != LLVMPointerTypeKind)
			continue;
		struct memory_object object = { OBJECT_PARAM, param, value_name(param), 0 };
		unsigned index = program_object(program, object);
		ptrmap_set(program->object_of, param, (const void *)(uintptr_t)(index + 1));
	}
}

struct program *program_new(struct arena *arena, LLVMValueRef function)
{
	struct program *program = arena_alloc(arena, sizeof(*program));
	struct decoder d = { .program = program,
		.data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function)) };
	program->arena = arena;
	program->function = function;
	program->slot_of = ptrmap_new(arena);
	program->block_of = ptrmap_new(arena);
	program->object_of = ptrmap_new(arena);
	decode_params(&d);
	uintptr_t index = 0;
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
	for (; block; block = LLVMGetNextBasicBlock(block))
		ptrmap_set(program->block_of, block, (const void *)++index);
	block = LLVMGetFirstBasicBlock(function);
	for (; block; block = LLVMGetNextBasicBlock(block)) {
		struct code code = { 0 };
		decode_block(&d, &code, block);
		vec_push(arena, &program->blocks, code);
	}
	return program;
}
