#include "kernelanalysis/barriers/async.h"

#include <stdlib.h>
#include <string.h>

#include "kernelanalysis/barriers/tensor_map.h"

static bool starts(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

static bool constant(LLVMValueRef value, unsigned *number)
{
	if (!LLVMIsAConstantInt(value) || LLVMConstIntGetZExtValue(value) > INT32_MAX)
		return false;
	*number = (unsigned)LLVMConstIntGetZExtValue(value);
	return true;
}

static bool opcode_is(LLVMValueRef value, LLVMOpcode opcode)
{
	if (LLVMIsAInstruction(value))
		return LLVMGetInstructionOpcode(value) == opcode;
	return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == opcode;
}

/* The pointer that an address operand of inline PTX was made from; NULL: not plain. */
static LLVMValueRef pointer_of(LLVMValueRef value)
{
	while (opcode_is(value, LLVMTrunc) || opcode_is(value, LLVMZExt))
		value = LLVMGetOperand(value, 0);
	if (opcode_is(value, LLVMPtrToInt))
		value = LLVMGetOperand(value, 0);
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind ? value : NULL;
}

static const char *assembly_text(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t length = 0;
	return callee && LLVMIsAInlineAsm(callee) ? LLVMGetInlineAsmAsmString(callee, &length) : NULL;
}

/* The n-th operand of a statement's operand list: "[$0], [$1], $2" or numbers. */
static LLVMValueRef operand(LLVMValueRef call, const char *operands, unsigned n, unsigned *number)
{
	for (; n; n--) {
		operands = strchr(operands, ',');
		if (!operands)
			return NULL;
		operands++;
	}
	operands += strspn(operands, " \t[");
	bool placeholder = *operands == '$';
	operands += placeholder;
	operands += *operands == '{';
	char *end;
	unsigned long value = strtoul(operands, &end, 0);
	if (end == operands)
		return NULL;
	if (!placeholder) {
		*number = (unsigned)value;
		return NULL;
	}
	LLVMValueRef arg = value < call_args(call) ? call_arg(call, (unsigned)value) : NULL;
	if (arg)
		constant(arg, number);
	return arg;
}

static void assembly_copy(LLVMValueRef call, const char *operands, struct async_call *async)
{
	unsigned ignored = 0, filled = 0;
	LLVMValueRef to = operand(call, operands, 0, &ignored);
	LLVMValueRef from = operand(call, operands, 1, &ignored);
	operand(call, operands, 2, &async->size);
	if (!operand(call, operands, 3, &filled))
		filled = async->size;
	async->read = async->size;
	async->kind = ASYNC_COPY;
	async->to = to ? pointer_of(to) : NULL;
	async->from = from ? pointer_of(from) : NULL;
	async->known = async->to && async->from && async->size;
}

static const char *skip_space(const char *text)
{
	return text + strspn(text, " \t\n{");
}

static struct async_call assembly_async(LLVMValueRef call, const char *text)
{
	struct async_call async = { ASYNC_NONE };
	text = skip_space(text);
	const char *operands = text + strcspn(text, " \t;\n");
	const char *end = strchr(text, ';');
	if (!starts(text, "cp.async.") || starts(text, "cp.async.bulk") ||
		(end && end[1 + strspn(end + 1, " \t\n}")]))
		return async;
	async.known = true;
	if (starts(text, "cp.async.commit_group")) {
		async.kind = ASYNC_COMMIT;
	} else if (starts(text, "cp.async.wait_all")) {
		async.kind = ASYNC_WAIT_ALL;
	} else if (starts(text, "cp.async.wait_group")) {
		async.kind = ASYNC_WAIT;
		async.prior = ASYNC_MANY;
		operand(call, operands, 0, &async.prior);
	} else if (starts(text, "cp.async.ca") || starts(text, "cp.async.cg")) {
		assembly_copy(call, operands, &async);
	}
	return async;
}

struct async_call async_of_call(LLVMValueRef call)
{
	struct async_call async = { ASYNC_NONE };
	const char *name = call_name(call), *text = *name ? NULL : assembly_text(call);
	if (text)
		return assembly_async(call, text);
	async.bulk = starts(name, "__hgrd_bulk_");
	if ((!async.bulk && !starts(name, "__hgrd_async_")) || !strcmp(name, "__hgrd_async_bind"))
		return async;
	name += strlen(async.bulk ? "__hgrd_bulk_" : "__hgrd_async_");
	async.known = true;
	if (!strcmp(name, "commit")) {
		async.kind = ASYNC_COMMIT;
	} else if (!strcmp(name, "wait") || !strcmp(name, "wait_read")) {
		async.reads = name[strlen("wait")];
		async.kind = ASYNC_WAIT;
		async.known = constant(call_arg(call, 0), &async.prior);
	} else if (!strcmp(name, "wait_oldest")) {
		async.kind = ASYNC_WAIT_OLDEST;
	} else if (!strcmp(name, "tensor_store") || !strcmp(name, "tensor_reduce")) {
		async.kind = ASYNC_COPY;
		async.to = call_arg(call, 0);
		async.from = call_arg(call, 1);
		async.part = call_arg(call, 2);
		async.element = call_args(call) > 3 ? call_arg(call, 3) : NULL;
		async.size = 1;
		async.read = TENSOR_PART;
	} else {
		async.kind = ASYNC_COPY;
		async.to = call_arg(call, 0);
		async.tensor = !strcmp(name, "tensor");
		async.known = constant(call_arg(call, 1), &async.size) && (async.size || async.tensor);
		async.read = async.tensor ? 1 : async.size;
		async.from = call_args(call) > 2 && !LLVMIsNull(call_arg(call, 2)) ? call_arg(call, 2) : NULL;
		if (!strcmp(name, "reduce") || !strcmp(name, "load_reduce"))
			async.known &= constant(call_arg(call, call_args(call) - 1), &async.reduces);
		if (strcmp(name, "reduce"))
			async.barrier = call_args(call) > 3 ? call_arg(call, 3) : NULL;
	}
	return async;
}

static bool binds(LLVMValueRef i)
{
	return LLVMIsACallInst(i) && !strcmp(call_name(i), "__hgrd_async_bind");
}

/* The first operation behind the copy that binds it to a barrier; NULL: there is none. */
static LLVMValueRef binding(const struct kernel *kernel, const struct access *copy)
{
	LLVMValueRef best = NULL;
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			if (!binds(i))
				continue;
			bool behind = instruction_dominates(kernel->func, copy->instruction, i) ||
				      (block_post_dominates(*block, copy->block) &&
					      (*block)->index > copy->block->index);
			if (behind && (!best || instruction_dominates(kernel->func, i, best)))
				best = i;
		}
	}
	return best;
}

void bindings_fill(struct kernel *kernel)
{
	vec_each(each, &kernel->accesses) {
		LLVMValueRef to = (*each)->async && !(*each)->bulk && !(*each)->bound
					  ? binding(kernel, *each)
					  : NULL;
		if (to)
			(*each)->bound = call_arg(to, 0);
	}
}
