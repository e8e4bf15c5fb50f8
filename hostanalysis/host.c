#include "hostanalysis/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ptrmap.h"
#include "hostanalysis/canonical/rewrite.h"
#include "hostanalysis/pass.h"
#include "hostanalysis/streams/untold.h"
#include "ir/aggregates.h"
#include "ir/fields.h"

#define SIMPLIFYCFG                                                                        \
	"simplifycfg<bonus-inst-threshold=0;no-speculate-blocks;no-simplify-cond-branch;"  \
	"no-forward-switch-cond;no-switch-range-to-icmp;no-switch-to-lookup;keep-loops;"   \
	"no-hoist-common-insts;no-sink-common-insts;no-speculate-unpredictables>"

enum { CALL_ROUNDS = 6 };    /* a function object is copied into a parameter, and from there into others */
enum { FORWARD_ROUNDS = 4 }; /* what a vector's functions test becomes constant step by step */

/* Calls that cannot throw lose their unwind edges. */
static const char passes_first[] = "inferattrs,function(" SIMPLIFYCFG ")";
/* Functions of the library are made simple before they are copied. */
static const char passes_joined[] = SIMPLIFYCFG ",sroa";
/* Every launch gets into its roots. */
static const char passes_inline[] = "always-inline,function(" SIMPLIFYCFG ",sroa)";
static const char passes_ways[] = "function(sroa,instsimplify," SIMPLIFYCFG ")";
/* From here on passes that use conditions run while these are hidden. */
static const char passes_scalar[] = "function(" SIMPLIFYCFG ",sroa)";
/* What function objects hold comes to where it is called. */
static const char passes_calls[] = "function(sroa,early-cse<memssa>,gvn<no-pre;no-load-pre>,instsimplify)";
/* Values through globals, structures and members. */
static const char passes_forward[] =
	"cgscc(function-attrs),rpo-function-attrs,globalopt,require<globals-aa>,"
	"function(invalidate<aa>),"
	"function(sroa,early-cse<memssa>,gvn<no-pre;no-load-pre>,early-cse<memssa>)";
static const char passes_clean[] = "function(" SIMPLIFYCFG ",sroa,adce,loop-simplify,lcssa)";

/* Nobody else knows the variables of a closed program: LLVM may treat them as it treats static ones. */
static void globals_close(struct host_pass *pass)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(pass->module->llvm); g;
		g = LLVMGetNextGlobal(g))
		if (!LLVMIsDeclaration(g) && LLVMGetLinkage(g) == LLVMExternalLinkage)
			LLVMSetLinkage(g, LLVMInternalLinkage);
}

/*
 * LLVM infers nothing from the bodies of inline functions, for which the linker may take another
 * unit's copy, compiled otherwise. All copies do the same (one definition rule): what this one keeps
 * of its arguments, and what it changes, holds for all.
 */
static void inlines_expose(struct host_pass *pass)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		LLVMLinkage linkage = LLVMGetLinkage(f);
		if (!LLVMIsDeclaration(f) && (linkage == LLVMLinkOnceODRLinkage ||
						     linkage == LLVMWeakODRLinkage))
			LLVMSetLinkage(f, LLVMExternalLinkage);
	}
}

static bool is_accessed(LLVMValueRef address)
{
	for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsALoadInst(user) || LLVMIsAStoreInst(user) ||
			(LLVMIsAGetElementPtrInst(user) && is_accessed(user)) ||
			(LLVMIsAConstantExpr(user) && is_accessed(user)))
			return true;
	}
	return false;
}

/*
 * The host's shadow of a variable of the device has no contents. Where the host reads or writes
 * it nevertheless it is managed memory, which kernels change too.
 */
static void shadows_open(struct host_pass *pass)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(pass->module->llvm); g;
		g = LLVMGetNextGlobal(g)) {
		LLVMValueRef contents = LLVMGetInitializer(g);
		if (!contents || !LLVMIsUndef(contents) || !is_accessed(g))
			continue;
		variable_add(pass, g);
		LLVMSetInitializer(g, NULL);
		LLVMSetLinkage(g, LLVMExternalLinkage);
		pass->shared_memory = true;
	}
}

/* Does a call name a function that is to be inlined, as it does not before what gives the function's address is. */
static bool has_new_target(LLVMValueRef f)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline"));
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef target = is_call(i) ? call_target(i) : NULL;
			if (target && target != f && LLVMCountBasicBlocks(target) && call_fits(i) &&
				LLVMGetEnumAttributeAtIndex(target, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind))
				return true;
		}
	return false;
}

static bool has_new_targets(const struct host_pass *pass)
{
	LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm);
	for (; f; f = LLVMGetNextFunction(f))
		if (has_new_target(f))
			return true;
	return false;
}

/* Every call that names its target by now is inlined as well. */
static bool inline_run(struct host_pass *pass, const char **error)
{
	struct module *module = pass->module;
	if (!module_run(pass->arena, module, passes_inline, error) ||
		((pass->callbacks || has_new_targets(pass)) && !module_run(pass->arena, module, passes_inline, error)))
		return false;
	for (unsigned round = 0; round < CALL_ROUNDS && own_tables_settle(pass); round++)
		if (!module_run(pass->arena, module, passes_inline, error))
			return false;
	for (unsigned round = 0; pass->stored.n && round < CALL_ROUNDS; round++) {
		function_objects_call(pass);
		conditions_hide(pass);
		if (!module_run(pass->arena, module, passes_calls, error))
			return false;
		conditions_restore(pass);
		if (!module_run(pass->arena, module, passes_inline, error))
			return false;
	}
	roots_settle(pass);
	return true;
}

static bool passes_run(struct host_pass *pass, const char **error)
{
	struct module *module = pass->module;
	calls_fit(pass);
	threads_untold(pass);
	container_copies_note(pass);
	shadows_open(pass);
	assumptions_branch(pass);
	constructors_split(pass);
	constants_assign(pass);
	stubs_fill(pass);
	effects_fill(pass);
	pairs_split(pass);
	calls_prepare(pass);
	vectors_settle(pass);
	if (!module_run(pass->arena, module, passes_first, error))
		return false;
	errno_forget(pass);
	variables_fill(pass);
	images_fill(pass);
	pass->closed = program_is_closed(pass);
	virtual_calls_resolve(pass);
	host_functions_run(pass);
	calls_rewrite(pass);
	allocators_mark(pass);
	libraries_mark(pass);
	if (!library_parts_join(pass, passes_joined, error))
		return false;
	roots_fill(pass);
	if (!pass->roots.n)
		return true;
	copies_make(pass);
	if (pass->closed)
		globals_close(pass);
	if (!inline_run(pass, error))
		return false;
	kept_tables_mark(pass);
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		addresses_compare(pass, f), aggregates_split(f), fields_split(f);
	roots_complete(pass);
	globals_enter(pass);
	images_open(pass);
	asserts_split(pass);
	if (pass->options->unshared)
		roots_unshare(pass);
	launches_rewrite(pass);
	host_tasks_copy(pass);
	captures_repeat(pass);
	host_variables_keep(pass);
	pointers_number(pass);
	if (!host_unroll(pass, error))
		return false;
	chosen_entries_split(pass);
	inlines_expose(pass);
	copied_entries_note(pass);
	arrays_split(pass);
	rounding_rewrite(pass);
	/* comparisons of what has become constant fold on being restored, and tables of objects come to where they are asked for */
	for (unsigned round = 0; round < (pass->containers ? FORWARD_ROUNDS : pass->chooses_calls ? 2 : 1); round++) {
		if ((!round || pass->chooses_calls) && !ways_part(pass, passes_ways, error))
			return false;
		conditions_hide(pass);
		if (!module_run(pass->arena, module, passes_scalar, error) ||
			!module_run(pass->arena, module, passes_forward, error))
			return false;
		conditions_restore(pass);
		moves_split(pass);
	}
	conditions_hide(pass);
	if (!module_run(pass->arena, module, passes_clean, error))
		return false;
	conditions_restore(pass);
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) {
		phis_settle(f);
		allocations_choose(f);
	}
	scaled_bound(pass);
	stubs_refresh(pass);
	swaps_split(pass);
	pointer_states_split(pass);
	names_fill(pass);
	return true;
}

static void dump_passes(struct host_pass *pass)
{
	FILE *file = fopen(pass->options->dump_passes, "w");
	if (!file)
		return;
	fputs(module_show(pass->arena, pass->module), file);
	fclose(file);
}

/* Inlining copies a launch through an array of arguments before it becomes a site. */
static bool is_copy(const struct site *site, const struct site *other)
{
	return site->stub == other->stub && same_loc(&site->loc, &other->loc);
}

/* A launch that no root has, neither this copy nor another one; the first copy stands for all. */
static bool is_unreached(const struct host_pass *pass, size_t at)
{
	const struct site *site = pass->sites.at[at];
	if (site->seen || !site->stub)
		return false;
	for (size_t i = 0; i < pass->sites.n; i++) {
		const struct site *other = pass->sites.at[i];
		if (i != at && is_copy(site, other) && (other->seen || i < at))
			return false;
	}
	return true;
}

/*
 * A launch that constants or the order of the program rule out is still one of
 * the program: it is listed with the fact that nothing leads to it.
 */
static void unreached_fill(struct host_pass *pass)
{
	for (size_t at = 0; at < pass->sites.n; at++) {
		const struct site *site = pass->sites.at[at];
		if (!is_unreached(pass, at))
			continue;
		struct host_launch launch = { .kernel = site->stub->kernel, .function = "",
			.root = -1, .loc = site->loc, .unreached = true };
		for (unsigned i = 0; i < 3; i++) {
			launch.grid[i] = et_sym(pass->ets,
				symbol_new(pass->ets, SYM_HOST, LEVEL_GRID, 32, "gridDim"));
			launch.block[i] = et_sym(pass->ets,
				symbol_new(pass->ets, SYM_HOST, LEVEL_GRID, 32, "blockDim"));
		}
		launch.shared = launch.stream = et_const(pass->ets, 64, 0);
		struct fact fact = { FACT_GUARD, et_bool(pass->ets, false),
			"no path of the program leads to this launch", site->loc };
		vec_push(pass->arena, &launch.facts, fact);
		vec_push(pass->arena, &pass->host->launches, launch);
	}
}

static bool comes_before(const struct host_launch *a, const struct host_launch *b)
{
	int order = strcmp(a->loc.file ? a->loc.file : "", b->loc.file ? b->loc.file : "");
	if (order)
		return order < 0;
	if (a->loc.line != b->loc.line)
		return a->loc.line < b->loc.line;
	return a->loc.column < b->loc.column;
}

/* Insertion sort: stable, and the lists are short. */
static void launches_sort(struct host *host)
{
	for (size_t i = 1; i < host->launches.n; i++) {
		struct host_launch launch = host->launches.at[i];
		size_t at = i;
		for (; at && comes_before(&launch, &host->launches.at[at - 1]); at--)
			host->launches.at[at] = host->launches.at[at - 1];
		host->launches.at[at] = launch;
	}
}

struct host *host_analyse(struct arena *arena, struct ets *ets, struct module *module,
	const struct host_options *options, const char **error)
{
	struct host_pass pass = {
		.arena = arena,
		.ets = ets,
		.module = module,
		.host = arena_alloc(arena, sizeof(struct host)),
		.options = options,
		.layout = LLVMGetModuleDataLayout(module->llvm),
		.values = ptrmap_new(arena),
		.bases = ptrmap_new(arena),
		.slots = ptrmap_new(arena),
		.singles = ptrmap_new(arena),
	};
	pass.host->ets = ets;
	pass.per_thread = streams_per_thread(module);
	pass.element = symbol_new(ets, SYM_HOST, LEVEL_GRID, 64, "element");
	LLVMValueRef main_function = LLVMGetNamedFunction(module->llvm, "main");
	pass.has_main = main_function && !LLVMIsDeclaration(main_function);
	if (!passes_run(&pass, error))
		return NULL;
	pass.host->closed = pass.closed && !pass.shared_memory && !pass.registered_memory;
	if (options->dump_passes)
		dump_passes(&pass);
	vec_each(root, &pass.roots)
		launches_fill(&pass, *root);
	unreached_fill(&pass);
	escapes_fill(&pass);
	required_fill(&pass);
	launches_sort(pass.host);
	return pass.host;
}
