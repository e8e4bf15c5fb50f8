#include "hostanalysis/memory/contents.h"

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

/* Notes what a BASE symbol stands for. */
static void base_set(struct host_pass *pass, const struct et *base, struct host_alloc *alloc)
{
	struct symbol *sym = (struct symbol *)base->sym;
	assert(sym->kind == SYM_BASE);
	alloc->base = sym;
	sym->origin = alloc;
	sym->loc = alloc->loc;
	ptrmap_set(pass->bases, sym, alloc);
	vec_push(pass->arena, &pass->host->allocs, alloc);
}

static const struct et *size_term(struct root *root, LLVMValueRef call, int size, int factor)
{
	struct ets *ets = root->pass->ets;
	const struct et *term = host_term(root, call_arg(call, (unsigned)size));
	if (factor >= 0)
		term = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, term,
			host_term(root, call_arg(call, (unsigned)factor)));
	/* what asks for all of the address space gets nothing: new T[n] does, where n is too many */
	if (term->op == ET_ITE && et_is_const(term->arg[1]) && term->arg[1]->value == UINT64_MAX)
		term = term->arg[2];
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
	/* in a loop, each iteration's allocation is another one */
	const struct et *base = value_opaque(root->env, call, SYM_HOST);
	base_set(root->pass, base, alloc);
	return base;
}

static const struct et *global_base(struct root *root, LLVMValueRef value)
{
	const struct host_alloc *known = ptrmap_get(root->pass->values, value);
	if (known)
		return et_sym(root->pass->ets, known->base);
	struct host_alloc *alloc = arena_alloc(root->pass->arena, sizeof(*alloc));
	size_t length;
	const char *name = source_name(value_name(value), &length);
	name = arena_strndup(root->pass->arena, name, length);
	alloc->memory = HOST_GLOBAL;
	alloc->function = arena_strdup(root->pass->arena, value_name(value));
	const struct et *base = et_sym(root->pass->ets,
		symbol_new(root->pass->ets, SYM_BASE, LEVEL_GRID, 64, name));
	base_set(root->pass, base, alloc);
	ptrmap_set(root->pass->values, value, alloc);
	return base;
}

/*
 * Bounds that hold on every device from sm_50 on: attribute of cudaDeviceGetAttribute, lowest, highest value
 * (CUDA programming guide, technical specifications per compute capability).
 */
static const struct limit {
	int attribute;
	int64_t lo, hi;
} limits[] = {
	{ 1, 1024, 1024 },     /* MaxThreadsPerBlock */
	{ 2, 1024, 1024 },     /* MaxBlockDimX */
	{ 3, 1024, 1024 },     /* MaxBlockDimY */
	{ 4, 64, 64 },         /* MaxBlockDimZ */
	{ 5, INT32_MAX, INT32_MAX }, /* MaxGridDimX */
	{ 6, 65535, 65535 },   /* MaxGridDimY */
	{ 7, 65535, 65535 },   /* MaxGridDimZ */
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
static struct host_alloc *unknown_base(
	struct host_pass *pass, const struct et *base, enum host_memory memory)
{
	struct host_alloc *alloc = arena_alloc(pass->arena, sizeof(*alloc));
	alloc->memory = memory;
	alloc->function = "";
	alloc->loc = base->sym->loc;
	base_set(pass, base, alloc);
	return alloc;
}

static void given_base(struct root *root, const struct et *base, LLVMValueRef value,
	const struct api *api)
{
	struct host_alloc *alloc = unknown_base(
		root->pass, base, LLVMIsAArgument(value) ? HOST_ARGUMENT : HOST_UNKNOWN);
	LLVMValueRef about = api ? constant_arg(value, 2) : NULL;
	if (api)
		alloc->function = api->name;
	if (LLVMIsAAllocaInst(value) && LLVMIsAConstantInt(LLVMGetOperand(value, 0)))
		alloc->local = LLVMABISizeOfType(root->pass->layout, LLVMGetAllocatedType(value)) *
			       LLVMConstIntGetZExtValue(LLVMGetOperand(value, 0));
	if (about)
		alloc->flags = (unsigned)LLVMConstIntGetZExtValue(about);
	if (is_call(value) && !strcmp(call_name(value), HOST_FETCHED))
		alloc->fetched = arena_strdup(root->pass->arena, value_name(call_arg(value, 0)));
	if (LLVMIsALoadInst(value))
		handle_loaded(root, base, value, alloc);
	else if (api)
		handle_created(root, base, value);
}

void base_own(struct host_pass *pass, const struct et *leaf)
{
	if (leaf->sym->kind == SYM_BASE && !ptrmap_get(pass->bases, leaf->sym))
		unknown_base(pass, leaf, HOST_UNKNOWN);
}

/* The one value that bounds leave; otherwise the term itself. */
static const struct et *if_single(struct root *root, const struct et *term)
{
	const struct symbol *sym = term->sym;
	return sym->bounded && sym->lo == sym->hi ?
		       et_const(root->pass->ets, term->width, (uint64_t)sym->lo) :
		       term;
}

/* A symbol of its own for a value outside loops; inside, one applied to the loops' counters. */
static const struct et *host_value(struct root *root, LLVMValueRef value, const struct api *api)
{
	const struct et *term = value_opaque(root->env, value, SYM_HOST);
	if (term->sym->kind == SYM_BASE)
		given_base(root, term, value, api);
	else if (api)
		bound_out((struct symbol *)term->sym, value, api);
	return if_single(root, term);
}

/* Functions of the C library whose result is from 0 to at most 2^31 - 1. */
static bool is_random(const char *name)
{
	static const char *const names[] = { "rand", "rand_r", "random", "lrand48", "nrand48" };
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static void made_mark(struct root *root, LLVMValueRef value, const struct et *term)
{
	bool own = term->op == ET_SYM || term->op == ET_APP;
	if (own && value_is_made(root, value))
		((struct symbol *)term->sym)->computed = true;
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
	const struct et *result = host_value(root, call, NULL);
	if (is_random(name))
		bound((struct symbol *)result->sym, 0, INT32_MAX);
	made_mark(root, call, result);
	return result;
}

/* argc: not negative (C17 5.1.2.2.1). */
static void bound_argc(const struct root *root, LLVMValueRef value, const struct et *term)
{
	if (LLVMIsAArgument(value) && term->op == ET_SYM && term->width == 32 &&
		!strcmp(value_name(root->llvm), "main") && LLVMGetParam(root->llvm, 0) == value)
		bound((struct symbol *)term->sym, 0, INT32_MAX);
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
	bool loads = LLVMIsALoadInst(value) && kind == LLVMIntegerTypeKind;
	const struct et *any = host_value(root, value, NULL);
	if (loads && load_is_own_word(root, value))
		((struct symbol *)any->sym)->computed = true;
	made_mark(root, value, any);
	bound_argc(root, value, any);
	if (!LLVMIsALoadInst(value))
		return any;
	const struct et *known = load_contents(root, value, any);
	if (known && (loads || !et_mentions(root->pass->arena, known, any)))
		return known;
	const struct et *again = loads ? NULL : load_repeated(root, value);
	return again ? again : any;
}
