#include "kernelanalysis/passes.h"

#include "kernelanalysis/ptx/asm.h"
#include "kernelanalysis/barriers/async.h"
#include "kernelanalysis/canonical/chosen_words.h"
#include "kernelanalysis/canonical/dynamic_shared.h"
#include "kernelanalysis/canonical/edges.h"
#include "kernelanalysis/grid/rehearsal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/aggregates.h"
#include "ir/fields.h"
#include "ir/thread.h"
#include "ir/unroll.h"
#include "kernelanalysis/barriers/barriers.h"
#include "kernelanalysis/grid/grid_barriers.h"
#include "kernelanalysis/canonical/moves.h"
#include "kernelanalysis/canonical/own_functions.h"
#include "kernelanalysis/canonical/own_stores.h"
#include "kernelanalysis/canonical/poison.h"
#include "kernelanalysis/canonical/gathered.h"
#include "kernelanalysis/canonical/rotated.h"
#include "kernelanalysis/canonical/spins.h"
#include "kernelanalysis/canonical/targets.h"
#include "kernelanalysis/canonical/tested.h"
#include "kernelanalysis/canonical/toolkit.h"
#include "kernelanalysis/canonical/unrolled.h"
#include "kernelanalysis/canonical/unused.h"
#include "kernelanalysis/canonical/written_params.h"

/*
 * Canonical form of the device module: every defined function inlined into the
 * kernels, variables in SSA form, simple control flow, loops with preheader and
 * one latch. Loads are not merged, so that each source line keeps its access.
 */

#define PTX_KERNEL_CONVENTION 71

enum { MOST_ENTRIES = 8 };

bool device_is_kernel(LLVMValueRef function)
{
	return LLVMGetFunctionCallConv(function) == PTX_KERNEL_CONVENTION;
}

void device_not_kernel(LLVMValueRef function)
{
	assert(device_is_kernel(function));
	LLVMSetFunctionCallConv(function, LLVMCCallConv);
}

static const char simplify[] =
	"function(instsimplify,simplifycfg,sroa,adce,simplifycfg,loop-simplify)";

static const char inline_named[] =
	"always-inline,globaldce,function(correlated-propagation)";

#define MOST_NESTED 8 /* functions that are given to functions */

/* A call that inlining has left: of a function that had been a parameter before. */
static bool calls_defined(LLVMValueRef function)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef target = is_call(i) ? call_target(i) : NULL;
			if (target && target != function && LLVMCountBasicBlocks(target))
				return true;
		}
	return false;
}

static bool kernels_call(const struct module *module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		if (device_is_kernel(f) && calls_defined(f))
			return true;
	return false;
}

static bool calls_itself(LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (is_call(user) && call_target(user) == function &&
			LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == function)
			return true;
	}
	return false;
}

/* Makes loops of functions that call themselves last of all. */
static bool recursion_unwind(struct arena *arena, struct module *module, const char **error)
{
	bool recursive = false;
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		recursive |= calls_itself(f);
	return !recursive || module_run(arena, module, "function(sroa,simplifycfg,tailcallelim)", error);
}

/* Inlines all, again where variables that become values show which function is called. */
static bool functions_inline(struct arena *arena, struct module *module, const char **error)
{
	for (unsigned nested = 0; !nested || (nested < MOST_NESTED && kernels_call(module)); nested++) {
		if (!module_run(arena, module, "globaldce,always-inline,globaldce", error))
			return false;
		for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
			unused_reads_mark(f);
		if (!module_run(arena, module, "function(sroa)", error))
			return false;
		for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
			if (device_is_kernel(f))
				targets_choose(arena, f);
	}
	return true;
}

bool device_prepare(struct arena *arena, struct module *module, const char **error)
{
	toolkit_simplify(arena, module);
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) {
		if (!LLVMCountBasicBlocks(f))
			continue;
		jumps_thread(arena, f);
		enumerations_assume(f);
		function_remove_attribute(f, "optnone");
		function_remove_attribute(f, "noinline");
		texture_references_read(f);
		/* no load may move to where the program does not make it */
		function_add_attribute(f, "sanitize_thread");
		if (!device_is_kernel(f)) {
			LLVMSetLinkage(f, LLVMInternalLinkage);
			function_add_attribute(f, "alwaysinline");
		}
	}
	if (!recursion_unwind(arena, module, error) || !functions_inline(arena, module, error))
		return false;
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) {
		unused_reads_keep(arena, f);
		if (LLVMCountBasicBlocks(f))
			poison_replace(f);
		if (device_is_kernel(f)) {
			dynamic_shared_join(arena, f);
			written_params_copy(f);
		}
	}
	if (!module_run(arena, module, simplify, error))
		return false;
	bool moves = false;
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) {
		moves |= moves_lower(arena, module, f);
		handles_point(f);
	}
	if (moves && !module_run(arena, module, "always-inline,globaldce", error))
		return false;
	if (!module_run(arena, module, simplify, error) ||
		!loops_unroll(arena, module, loop_is_unrolled, MOST_ENTRIES, simplify, error))
		return false;
	bool changed = false;
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) {
		changed |= pointers_choose(f);
		changed |= own_stores_forward(f);
		changed |= tests_part(arena, f);
		changed |= aggregates_split(f) | fields_split(f) | spins_lower(f) | truths_thread(f) | negations_turn(f) |
			   (LLVMCountBasicBlocks(f) && gathered_reads_part(arena, f));
	}
	if (changed && !module_run(arena, module, simplify, error))
		return false;
	if (far_barriers_write_out(arena, module) &&
		(!module_run(arena, module, inline_named, error) ||
			!module_run(arena, module, simplify, error)))
		return false;
	asm_lower(arena, module);
	changed = false;
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		changed |= spins_lower(f) | tensor_places_lower(module, f) | chosen_words_part(f) |
			   (LLVMCountBasicBlocks(f) && rotated_reads_join(arena, f));
	if (changed && !module_run(arena, module, simplify, error))
		return false;
	if (LLVMGetNamedFunction(module->llvm, CLUSTER_ARRIVAL) &&
		!loops_unroll(arena, module, loop_arrives_around, MOST_ENTRIES, simplify, error))
		return false;
	bool split = objects_split(module);
	if ((named_split(module) || split) &&
		(!module_run(arena, module, inline_named, error) ||
			!module_run(arena, module, simplify, error)))
		return false;
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		unused_reads_release(f);
	edges_split(arena, module);
	return true;
}

void device_kernels(struct arena *arena, const struct module *module, function_list *kernels)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		if (LLVMCountBasicBlocks(f) && device_is_kernel(f))
			vec_push(arena, kernels, f);
}

static bool is_only_read(LLVMValueRef pointer)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool derived = LLVMIsAConstantExpr(user) || LLVMIsAGetElementPtrInst(user) ||
			       LLVMIsAAddrSpaceCastInst(user) || LLVMIsABitCastInst(user);
		if (!LLVMIsALoadInst(user) && !(derived && is_only_read(user)) && !is_listed(user))
			return false;
	}
	return true;
}

bool device_only_reads(void *device, const char *name)
{
	const struct module *module = device;
	LLVMValueRef variable = LLVMGetNamedGlobal(module->llvm, name);
	return variable && !LLVMIsDeclaration(variable) && is_only_read(variable);
}

const char *device_host_name(struct arena *arena, const char *name)
{
	const char *mark = strstr(name, "__intern__");
	return mark ? arena_strndup(arena, name, (size_t)(mark - name)) : arena_strdup(arena, name);
}

const char *unqualified_name(struct arena *arena, const char *mangled)
{
	if (strncmp(mangled, "_Z", 2))
		return mangled;
	const char *p = mangled + 2, *name = NULL;
	size_t length = 0;
	bool nested = *p == 'N';
	if (nested)
		p++;
	while (*p == 'L' || *p == 'K' || *p == 'V')
		p++;
	while (isdigit((unsigned char)*p)) {
		char *end;
		length = strtoul(p, &end, 10);
		if (length > strlen(end))
			return mangled;
		name = end;
		p = end + length;
		if (!nested)
			break;
		while (*p == 'L')
			p++;
	}
	if (name && length > 10 && !strncmp(name, "_GLOBAL__N", 10))
		return mangled;
	return name ? arena_strndup(arena, name, length) : mangled;
}

void kernel_unsupported(
	struct kernel *kernel, LLVMValueRef instruction, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	struct unsupported entry = { .what = arena_vprintf(kernel->arena, format, args) };
	va_end(args);
	entry.loc = instruction ? instruction_loc(kernel->arena, instruction) : kernel->loc;
	if (instruction && is_call(instruction) && !strcmp(call_name(instruction), FUNCTION_DOUBTED))
		entry.pointer = call_arg(instruction, 0);
	entry.may_order = !instruction || !LLVMIsACallInst(instruction) ||
			  strncmp(call_name(instruction), "llvm.mem", 8) != 0;
	vec_each(known, &kernel->unsupported) {
		if (!strcmp(known->what, entry.what) && known->loc.line == entry.loc.line &&
			known->pointer == entry.pointer)
			return;
	}
	vec_push(kernel->arena, &kernel->unsupported, entry);
}

void kernel_doubt(struct kernel *kernel, LLVMValueRef instruction, const char *what)
{
	size_t before = kernel->unsupported.n;
	kernel_unsupported(kernel, instruction, "%s", what);
	if (kernel->unsupported.n > before)
		kernel->unsupported.at[before].may_order = false;
}

struct axis_symbols {
	const char *name;
	enum builtin builtin;
	enum level level;
	int64_t lo, hi[3];
};

/* Limits of compute capability 5.0 to 12.0, threads and blocks per axis. */
static const struct axis_symbols axis_table[] = {
	{ "threadIdx", BUILTIN_TID, LEVEL_THREAD, 0, { 1023, 1023, 63 } },
	{ "blockIdx", BUILTIN_CTAID, LEVEL_BLOCK, 0, { 2147483646, 65534, 65534 } },
	{ "blockDim", BUILTIN_NTID, LEVEL_GRID, 1, { 1024, 1024, 64 } },
	{ "gridDim", BUILTIN_NCTAID, LEVEL_GRID, 1, { 2147483647, 65535, 65535 } },
};

static void ids_fill(struct kernel *kernel)
{
	const struct symbol **slots[] = { kernel->tid, kernel->ctaid, kernel->ntid, kernel->nctaid };
	for (size_t i = 0; i < 4; i++) {
		for (unsigned axis = 0; axis < 3; axis++) {
			const struct axis_symbols *row = &axis_table[i];
			struct symbol *sym = symbol_new(kernel->ets, SYM_ID, row->level, 32,
				arena_printf(kernel->arena, "%s.%c", row->name, "xyz"[axis]));
			sym->builtin = row->builtin;
			sym->axis = (uint8_t)axis;
			sym->bounded = true;
			sym->lo = row->lo;
			sym->hi = row->hi[axis];
			slots[i][axis] = sym;
		}
	}
}

static unsigned string_attribute(LLVMValueRef function, const char *name)
{
	LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(function,
		(LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
	if (!attribute)
		return 0;
	unsigned length = 0;
	const char *text = LLVMGetStringAttributeValue(attribute, &length);
	return text ? (unsigned)strtoul(text, NULL, 10) : 0;
}

/* __launch_bounds__: threads of all axes together. */
static void launch_bounds_fill(struct kernel *kernel)
{
	kernel->max_threads = string_attribute(kernel->llvm, "nvvm.maxntid");
	kernel->min_blocks = string_attribute(kernel->llvm, "nvvm.minctasm");
}

const char *kernel_title(struct arena *arena, LLVMValueRef function)
{
	return unqualified_name(arena, device_host_name(arena, value_name(function)));
}

/* The model; NULL: some accesses have been added to `refused`. */
static struct kernel *build(struct arena *arena, struct ets *ets, LLVMValueRef function,
	bool lockstep, const unsigned cluster[3], struct ptrmap *refused)
{
	struct kernel *kernel = arena_alloc(arena, sizeof(*kernel));
	kernel->arena = arena;
	kernel->ets = ets;
	kernel->llvm = function;
	kernel->lockstep = lockstep;
	memcpy(kernel->cluster, cluster, sizeof(kernel->cluster));
	kernel->mangled = device_host_name(arena, value_name(function));
	kernel->name = unqualified_name(arena, kernel->mangled);
	kernel->loc = function_loc(arena, function);
	kernel->func = func_new(arena, function);
	kernel->object_map = ptrmap_new(arena);
	kernel->access_map = ptrmap_new(arena);
	kernel->sync_map = ptrmap_new(arena);
	kernel->settled = ptrmap_new(arena);
	kernel->refused = refused;
	kernel->env = value_env_new(arena, ets, kernel->func, kernel_leaf, kernel_level, kernel);
	if (kernel->func->irreducible)
		kernel_unsupported(kernel, NULL, "control flow that is no nest of loops");
	ids_fill(kernel);
	launch_bounds_fill(kernel);
	cluster_fill(kernel);
	private_fill(kernel);
	objects_fill(kernel);
	accesses_fill(kernel);
	bindings_fill(kernel);
	syncs_fill(kernel);
	grid_regions_find(kernel);
	rehearsals_find(kernel);
	cluster_ends_fill(kernel);
	intervals_fill(kernel);
	levels_fill(kernel);
	halves_confirm(kernel);
	aggregated_fill(kernel);
	match_leaders_fill(kernel);
	access_terms_fill(kernel);
	groups_fill(kernel);
	phases_fill(kernel);
	intervals_fill_groups(kernel);
	intervals_fill_flights(kernel);
	kernel_facts_fill(kernel);
	extents_fill(kernel);
	if (!locks_fill(kernel))
		return NULL;
	divergence_find(kernel);
	return kernel;
}

struct kernel *kernel_new(struct arena *arena, struct ets *ets, LLVMValueRef function,
	bool lockstep, const unsigned cluster[3])
{
	struct ptrmap *refused = ptrmap_new(arena);
	struct kernel *kernel = NULL;
	while (!kernel)
		kernel = build(arena, ets, function, lockstep, cluster, refused);
	return kernel;
}
