#include "kernelanalysis/ptx/asm_build.h"

#include <string.h>

#include "kernelanalysis/barriers/tensor_map.h"

/*
 * Bulk copies (PTX ISA, Data Movement and Conversion Instructions: cp.async.bulk), the fence
 * between proxies, and mapa, as the headers' calls.
 */

static LLVMTypeRef nothing(struct asm_text *text)
{
	return LLVMVoidTypeInContext(text->module->context);
}

/* The same place in the shared memory of the block of this rank. */
static LLVMValueRef mapped(struct asm_text *text, LLVMValueRef pointer, unsigned rank)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(text->module->context);
	LLVMValueRef args[] = { pointer, LLVMConstInt(number, rank, false) };
	return asm_call(text, "llvm.nvvm.mapa", LLVMPointerTypeInContext(text->module->context, 0), args, 2);
}

/* To the same place in the shared memory of each block of the mask, completed by each one's own mbarrier. */
static bool multicast(struct asm_text *text, const struct ptx_statement *statement, unsigned operand,
	const char *called, LLVMValueRef args[4])
{
	enum { MOST_BLOCKS = 16 };
	LLVMValueRef mask = statement->operands > operand ? asm_value(text, statement->operand[operand], 16) : NULL;
	if (!mask || !LLVMIsAConstantInt(mask))
		return false;
	for (unsigned rank = 0; rank < MOST_BLOCKS; rank++) {
		LLVMValueRef one[] = { args[0], args[1], args[2], args[3] };
		if (!(LLVMConstIntGetZExtValue(mask) >> rank & 1))
			continue;
		one[0] = mapped(text, args[0], rank);
		one[3] = mapped(text, args[3], rank);
		asm_call(text, called, nothing(text), one, 4);
	}
	return true;
}

/* st.async and red.async: a number or several to another block, completed by its mbarrier: [to], value, [mbarrier]. */
bool asm_lower_store_async(struct asm_text *text, const struct ptx_statement *statement)
{
	LLVMTypeRef word = LLVMInt64TypeInContext(text->module->context);
	LLVMTypeRef pointer = LLVMPointerTypeInContext(text->module->context, 0);
	unsigned bits = 0, n = ptx_has(statement, "v2") ? 2 : ptx_has(statement, "v4") ? 4 : 1;
	bool reduces = !strcmp(statement->part[0], "red");
	char letter;
	if (statement->guarded || statement->operands != 3 || !ptx_has(statement, "shared_cluster") ||
		!ptx_type(statement, &bits, &letter))
		return false;
	LLVMValueRef args[] = { asm_address(text, statement, statement->operand[0]),
		LLVMConstInt(word, n * bits / 8, false), LLVMConstNull(pointer),
		asm_address(text, statement, statement->operand[2]), LLVMConstInt(word, bits / 8, false) };
	const char *called = reduces ? "__hgrd_bulk_load_reduce" : "__hgrd_bulk_load";
	return args[0] && args[3] && asm_call(text, called, nothing(text), args, reduces ? 5 : 4);
}

/* To shared memory, completed by an mbarrier: [to], [from], size, [mbarrier]. */
static bool bulk_load(struct asm_text *text, const struct ptx_statement *statement)
{
	if (statement->operands < 4)
		return false;
	LLVMValueRef args[] = { asm_address(text, statement, statement->operand[0]),
		asm_value(text, statement->operand[2], 64),
		asm_address(text, statement, statement->operand[1]),
		asm_address(text, statement, statement->operand[3]) };
	if (!args[0] || !args[1] || !args[2] || !args[3])
		return false;
	if (ptx_has(statement, "multicast"))
		return multicast(text, statement, 4, "__hgrd_bulk_load", args);
	asm_call(text, "__hgrd_bulk_load", nothing(text), args, 4);
	return true;
}

LLVMValueRef asm_pure_call(struct asm_text *text, const char *name, LLVMTypeRef result,
	LLVMValueRef *args, unsigned n)
{
	LLVMValueRef call = asm_call(text, name, result, args, n), called = LLVMGetCalledValue(call);
	function_add_attribute(called, "nounwind");
	function_add_attribute(called, "willreturn");
	LLVMAddAttributeAtIndex(called, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(text->module->context,
			LLVMGetEnumAttributeKindForName("memory", 6), 0));
	return call;
}

/* A call about the box of "[descriptor, {x, y}]": of five coordinates, or about a pointer in shared memory; NULL: not understood. */
static LLVMValueRef tensor_box(struct asm_text *text, const char *called,
	const struct ptx_statement *statement, const char *operand, LLVMValueRef shared)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(text->module->context);
	LLVMTypeRef pointer = LLVMPointerTypeInContext(text->module->context, 0);
	const char *comma = strchr(operand, ','), *names[TENSOR_AXES];
	if (!comma)
		return NULL;
	const char *name = arena_strndup(text->arena, operand, (size_t)(comma - operand));
	unsigned rank = asm_names(text, comma + 1 + strspn(comma + 1, " \t"), names, TENSOR_AXES);
	LLVMValueRef args[2 + TENSOR_AXES] = { asm_address(text, statement, arena_printf(text->arena, "%s]", name)),
		LLVMConstInt(number, rank, false), shared };
	if (!args[0] || !rank)
		return NULL;
	for (unsigned i = 0; i < TENSOR_AXES && !shared; i++) {
		args[2 + i] = i < rank ? asm_value(text, names[i], 32) : LLVMConstNull(number);
		if (!args[2 + i])
			return NULL;
	}
	return asm_call(text, called, pointer, args, shared ? 3 : 2 + TENSOR_AXES);
}

/* Is a box not one of neighbouring elements along each axis. */
static bool is_odd_box(const struct ptx_statement *statement)
{
	return ptx_has(statement, "im2col") || ptx_has(statement, "im2col_no_offs") ||
	       ptx_has(statement, "im2col_w") || ptx_has(statement, "tile_gather4") || ptx_has(statement, "tile_scatter4");
}

/* A box of a tensor, to shared memory: [to], [descriptor, {x, y}], [mbarrier]. */
static bool tensor_load(struct asm_text *text, const struct ptx_statement *statement)
{
	if (statement->operands < 3 || is_odd_box(statement))
		return false;
	LLVMValueRef args[] = { asm_address(text, statement, statement->operand[0]),
		LLVMConstInt(LLVMInt64TypeInContext(text->module->context), 0, false),
		tensor_box(text, TENSOR_PLACE, statement, statement->operand[1], NULL),
		asm_address(text, statement, statement->operand[2]) };
	if (!args[0] || !args[2] || !args[3])
		return false;
	if (ptx_has(statement, "multicast"))
		return multicast(text, statement, 3, "__hgrd_bulk_tensor", args);
	asm_call(text, "__hgrd_bulk_tensor", nothing(text), args, 4);
	return true;
}

/* The same to global memory, completed by a wait for its group: [descriptor, {x, y}], [from]. */
static bool tensor_store(struct asm_text *text, const struct ptx_statement *statement)
{
	if (statement->operands < 2 || is_odd_box(statement))
		return false;
	const char *box = statement->operand[0];
	LLVMValueRef from = asm_address(text, statement, statement->operand[1]);
	LLVMValueRef args[4] = { from ? tensor_box(text, TENSOR_PLACE, statement, box, NULL) : NULL, from };
	if (!args[0])
		return false;
	args[2] = tensor_box(text, TENSOR_PART_OF, statement, box, from);
	if (!ptx_has(statement, "reduce"))
		return asm_call(text, "__hgrd_bulk_tensor_store", nothing(text), args, 3);
	LLVMValueRef map = call_arg(args[0], 0);
	args[3] = asm_call(text, TENSOR_ELEMENT, LLVMInt64TypeInContext(text->module->context), &map, 1);
	return asm_call(text, "__hgrd_bulk_tensor_reduce", nothing(text), args, 4);
}

/* To global memory, completed by a wait for its group: [to], [from], size. */
static bool bulk_store(struct asm_text *text, const struct ptx_statement *statement)
{
	if (statement->operands < 3)
		return false;
	LLVMValueRef args[] = { asm_address(text, statement, statement->operand[0]),
		asm_value(text, statement->operand[2], 64),
		asm_address(text, statement, statement->operand[1]) };
	if (!args[0] || !args[1] || !args[2])
		return false;
	asm_call(text, "__hgrd_bulk_store", nothing(text), args, 3);
	return true;
}

/* Combined with what is there, element by element: [to], [from], size; in another block's shared memory also [mbarrier], which completes it. */
static bool bulk_reduce(struct asm_text *text, const struct ptx_statement *statement)
{
	unsigned bits;
	char letter;
	bool half = ptx_has(statement, "bf16"), sent = ptx_has(statement, "complete_tx");
	if (statement->operands < (sent ? 4 : 3) || (!half && !ptx_type(statement, &bits, &letter)))
		return false;
	LLVMTypeRef word = LLVMInt64TypeInContext(text->module->context);
	LLVMValueRef element = LLVMConstInt(word, half ? 2 : bits / 8, false);
	LLVMValueRef args[] = { asm_address(text, statement, statement->operand[0]),
		asm_value(text, statement->operand[2], 64),
		asm_address(text, statement, statement->operand[1]),
		sent ? asm_address(text, statement, statement->operand[3]) : element, element };
	if (!args[0] || !args[1] || !args[2] || !args[3])
		return false;
	return asm_call(text, sent ? "__hgrd_bulk_load_reduce" : "__hgrd_bulk_reduce", nothing(text), args, sent ? 5 : 4);
}

static bool wait_group(struct asm_text *text, const struct ptx_statement *statement)
{
	LLVMValueRef prior =
		statement->operands == 1 ? asm_value(text, statement->operand[0], 64) : NULL;
	if (!prior)
		return false;
	asm_call(text, ptx_has(statement, "read") ? "__hgrd_bulk_wait_read" : "__hgrd_bulk_wait",
		nothing(text), &prior, 1);
	return true;
}

/* cp.async.mbarrier.arrive: the thread's copies so far arrive at the barrier, or hold its phase. */
static bool bind(struct asm_text *text, const struct ptx_statement *statement)
{
	LLVMValueRef barrier = statement->operands == 1 && !statement->guarded
				       ? asm_address(text, statement, statement->operand[0])
				       : NULL;
	LLVMTypeRef word = LLVMInt64TypeInContext(text->module->context);
	if (!barrier)
		return false;
	LLVMValueRef args[] = { barrier, LLVMConstInt(word, 1, false) };
	asm_call(text, "__hgrd_async_bind", nothing(text), args, 1);
	if (ptx_has(statement, "noinc"))
		asm_call(text, "__hgrd_barrier_arrive", word, args, 2);
	return true;
}

/* cp.async.ca and .cg: a thread's own copy; how much of it is no zeros is not looked at. */
static bool copy(struct asm_text *text, const struct ptx_statement *statement)
{
	if (statement->operands < 3 || statement->operands > 4)
		return false;
	LLVMValueRef args[] = { asm_address(text, statement, statement->operand[0]),
		asm_value(text, statement->operand[2], 64),
		asm_address(text, statement, statement->operand[1]) };
	if (!args[0] || !args[1] || !args[2] || !LLVMIsAConstantInt(args[1]) ||
		LLVMIsAIntToPtrInst(args[0]) || LLVMIsAIntToPtrInst(args[2]))
		return false;
	asm_call(text, "__hgrd_async_copy", nothing(text), args, 3);
	return true;
}

bool asm_lower_bulk(struct asm_text *text, const struct ptx_statement *statement)
{
	if (ptx_has(statement, "mbarrier") && ptx_has(statement, "arrive"))
		return bind(text, statement);
	if (!statement->guarded && (ptx_has(statement, "ca") || ptx_has(statement, "cg")))
		return copy(text, statement);
	if (!ptx_has(statement, "bulk") || statement->guarded)
		return false;
	if (ptx_has(statement, "prefetch"))
		return true;
	if (ptx_has(statement, "tensor") && ptx_has(statement, "bulk_group"))
		return tensor_store(text, statement);
	if (ptx_has(statement, "reduce"))
		return (ptx_has(statement, "bulk_group") || ptx_has(statement, "complete_tx")) && bulk_reduce(text, statement);
	if (ptx_has(statement, "tensor"))
		return ptx_has(statement, "complete_tx") && tensor_load(text, statement);
	if (ptx_has(statement, "commit_group"))
		return asm_call(text, "__hgrd_bulk_commit", nothing(text), NULL, 0) != NULL;
	if (ptx_has(statement, "wait_group"))
		return wait_group(text, statement);
	if (ptx_has(statement, "complete_tx"))
		return bulk_load(text, statement);
	return ptx_has(statement, "bulk_group") && bulk_store(text, statement);
}

bool asm_lower_proxy_fence(struct asm_text *text, const struct ptx_statement *statement)
{
	if (!ptx_has(statement, "async") || statement->guarded)
		return false;
	asm_call(text, "__hgrd_proxy_fence", nothing(text), NULL, 0);
	return true;
}

bool asm_lower_mapa(struct asm_text *text, const struct ptx_statement *statement)
{
	LLVMContextRef context = text->module->context;
	if (statement->guarded || statement->operands != 3)
		return false;
	const char *address = arena_printf(text->arena, "[%s]", statement->operand[1]);
	LLVMValueRef args[] = { asm_address(text, statement, address),
		asm_value(text, statement->operand[2], 32) };
	if (!args[0] || !args[1])
		return false;
	LLVMValueRef mapped =
		asm_call(text, "llvm.nvvm.mapa", LLVMPointerTypeInContext(context, 0), args, 2);
	LLVMTypeRef word = LLVMInt64TypeInContext(context);
	return asm_assign(text, statement->operand[0],
		LLVMBuildPtrToInt(text->builder, mapped, word, ""), false);
}
