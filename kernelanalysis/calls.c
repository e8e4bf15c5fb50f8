#include "kernelanalysis/passes.h"

#include "kernelanalysis/barriers/barriers.h"
#include "kernelanalysis/canonical/own_functions.h"
#include "kernelanalysis/ptx/ptx.h"

#include <stdlib.h>
#include <string.h>

#include "kernelanalysis/barriers/tensor_map.h"

/* What the calls that remain after inlining mean: tables by name. */

static bool starts(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

struct prefix_row {
	const char *prefix;
};

static bool in_table(const char *name, const struct prefix_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (starts(name, rows[i].prefix))
			return true;
	return false;
}
#define IN_TABLE(name, table) in_table(name, table, sizeof(table) / sizeof(*(table)))

static const char *assembly(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t length = 0;
	return callee && LLVMIsAInlineAsm(callee) ? LLVMGetInlineAsmAsmString(callee, &length) : NULL;
}

/* The effect of a call of inline assembly, PTX_OTHER for other calls. */
static enum ptx_effect assembly_effect(LLVMValueRef call, enum scope *scope)
{
	const char *text = assembly(call);
	return text ? ptx_effect(text, scope) : PTX_OTHER;
}

bool call_is_block_barrier(LLVMValueRef call)
{
	struct barrier_call barrier;
	return barrier_of_call(call, &barrier) && barrier.kind == SYNC_BLOCK_BARRIER;
}

struct fence_row {
	const char *name;
	enum scope scope;
};

static const struct fence_row fence_rows[] = {
	{ "llvm.nvvm.membar.cta", SCOPE_BLOCK },
	{ "llvm.nvvm.membar.gl", SCOPE_DEVICE },
	{ "llvm.nvvm.membar.sys", SCOPE_SYSTEM },
	{ "llvm.nvvm.fence.sc.cluster", SCOPE_CLUSTER },
	{ "__threadfence_block", SCOPE_BLOCK },
	{ "__threadfence_system", SCOPE_SYSTEM },
	{ "__threadfence", SCOPE_DEVICE },
};

/* The order and scope operands of the headers' own operations (frontend/include/README.md). */
static bool constant_arg(LLVMValueRef call, unsigned index, uint64_t limit, unsigned *value)
{
	LLVMValueRef arg = call_arg(call, index);
	if (!LLVMIsAConstantInt(arg) || LLVMConstIntGetZExtValue(arg) >= limit)
		return false;
	*value = (unsigned)LLVMConstIntGetZExtValue(arg);
	return true;
}

static const enum scope operand_scopes[] = { SCOPE_NONE, SCOPE_BLOCK, SCOPE_CLUSTER, SCOPE_DEVICE,
	SCOPE_SYSTEM };
static const enum order operand_orders[] = { ORDER_RELAXED, ORDER_ACQUIRE, ORDER_ACQUIRE,
	ORDER_RELEASE, ORDER_ACQ_REL, ORDER_ACQ_REL };

enum scope call_fence_scope(LLVMValueRef call)
{
	enum scope scope = SCOPE_NONE;
	if (assembly_effect(call, &scope) == PTX_FENCE)
		return scope;
	const char *name = call_name(call);
	unsigned order, operand;
	if (!strcmp(name, "__hgrd_fence"))
		return constant_arg(call, 0, 6, &order) && order &&
				       constant_arg(call, 1, 5, &operand)
			       ? operand_scopes[operand]
			       : SCOPE_NONE;
	for (size_t i = 0; i < sizeof(fence_rows) / sizeof(*fence_rows); i++)
		if (starts(name, fence_rows[i].name))
			return fence_rows[i].scope;
	return SCOPE_NONE;
}

enum order call_fence_order(LLVMValueRef call)
{
	static const enum order orders[] = { ORDER_RELAXED, ORDER_ACQUIRE, ORDER_ACQUIRE,
		ORDER_RELEASE, ORDER_ACQ_REL, ORDER_ACQ_REL };
	if (strcmp(call_name(call), "__hgrd_fence") || !LLVMIsAConstantInt(call_arg(call, 0)))
		return ORDER_ACQ_REL;
	uint64_t number = LLVMConstIntGetZExtValue(call_arg(call, 0));
	return number < sizeof(orders) / sizeof(*orders) ? orders[number] : ORDER_RELAXED;
}

bool call_fence_sc(LLVMValueRef call)
{
	if (strcmp(call_name(call), "__hgrd_fence"))
		return true;
	LLVMValueRef order = call_arg(call, 0);
	return LLVMIsAConstantInt(order) && LLVMConstIntGetZExtValue(order) == 5;
}

/* Calls that neither read nor write memory that another thread could write. */
static const struct prefix_row harmless_rows[] = {
	{ "llvm.dbg." }, { "llvm.lifetime." }, { "llvm.assume" }, { "llvm.nvvm.read." },
	{ "llvm.nvvm.shfl." }, { "llvm.nvvm.vote." }, { "llvm.nvvm.match." },
	{ "llvm.nvvm.activemask" }, { "llvm.nvvm.redux." }, { "llvm.nvvm.exit" },
	{ "llvm.nvvm.isspacep." }, { "llvm.nvvm.nanosleep" }, { "llvm.trap" }, { "llvm.debugtrap" },
	{ "llvm.experimental.noalias" }, { "llvm.invariant." }, { "llvm.prefetch" },
	{ "llvm.nvvm.prefetch" }, { "llvm.stacksave" }, { "llvm.stackrestore" }, { "llvm.donothing" },
	{ "vprintf" }, { "printf" }, { "malloc" }, { "free" }, { "__assertfail" },
	{ "__assert_fail" }, { "__nv_" }, { "llvm.is.constant" },
	{ "llvm.objectsize" }, { "llvm.nvvm.mapa" }, { "__hgrd_asm_value" }, { TENSOR_PICK }, { "__hgrd_proxy_fence" }, { "__hgrd_async_bind" }, { FUNCTION_DOUBTED }, { "llvm.sideeffect" },
	{ "cudaGraphSetConditional" }, /* decides which kernels run next, nothing within this one */
};

bool call_touches_no_memory(LLVMValueRef call)
{
	enum scope scope;
	if (assembly(call))
		return assembly_effect(call, &scope) == PTX_REGISTERS;
	return call_has_no_effect(call) || IN_TABLE(call_name(call), harmless_rows);
}

bool call_is_random(LLVMValueRef value)
{
	static const char prefix[] = "__hgrd_random_";
	return LLVMIsACallInst(value) && !strncmp(call_name(value), prefix, sizeof(prefix) - 1);
}

bool call_is_handle_memory(LLVMValueRef value)
{
	return LLVMIsACallInst(value) && !strcmp(call_name(value), "__hgrd_handle_memory");
}

int call_measure(LLVMValueRef call)
{
	static const char *const names[MEASURES] = { "__hgrd_handle_pitch",
		"__hgrd_handle_height", "__hgrd_load_lane", "__hgrd_sum_lane",
		"__hgrd_elected_lane", "__hgrd_function_called", "__hgrd_last_to_arrive" };
	for (int i = 0; i < MEASURES; i++)
		if (!strcmp(call_name(call), names[i]))
			return i;
	return -1;
}

struct scoped_row {
	const char *prefix;
	unsigned operands; /* between the address and order, scope */
	enum rmw rmw;
};

static const struct scoped_row scoped_rows[] = {
	{ "__hgrd_atomic_load_", 0, RMW_LOAD },
	{ "__hgrd_atomic_store_", 1, RMW_STORE },
	{ "__hgrd_atomic_rmw_", 2, RMW_OTHER },
	{ "__hgrd_atomic_cas_", 2, RMW_CAS },
};

bool call_is_scoped_atomic(LLVMValueRef call, struct scoped_atomic *atomic)
{
	const char *name = call_name(call);
	for (size_t i = 0; i < sizeof(scoped_rows) / sizeof(*scoped_rows); i++) {
		const struct scoped_row *row = &scoped_rows[i];
		unsigned order, scope, operation = 2;
		if (!starts(name, row->prefix))
			continue;
		if (!constant_arg(call, row->operands + 1, 6, &order) ||
			!constant_arg(call, row->operands + 2, 5, &scope))
			return false;
		if (row->rmw == RMW_OTHER && !constant_arg(call, 2, 15, &operation))
			return false;
		atomic->rmw = operation == 0   ? RMW_EXCHANGE
			      : operation == 1 ? RMW_ADD
			      : operation == 4  ? RMW_OR
			      : operation == 13 ? RMW_INC
			      : operation == 14 ? RMW_DEC
					       : row->rmw;
		atomic->order = operand_orders[order];
		atomic->scope = operand_scopes[scope];
		atomic->size = (unsigned)strtoul(name + strlen(row->prefix), NULL, 10) / 8;
		return true;
	}
	return false;
}

bool call_is_atomic(LLVMValueRef call, enum scope *scope)
{
	const char *name = call_name(call);
	struct scoped_atomic atomic;
	if (call_is_scoped_atomic(call, &atomic)) {
		*scope = atomic.scope;
		return true;
	}
	if (!starts(name, "llvm.nvvm.atomic."))
		return false;
	if (strstr(name, ".cta"))
		*scope = SCOPE_BLOCK;
	else if (strstr(name, ".sys"))
		*scope = SCOPE_SYSTEM;
	else
		*scope = SCOPE_DEVICE;
	return true;
}

bool kernel_launched_inside(const struct kernel *kernel, struct loc *loc)
{
	for (LLVMUseRef use = LLVMGetFirstUse(kernel->llvm); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!is_call(user) || call_target(user) == kernel->llvm)
			continue;
		*loc = instruction_loc(kernel->arena, user);
		return true;
	}
	return false;
}
