#include "driver/again.h"

#include "base/stats.h"
#include "driver/invariants.h"

/* The file as a program of one unit. */
static bool program_of(struct arena *arena, const struct again *again, struct program *program)
{
	const char *error = NULL;
	struct program_unit unit = { .path = again->path, .bitcode = again->bitcode,
		.bitcode_size = again->size, .usable = true };
	struct module *module = module_read(arena, again->bitcode, again->size, &error);
	if (!module)
		return false;
	TIMED(index)
		index_host(arena, module, again->closed, &unit.index);
	module_free(module);
	vec_push(arena, &program->units, unit);
	program_fill(arena, program);
	return true;
}

static struct invariants *infer(
	struct arena *arena, const struct again *again, struct program *program)
{
	struct plan plan = { 0 };
	struct infer_options options = { .program = program, .all = again->closed,
		.arch = again->options.arch };
	vec_each(function, &program->functions)
		vec_push(arena, &plan.kept, *function);
	return invariants_infer(arena, &options, &plan);
}

struct host *host_with_invariants(struct arena *arena, struct ets *ets, const struct again *again)
{
	const char *error = NULL;
	struct program program = { 0 };
	struct host_options options = again->options;
	struct host *host = NULL;
	struct invariants *invariants =
		program_of(arena, again, &program) ? infer(arena, again, &program) : NULL;
	struct module *module =
		invariants ? module_read(arena, again->bitcode, again->size, &error) : NULL;
	if (!module)
		return NULL;
	invariants_put(arena, module->llvm, invariants, false);
	options.invariants = invariants;
	options.unshared = true;
	TIMED(host)
		host = host_analyse(arena, ets, module, &options, &error);
	return host;
}
