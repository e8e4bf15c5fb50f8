#include "solver/launches/before.h"
#include "solver/launches/nulls.h"
#include "solver/reductions/overflows.h"

#include <string.h>

/*
 * A launch as a map from kernel symbols to host terms: parameters become the
 * arguments, dimensions the launch's; so relations between them (HGRD 4, third
 * class) hold by construction.
 */

#define GIVEN_MOST 14 /* entries of a struct among which a kernel chooses: pointers to no more than 16 places are followed */

static const struct et *fit(struct ets *ets, const struct et *term, unsigned width)
{
	if (term->width == width)
		return term;
	return et_cast(ets, term->width > width ? ET_TRUNC : ET_ZEXT, width, term);
}

/* The kernel's own base symbol of a __device__ variable that the host passes by address. */
static const struct symbol *device_variable(struct launch *launch, const struct host_alloc *alloc)
{
	vec_each(each, &launch->kernel->objects) {
		const struct object *object = *each;
		if (object->kind == OBJECT_GLOBAL && object_is_global(object, alloc->function))
			return object->base;
	}
	return NULL;
}

struct rebase {
	struct launch *launch;
};

static const struct et *rebase_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct launch *launch = ((struct rebase *)data)->launch;
	if (leaf->sym->kind != SYM_BASE || !leaf->sym->origin)
		return NULL;
	const struct host_alloc *alloc = leaf->sym->origin;
	if (alloc->memory == HOST_ARGUMENT || alloc->memory == HOST_UNKNOWN)
		launch->assumptions |= ASSUME_NO_ALIAS;
	const struct symbol *own =
		alloc->memory == HOST_GLOBAL ? device_variable(launch, alloc) : NULL;
	return own ? et_sym(ets, own) : NULL;
}

const struct et *launch_pointer(struct launch *launch, const struct et *term, const char *name)
{
	struct ets *ets = launch->kernel->ets;
	place_list places = { 0 };
	struct rebase rebase = { launch };
	if (term->width == 64 && address_places(ets, term, &places) && places.n)
		return et_map_once(ets, term, rebase_leaf, &rebase);
	if (et_is_const(term))
		return NULL;
	const struct et *known = ptrmap_get(launch->pointers, term);
	if (known)
		return known;
	launch->assumptions |= ASSUME_NO_ALIAS;
	const struct et *base =
		et_sym(ets, symbol_new(ets, SYM_BASE, LEVEL_GRID, 64, name));
	ptrmap_set(launch->pointers, term, base);
	return base;
}

static const struct et *host_piece(
	const struct host_launch *host, struct ets *ets, const struct kernel_param *param)
{
	if (!host || !host->args_known || param->arg >= host->args.n)
		return NULL;
	vec_each(piece, &host->args.at[param->arg].pieces) {
		if (piece->offset == param->offset && piece->width >= param->width)
			return fit(ets, piece->value, param->width);
		if (piece->offset == param->offset && param->width <= 8 && piece->width < 8)
			return fit(ets, piece->value, param->width);
	}
	return NULL;
}

const struct et *launch_param(struct launch *launch, const struct kernel_param *param)
{
	struct ets *ets = launch->kernel->ets;
	const struct et *term = host_piece(launch->host, ets, param);
	if (!term) {
		if (param->pointer)
			launch->assumptions |= ASSUME_NO_ALIAS;
		return NULL;
	}
	return param->pointer ? launch_pointer(launch, term, param->sym->name) : term;
}

const struct object *object_of_contents(
	const struct kernel *kernel, const struct symbol *contents)
{
	vec_each(object, &kernel->objects) {
		for (unsigned slot = 0; slot < 4; slot++)
			if ((*object)->contents[slot] == contents)
				return *object;
	}
	return NULL;
}

/* What the host put where the kernel reads a device variable; NULL: not known. */
static const struct et *image_term(struct launch *launch, const struct et *leaf)
{
	struct ets *ets = launch->kernel->ets;
	if (!launch->host || !launch->host->images.n || leaf->nargs != 1)
		return NULL;
	const struct object *object = object_of_contents(launch->kernel, leaf->sym);
	const struct et *at = leaf->arg[0], *term = NULL;
	bool pointer = leaf->sym->kind == SYM_BASE;
	if (!object || (pointer && !et_is_const(at)))
		return NULL;
	vec_each(image, &launch->host->images) {
		const struct host_piece *piece = &image->piece;
		const struct et *here = et_binary(
			ets, ET_EQ, 0, at, et_const(ets, at->width, piece->offset));
		if (image->whole || piece->width != leaf->width || et_is_false(here) ||
			!object_is_global(object, image->name))
			continue;
		const struct et *value =
			pointer ? launch_pointer(launch, piece->value, object->name) : piece->value;
		term = pointer ? value : et_ite(ets, here, value, term ? term : leaf);
	}
	return term;
}

/* What the launch gives where the kernel reads a struct among its arguments at a place that varies; NULL: not known. */
static const struct et *given_term(struct launch *launch, const struct et *leaf)
{
	struct ets *ets = launch->kernel->ets;
	const struct host_launch *host = launch->host;
	const struct object *object = object_of_contents(launch->kernel, leaf->sym);
	if (!object || object->kind != OBJECT_BYVAL || leaf->nargs != 1 || !host || !host->args_known)
		return NULL;
	unsigned arg = kernel_argument(launch->kernel, object->value), n = 0;
	const struct et *at = leaf->arg[0], *term = leaf;
	if (arg >= host->args.n)
		return NULL;
	vec_each(piece, &host->args.at[arg].pieces) {
		const struct et *here = et_binary(ets, ET_EQ, 0, at, et_const(ets, at->width, piece->offset));
		if (piece->width != leaf->width || et_is_false(here))
			continue;
		const struct et *value = piece->value;
		if (leaf->sym->kind == SYM_BASE && !et_is_const(value))
			value = launch_pointer(launch, value, object->name);
		term = et_ite(ets, here, value, term);
		if (++n > GIVEN_MOST)
			return NULL;
	}
	return n ? term : NULL;
}

static const struct et *launch_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct launch *launch = data;
	const struct symbol *sym = leaf->sym;
	(void)ets;
	if (sym->builtin == BUILTIN_NTID)
		return launch->block[sym->axis];
	if (sym->builtin == BUILTIN_NCTAID)
		return launch->grid[sym->axis];
	if (leaf->op == ET_APP) {
		const struct et *known = begun_term(launch, leaf);
		launch->begun |= known != NULL;
		known = known ? known : image_term(launch, leaf);
		known = known ? known : given_term(launch, leaf);
		return launch_settled(launch, known ? known : launch_contents(launch, leaf));
	}
	if (leaf->op != ET_SYM || (sym->kind != SYM_PARAM && sym->kind != SYM_BASE))
		return NULL;
	vec_each(param, &launch->kernel->params) {
		if (param->sym == sym)
			return launch_settled(launch, launch_param(launch, param));
	}
	const struct et *rows = launch_rows(launch, sym);
	if (rows)
		return rows;
	const struct et *left = before_term(launch, sym);
	launch->begun |= left != NULL;
	return left;
}

const struct et *launch_given(struct launch *launch, const struct et *term)
{
	if (term->op != ET_SYM)
		return et_map_apply(launch->map, term);
	vec_each(param, &launch->kernel->params) {
		if (param->sym == term->sym)
			return host_piece(launch->host, launch->kernel->ets, param);
	}
	return NULL;
}

static void add_fact(struct launch *launch, enum fact_kind kind, const struct et *cond,
	const char *text, struct loc loc)
{
	if (et_is_true(cond))
		return;
	struct fact fact = { kind, cond, text, loc };
	vec_push(launch->kernel->arena, &launch->facts, fact);
}

static void limit(struct launch *launch, const struct et *term, uint64_t most, enum fact_kind kind)
{
	struct ets *ets = launch->kernel->ets;
	struct loc loc = launch->host ? launch->host->loc : launch->kernel->loc;
	const char *text = kind == FACT_GRID ? "gridDim within the hardware's limits"
					     : "blockDim within the hardware's limits";
	const struct et *low = et_const(ets, 32, 1), *high = et_const(ets, 32, most);
	add_fact(launch, kind, et_binary(ets, ET_ULE, 0, low, term), text, loc);
	add_fact(launch, kind, et_binary(ets, ET_ULE, 0, term, high), text, loc);
}

/* A launch that happens has dimensions within the limits (launch-succeeds). */
static void limits_add(struct launch *launch)
{
	static const uint64_t grid_most[] = { INT32_MAX, 65535, 65535 };
	static const uint64_t block_most[] = { 1024, 1024, 64 };
	struct ets *ets = launch->kernel->ets;
	unsigned flags = ET_NSW | ET_NUW;
	for (unsigned i = 0; i < 3; i++) {
		limit(launch, launch->grid[i], grid_most[i], FACT_GRID);
		limit(launch, launch->block[i], block_most[i], FACT_BLOCK);
	}
	const struct et *threads = et_binary(ets, ET_MUL, flags, launch->block[0],
		et_binary(ets, ET_MUL, flags, launch->block[1], launch->block[2]));
	unsigned most = launch->kernel->max_threads;
	most = most && most < 1024 ? most : 1024;
	struct loc loc = launch->host ? launch->host->loc : launch->kernel->loc;
	add_fact(launch, most < 1024 ? FACT_LAUNCH_BOUNDS : FACT_BLOCK,
		et_binary(ets, ET_ULE, 0, threads, et_const(ets, 32, most)),
		most < 1024 ? "__launch_bounds__" : "threads per block within the limit", loc);
}

/* No device has more dynamic shared memory for a block (programming guide, compute capabilities). */
static void shared_limit_add(struct launch *launch)
{
	enum { MOST_SHARED = 227 * 1024 };
	struct ets *ets = launch->kernel->ets;
	const struct et *bytes = launch->host ? launch->host->shared : NULL;
	if (bytes && bytes->op != ET_CONST)
		add_fact(launch, FACT_BLOCK,
			et_binary(ets, ET_ULE, 0, bytes, et_const(ets, bytes->width, MOST_SHARED)),
			"dynamic shared memory within the hardware's limits", launch->host->loc);
}

struct names {
	struct launch *launch;
};

static const struct et *assume_name(void *data, const char *name, bool *is_unsigned)
{
	struct launch *launch = ((struct names *)data)->launch;
	struct kernel *kernel = launch->kernel;
	static const char *const builtins[] = { "threadIdx.", "blockIdx.", "blockDim.", "gridDim." };
	const struct symbol *const *slots[] = { kernel->tid, kernel->ctaid, kernel->ntid,
		kernel->nctaid };
	for (unsigned i = 2; i < 4; i++) {
		size_t length = strlen(builtins[i]);
		if (strncmp(name, builtins[i], length) || name[length] < 'x' || name[length] > 'z')
			continue;
		*is_unsigned = true;
		return et_map_apply(launch->map, et_sym(kernel->ets, slots[i][name[length] - 'x']));
	}
	if (!strcmp(name, "warpSize"))
		return et_const(kernel->ets, 32, 32);
	*is_unsigned = false;
	const struct symbol *sym = kernel_number(kernel, name);
	return sym ? et_map_apply(launch->map, et_sym(kernel->ets, sym)) : NULL;
}

/* Those whose names are all names of the kernel; others are about other kernels. */
static void assumptions_add(struct launch *launch, const struct check_options *options)
{
	struct names names = { launch };
	for (size_t i = 0; i < options->assumes; i++)
		assume_parse(launch->kernel->arena, launch->kernel->ets, options->assume[i],
			assume_name, &names, &launch->facts);
}

/* Is a dimension that the kernel does not read, nor an id along it, nor the command line names. */
static bool is_unread(const struct launch *launch, const struct check_options *options,
	const struct symbol *dim, enum builtin id)
{
	for (size_t i = 0; i < options->assumes; i++)
		if (strstr(options->assume[i], dim->name))
			return false;
	return dim->axis && !kernel_reads(launch->kernel, dim->builtin, dim->axis) &&
	       !kernel_reads(launch->kernel, id, dim->axis);
}

/* Sets a dimension that nobody tells of and the kernel does not look at to 1. */
static const struct et *unread_dim(struct launch *launch, const struct check_options *options,
	const struct et *term, const struct symbol *dim, enum builtin id)
{
	if (!is_unread(launch, options, dim, id))
		return term;
	launch->assumptions |= ASSUME_UNREAD_DIMENSIONS;
	return et_const(launch->kernel->ets, 32, 1);
}

/* The launch's; where none is in sight the command line's, or free. */
static const struct et *dim_term(struct launch *launch, const struct check_options *options,
	bool block, unsigned axis)
{
	struct kernel *kernel = launch->kernel;
	const struct host_launch *host = launch->host;
	const uint64_t *given = block ? options->block_dim : options->grid_dim;
	const struct symbol *dim = block ? kernel->ntid[axis] : kernel->nctaid[axis];
	enum builtin id = block ? BUILTIN_TID : BUILTIN_CTAID;
	if (host) {
		const struct et *term =
			fit(kernel->ets, block ? host->block[axis] : host->grid[axis], 32);
		bool passed = block ? host->block_passed[axis] : host->grid_passed[axis];
		return passed ? unread_dim(launch, options, term, dim, id) : term;
	}
	if (given)
		return et_const(kernel->ets, 32, given[axis]);
	return unread_dim(launch, options, et_sym(kernel->ets, dim), dim, id);
}

static void dims_fill(struct launch *launch, const struct check_options *options)
{
	for (unsigned i = 0; i < 3; i++) {
		launch->grid[i] = dim_term(launch, options, false, i);
		launch->block[i] = dim_term(launch, options, true, i);
	}
}

static void add_mapped(struct launch *launch, const fact_list *facts)
{
	vec_each(fact, facts) add_fact(launch, fact->kind, et_map_apply(launch->map, fact->cond),
		fact->text, fact->loc);
}

static struct launch *launch_with(struct kernel *kernel, const struct host_launch *host, const fact_list *exact,
	const struct check_options *options)
{
	struct launch *launch = arena_alloc(kernel->arena, sizeof(*launch));
	launch->kernel = kernel;
	launch->host = host;
	launch->pointers = ptrmap_new(kernel->arena);
	launch->assumptions = ASSUME_LAUNCH_SUCCEEDS | (host ? options->assumptions : 0);
	launch->read = arena_alloc(kernel->arena, (host ? host->contents.n : 0) + 1);
	dims_fill(launch, options);
	launch->map = et_map_new(kernel->ets, launch_leaf, launch);
	launch->overflows = overflows_new(launch);
	et_map_operations(launch->map, launch_told, launch);
	if (host)
		vec_each(fact, &host->facts) vec_push(kernel->arena, &launch->facts, *fact);
	if (exact)
		vec_each(fact, exact) vec_push(kernel->arena, &launch->facts, *fact);
	launch_settle(launch);
	limits_add(launch);
	shared_limit_add(launch);
	if (!host)
		assumptions_add(launch, options);
	add_mapped(launch, &kernel->facts);
	if (!host)
		add_mapped(launch, &kernel->extents);
	return launch;
}

struct launch *launch_new(
	struct kernel *kernel, const struct host_launch *host, const struct check_options *options)
{
	return launch_with(kernel, host, NULL, options);
}

struct launch *launch_exact(const struct launch *launch, const struct check_options *options)
{
	struct launch *exact = launch_with(launch->kernel, launch->host, &launch->host->exact, options);
	exact->unlisted = launch->unlisted;
	return exact;
}
