#include "hostanalysis/pass.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Leaves of host terms. Two values are one symbol only when they are one SSA
 * value; what a call returned and what memory holds is any value.
 */

static LLVMValueRef constant_arg(LLVMValueRef call, unsigned index)
{
	LLVMValueRef arg = index < call_args(call) ? call_arg(call, index) : NULL;
	return arg && LLVMIsAConstantInt(arg) ? arg : NULL;
}

static const struct api *call_api(LLVMValueRef call)
{
	LLVMValueRef row = constant_arg(call, 0);
	assert(row);
	return api_row((int)LLVMConstIntGetZExtValue(row));
}

static const struct et *alloc_base(
	struct root *root, LLVMValueRef value, struct host_alloc *alloc, const char *name)
{
	struct symbol *sym = symbol_new(root->pass->ets, SYM_BASE, LEVEL_GRID, 64, name);
	sym->origin = alloc;
	sym->loc = alloc->loc;
	alloc->base = sym;
	ptrmap_set(root->pass->values, value, alloc);
	vec_push(root->pass->arena, &root->pass->host->allocs, alloc);
	return et_sym(root->pass->ets, sym);
}

/* Name of the variable an allocation is stored to: the value's name, cleaned. */
static const char *display_name(struct root *root, LLVMValueRef value)
{
	const char *name = value_name(value);
	size_t length = strcspn(name, ".");
	return length ? arena_strndup(root->pass->arena, name, length) : "allocation";
}

static const struct et *size_term(struct root *root, LLVMValueRef call, int size, int factor)
{
	struct ets *ets = root->pass->ets;
	const struct et *term = value_et(root->env, call_arg(call, (unsigned)size));
	if (factor >= 0)
		term = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, term,
			value_et(root->env, call_arg(call, (unsigned)factor)));
	return term->width == 64 ? term : NULL;
}

static const struct et *allocation(struct root *root, LLVMValueRef call, int size, int factor,
	enum host_memory memory, const char *function)
{
	struct host_alloc *alloc = arena_alloc(root->pass->arena, sizeof(*alloc));
	alloc->memory = memory;
	alloc->function = function;
	alloc->loc = instruction_loc(root->pass->arena, call);
	alloc->size = size_term(root, call, size, factor);
	return alloc_base(root, call, alloc, display_name(root, call));
}

static const struct et *global_base(struct root *root, LLVMValueRef value)
{
	const struct host_alloc *known = ptrmap_get(root->pass->values, value);
	if (known)
		return et_sym(root->pass->ets, known->base);
	struct host_alloc *alloc = arena_alloc(root->pass->arena, sizeof(*alloc));
	const char *name = arena_strdup(root->pass->arena, value_name(value));
	alloc->memory = HOST_GLOBAL;
	alloc->function = name;
	return alloc_base(root, value, alloc, name);
}

/* Bounds that hold on every device: attribute of cudaDeviceGetAttribute, lowest, highest value. */
static const struct limit {
	int attribute;
	int64_t lo, hi;
} limits[] = {
	{ 1, 1, 1024 },        /* MaxThreadsPerBlock */
	{ 2, 1, 1024 },        /* MaxBlockDimX */
	{ 3, 1, 1024 },        /* MaxBlockDimY */
	{ 4, 1, 64 },          /* MaxBlockDimZ */
	{ 5, 1, INT32_MAX },   /* MaxGridDimX */
	{ 6, 1, 65535 },       /* MaxGridDimY */
	{ 7, 1, 65535 },       /* MaxGridDimZ */
	{ 8, 1, 1 << 20 },     /* MaxSharedMemoryPerBlock */
	{ 10, 32, 32 },        /* WarpSize */
	{ 16, 1, 65536 },      /* MultiProcessorCount */
	{ 39, 1, 4096 },       /* MaxThreadsPerMultiProcessor */
};

static void bound(struct symbol *sym, int64_t lo, int64_t hi)
{
	sym->bounded = true;
	sym->lo = lo;
	sym->hi = hi;
}

static void bound_out(struct symbol *sym, LLVMValueRef call, const struct api *api)
{
	LLVMValueRef about = constant_arg(call, 2);
	uint64_t out = LLVMConstIntGetZExtValue(constant_arg(call, 1));
	if (!strcmp(api->name, "cudaDeviceGetAttribute") && about) {
		for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
			if ((uint64_t)limits[i].attribute == LLVMConstIntGetZExtValue(about))
				bound(sym, limits[i].lo, limits[i].hi);
	} else if (!strncmp(api->name, "cudaOccupancyMaxPotential", 25)) {
		bound(sym, 1, out == 1 ? 1024 : INT32_MAX);
	} else if (!strcmp(api->name, "cudaGetDeviceCount")) {
		bound(sym, 0, INT32_MAX);
	}
}

/* A pointer of unknown origin is the base of whatever it points to. */
static void unknown_base(struct root *root, LLVMValueRef value, struct symbol *sym)
{
	struct host_alloc *alloc = arena_alloc(root->pass->arena, sizeof(*alloc));
	alloc->base = sym;
	alloc->memory = LLVMIsAArgument(value) ? HOST_ARGUMENT : HOST_UNKNOWN;
	alloc->function = "";
	alloc->loc = sym->loc;
	sym->origin = alloc;
	vec_push(root->pass->arena, &root->pass->host->allocs, alloc);
}

/* A symbol of its own for a value outside loops; inside, one applied to the loops' counters. */
static const struct et *host_value(struct root *root, LLVMValueRef value, const struct api *api)
{
	const struct et *term = value_opaque(root->env, value, SYM_HOST);
	if (term->sym->kind == SYM_BASE)
		unknown_base(root, value, (struct symbol *)term->sym);
	else if (api)
		bound_out((struct symbol *)term->sym, value, api);
	return term;
}

static const struct et *call_leaf(struct root *root, LLVMValueRef call)
{
	const char *name = call_name(call);
	int size, count;
	if (!strcmp(name, "hgrd.alloc"))
		return allocation(root, call, 1, 2, call_api(call)->memory, call_api(call)->name);
	if (!strncmp(name, "hgrd.out.", 9))
		return host_value(root, call, call_api(call));
	if (host_allocator(name, &size, &count))
		return allocation(root, call, size, count, HOST_PLAIN, name);
	return host_value(root, call, NULL);
}

const struct et *host_leaf(void *data, struct value_env *env, LLVMValueRef value)
{
	struct root *root = data;
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
	(void)env;
	if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind)
		return NULL;
	if (LLVMIsAGlobalVariable(value) || LLVMIsAFunction(value) || LLVMIsAGlobalAlias(value))
		return global_base(root, value);
	if (is_call(value))
		return call_leaf(root, value);
	return host_value(root, value, NULL);
}
