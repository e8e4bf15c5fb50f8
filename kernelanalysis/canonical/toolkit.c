#include "kernelanalysis/canonical/toolkit.h"

#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

enum body {
	BODY_GRID_SYNC, /* whole barrier of the grid */
	BODY_TILE_SYNC, /* of as many warps as the third argument says */
	BODY_NOTHING,   /* prepares a barrier's memory */
	BODY_PURE       /* computes where that memory is: kept, but dropped when unused */
};

struct toolkit_row {
	const char *part; /* of the mangled name, within cooperative_groups::details */
	enum body body;
};

static const struct toolkit_row rows[] = {
	{ "4gridL4syncEPj", BODY_GRID_SYNC },
	{ "10sync_warpsEPjjj", BODY_TILE_SYNC },
	{ "16sync_warps_resetEPjj", BODY_NOTHING },
	{ "4log2Ej", BODY_PURE },
};

static LLVMValueRef declared(LLVMModuleRef module, const char *name, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	return function ? function : LLVMAddFunction(module, name, type);
}

static void call_barrier(LLVMBuilderRef builder, LLVMValueRef function, enum body body)
{
	LLVMModuleRef module = LLVMGetGlobalParent(function);
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMTypeRef i32 = LLVMInt32TypeInContext(context), nothing = LLVMVoidTypeInContext(context);
	if (body == BODY_GRID_SYNC) {
		LLVMTypeRef type = LLVMFunctionType(nothing, NULL, 0, false);
		LLVMBuildCall2(builder, type, declared(module, "__hgrd_grid_sync", type), NULL, 0, "");
		return;
	}
	LLVMTypeRef type = LLVMFunctionType(nothing, &i32, 1, false);
	LLVMValueRef size = LLVMBuildMul(
		builder, LLVMGetParam(function, 2), LLVMConstInt(i32, 32, false), "");
	LLVMBuildCall2(builder, type, declared(module, "__hgrd_tile_sync", type), &size, 1, "");
}

/* Replaces the body, which is left unreachable, by the barrier. */
static void replace_body(LLVMValueRef function, enum body body)
{
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	LLVMBasicBlockRef old = LLVMGetEntryBasicBlock(function);
	LLVMBasicBlockRef entry = LLVMInsertBasicBlockInContext(context, old, "barrier");
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMMetadataRef at = NULL;
	LLVMPositionBuilderAtEnd(builder, entry);
	for (LLVMValueRef i = LLVMGetFirstInstruction(old); i && !at; i = LLVMGetNextInstruction(i))
		at = LLVMInstructionGetDebugLoc(i);
	LLVMSetCurrentDebugLocation2(builder, at);
	if (body != BODY_NOTHING)
		call_barrier(builder, function, body);
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
}

static void relax(LLVMValueRef i)
{
	if (LLVMIsAAtomicRMWInst(i))
		LLVMSetOrdering(i, LLVMAtomicOrderingMonotonic);
	if (!LLVMIsAAtomicCmpXchgInst(i))
		return;
	LLVMSetCmpXchgSuccessOrdering(i, LLVMAtomicOrderingMonotonic);
	LLVMSetCmpXchgFailureOrdering(i, LLVMAtomicOrderingMonotonic);
}

/* atomicAdd() and its kin are relaxed, though clang's own headers write seq_cst for them. */
static void relax_legacy(struct arena *arena, LLVMValueRef function)
{
	const char *file = function_loc(arena, function).file;
	if (!file || (!strstr(file, "__clang_cuda") && !strstr(file, "atomic_functions")))
		return;
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
	for (; block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			relax(i);
}

/*
 * Nothing comes after a failed assert, which clang's own __assert_fail() does not say. Those of
 * headers are left as they are: they stand in loops that wait, and hold.
 */
static void end_at_assert(struct arena *arena, struct module *module, LLVMValueRef fails)
{
	LLVMValueRef ends = declared(module->llvm, "__assert_fail", LLVMGlobalGetValueType(fails));
	function_add_attribute(ends, "noreturn");
	for (LLVMUseRef use = LLVMGetFirstUse(fails), next; use; use = next) {
		LLVMValueRef call = LLVMGetUser(use);
		next = LLVMGetNextUse(use);
		const char *file = LLVMIsACallInst(call) ? instruction_loc(arena, call).file : NULL;
		if (file && !strstr(file, PATH_SYSTEM))
			LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, ends);
	}
}

void toolkit_simplify(struct arena *arena, struct module *module)
{
	LLVMValueRef fails = LLVMGetNamedFunction(module->llvm, "_ZL13__assert_failPKcS0_jS0_");
	if (fails)
		end_at_assert(arena, module, fails);
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) {
		const char *name = value_name(f);
		if (LLVMCountBasicBlocks(f))
			relax_legacy(arena, f);
		if (!LLVMCountBasicBlocks(f) || !strstr(name, "cooperative_groups") ||
			!strstr(name, "7details"))
			continue;
		for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
			if (!strstr(name, rows[i].part))
				continue;
			if (rows[i].body == BODY_PURE)
				function_make_pure(f);
			else
				replace_body(f, rows[i].body);
		}
	}
}
