#include "driver/analyse.h"

#include <stdio.h>
#include <string.h>

#include "base/stats.h"
#include "base/progress.h"
#include "driver/again.h"
#include "driver/between.h"
#include "driver/kernel_cache.h"
#include "driver/spared.h"
#include "driver/system.h"
#include "hostanalysis/host.h"
#include "kernelanalysis/kernel.h"
#include "solver/check.h"
#include "solver/reductions/siblings.h"

static struct module *read_side(struct arena *arena, const char *path, const char *side,
	const void *bitcode, size_t size, struct results *out)
{
	const char *error = NULL;
	struct module *module = NULL;
	TIMED(read)
		module = module_read(arena, bitcode, size, &error);
	if (!module) {
		struct file_error failure = {path,
			arena_printf(arena, "cannot read the %s bitcode: %s", side, error),
			FAILURE_CHANCE };
		vec_push(arena, &out->errors, failure);
	}
	return module;
}

static bool wanted(const struct options *options, const char *name)
{
	vec_each(kernel, &options->kernels) {
		if (!strcmp(*kernel, name))
			return true;
	}
	return !options->kernels.n;
}

static void print_dump(void *data, const char *text)
{
	(void)data;
	fputs(text, stdout);
}

void dump_kernel(const struct options *options, struct kernel *kernel)
{
	struct arena *arena = kernel->arena;
	if (options_dumps(options, STAGE_CFG))
		fputs(func_show(arena, kernel->func), stdout);
	if (options_dumps(options, STAGE_ACCESS))
		fputs(kernel_show_accesses(arena, kernel), stdout);
	if (options_dumps(options, STAGE_INTERVAL))
		fputs(kernel_show_intervals(arena, kernel), stdout);
	if (options_dumps(options, STAGE_PAIR))
		fputs(kernel_show_pairs(arena, kernel), stdout);
}

void count_kernel(const struct kernel *kernel)
{
	stats.kernels++;
	stats.accesses += kernel->accesses.n;
	stats.intervals += kernel->intervals.n;
	stats.terms += ets_count(kernel->ets);
}

static struct check_options check_options_of(const struct options *options)
{
	struct check_options check = { .seconds = options->timeout, .linear_first = !options->plain_z3,
		.block_dim = options->block_dim.given ? options->block_dim.at : NULL,
		.grid_dim = options->grid_dim.given ? options->grid_dim.at : NULL,
		.assume = options->assumptions.at, .assumes = options->assumptions.n,
		.dump_dir = options->dump_smt };
	if (options_dumps(options, STAGE_QUERY))
		check.dump = print_dump;
	return check;
}

/* Checks a kernel and fills *found with it and its findings; false when it is not wanted. */
static bool kernel_checked(struct arena *arena, struct ets *ets, const struct options *options,
	const struct kernel_inputs *inputs, struct results *found)
{
	const char *name = kernel_title(arena, inputs->function);
	if (!wanted(options, name))
		return false;
	const char *mangled = device_host_name(arena, value_name(inputs->function));
	progress_kernel(name, mangled);
	struct kernel_result result = { 0 };
	struct loc loc = function_loc(arena, inputs->function);
	if (spared_check(arena, options, inputs->host, mangled, loc, &result)) {
		result.name = name;
		vec_push(arena, &found->kernels, result);
		return true;
	}
	struct kernel *kernel = NULL;
	unsigned cluster[3];
	host_cluster(inputs->host, mangled, cluster);
	TIMED(kernel)
		kernel = kernel_new(arena, ets, inputs->function, inputs->lockstep, cluster);
	dump_kernel(options, kernel);
	TIMED(solve)
		check_kernel(arena, kernel, inputs->host, inputs->options, &result, found);
	count_kernel(kernel);
	vec_push(arena, &found->kernels, result);
	return true;
}

/* Adds a kernel with its findings, of which instances of one template can have the same. */
static void add_found(struct arena *arena, const struct results *found, struct results *out)
{
	vec_each(kernel, &found->kernels) vec_push(arena, &out->kernels, *kernel);
	vec_each(finding, &found->findings) {
		bool is_known = false;
		vec_each(other, &out->findings) is_known |=
			other->loc.line == finding->loc.line && !strcmp(other->rule, finding->rule);
		if (!is_known)
			vec_push(arena, &out->findings, *finding);
	}
}

/* Adds the results of one kernel, from the cache where it has them. */
static void analyse_kernel(struct arena *arena, struct ets *ets, const struct options *options,
	struct cache *cache, const struct kernel_inputs *inputs, const char *path,
	struct results *out)
{
	struct cached_kernel slot = { 0 };
	struct results found = { 0 };
	if (!cache_get_kernel(cache, arena, inputs, &slot, &found)) {
		if (!kernel_checked(arena, ets, options, inputs, &found))
			return;
		cache_put_kernel(cache, arena, &slot, &found);
		if (cache && options->stats)
			fprintf(stderr, "redone: %s: kernel '%s'\n", path,
				found.kernels.at[0].name);
	} else if (!wanted(options, found.kernels.at[0].name)) {
		return;
	}
	add_found(arena, &found, out);
}

/* A kernel with launches that are not proved, in a way that facts may change. */
static bool wants_facts(const struct kernel_result *kernel)
{
	vec_each(launch, &kernel->launches)
		if (launch->loc.file && (launch->verdict == VERDICT_RACE ||
						launch->verdict == VERDICT_UNDECIDED))
			return true;
	return false;
}

static bool same_place(struct loc a, struct loc b)
{
	return a.line == b.line && a.column == b.column &&
	       !strcmp(a.file ? a.file : "", b.file ? b.file : "");
}

/* Takes the proofs of the same launches. */
static void proofs_take(const struct kernel_result *from, struct kernel_result *kernel)
{
	if (from->launches.n != kernel->launches.n)
		return;
	for (size_t i = 0; i < from->launches.n; i++) {
		const struct launch_result *proof = &from->launches.at[i];
		struct launch_result *launch = &kernel->launches.at[i];
		if (proof->verdict == VERDICT_RACE_FREE && same_place(proof->loc, launch->loc) &&
			(launch->verdict == VERDICT_RACE || launch->verdict == VERDICT_UNDECIDED))
			*launch = *proof;
	}
}

/* Asks about what is not proved with the relations that members of classes keep. */
static void ask_again(struct arena *arena, const struct options *options, struct cache *cache,
	const struct kernel_inputs *inputs, const struct again *again,
	const function_list *kernels, struct results *out)
{
	struct check_options check = *inputs->options;
	struct kernel_inputs with = *inputs;
	bool any = false;
	vec_each(kernel, &out->kernels)
		any |= wants_facts(kernel);
	with.host = any ? host_with_invariants(arena, inputs->host->ets, again) : NULL;
	if (!with.host)
		return;
	check.assumptions |=
		ASSUME_CLASS_INVARIANTS | ASSUME_UNSHARED_OBJECTS | ASSUME_NO_WRAP;
	check.siblings = NULL;
	with.options = &check;
	vec_each(function, kernels)
		vec_each(kernel, &out->kernels) {
			struct results found = { 0 };
			if (!wants_facts(kernel) ||
				strcmp(kernel->mangled,
					device_host_name(arena, value_name(*function))))
				continue;
			with.function = *function;
			analyse_kernel(arena, inputs->host->ets, options, cache, &with, again->path,
				&found);
			if (found.kernels.n == 1 && !found.findings.n)
				proofs_take(&found.kernels.at[0], kernel);
		}
}

static bool failed(struct arena *arena, struct results *out, const char *path, const char *what)
{
	struct file_error failure = { path, what, FAILURE_CHANCE };
	vec_push(arena, &out->errors, failure);
	return false;
}

static bool analyse_modules(struct arena *arena, const struct options *options,
	const struct compiler *compiler, struct cache *cache, struct again *again,
	struct module *device, struct module *host_module, struct results *out)
{
	const char *path = again->path;
	const char *error = NULL;
	bool ready = false;
	text_list system = system_kernels_drop(arena, options, compiler, path, device);
	device_variables_keep(device, host_leaves_variable, host_module);
	TIMED(canonical)
		ready = device_prepare(arena, device, &error);
	if (!ready)
		return failed(arena, out, path, error);
	device_variables_keep(device, host_leaves_variable, host_module);
	if (options_dumps(options, STAGE_DEVICE))
		fputs(module_show(arena, device), stdout);
	struct ets *ets = ets_new(arena);
	struct host *host = NULL;
	struct host_options host_options = { .texts = true, .arch = options_arch_number(options),
		.settled = device_only_reads,
		.spares = device_spares, .puts = device_puts,
		.begins = device_begins, .waits = device_waits, .lays = device_lays, .settled_data = device };
	TIMED(host)
		host = host_analyse(arena, ets, host_module, &host_options, &error);
	if (!host)
		return failed(arena, out, path, error);
	if (options_dumps(options, STAGE_HOST))
		fputs(module_show(arena, host_module), stdout);
	if (options_dumps(options, STAGE_LAUNCH))
		fputs(host_show(arena, host), stdout);
	vec_each(launch, &host->launches) stats.facts += launch->facts.n;
	out->system_launches += system_launches(host, &system);
	function_list kernels = { 0 };
	device_kernels(arena, device, &kernels);
	struct check_options check = check_options_of(options);
	check.siblings = siblings_new(arena);
	struct kernel_inputs inputs = { .host = host, .options = &check,
		.lockstep = options_arch_number(options) < 70 };
	if (cache)
		inputs.closures = closures_new(arena, device);
	vec_each(kernel, &kernels) {
		inputs.function = *kernel;
		analyse_kernel(arena, ets, options, cache, &inputs, path, out);
	}
	progress("the classes");
	again->options = host_options;
	again->closed = host->closed;
	ask_again(arena, options, cache, &inputs, again, &kernels, out);
	progress("the streams");
	if (!options->kernels.n)
		TIMED(solve)
			check_overlaps(arena, host, &kernels, inputs.lockstep, &check, out);
	return true;
}

bool analyse(struct arena *arena, const struct options *options,
	const struct compiler *compiler, struct cache *cache, const char *path,
	const void *device_bitcode, size_t device_size, const void *host_bitcode, size_t host_size,
	struct results *out)
{
	struct module *device =
		read_side(arena, path, "device", device_bitcode, device_size, out);
	if (!device)
		return false;
	struct module *host = read_side(arena, path, "host", host_bitcode, host_size, out);
	struct again again = { .path = path, .bitcode = host_bitcode, .size = host_size };
	bool done = host &&
		    analyse_modules(arena, options, compiler, cache, &again, device, host, out);
	if (host)
		module_free(host);
	module_free(device);
	return done;
}
