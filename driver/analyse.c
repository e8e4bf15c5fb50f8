#include "driver/analyse.h"

#include <stdio.h>
#include <string.h>

#include "base/stats.h"
#include "base/progress.h"
#include "hostanalysis/host.h"
#include "kernelanalysis/kernel.h"
#include "solver/check.h"

static struct module *read_side(struct arena *arena, const char *path, const char *side,
	const void *bitcode, size_t size, struct results *out)
{
	const char *error = NULL;
	struct module *module = NULL;
	TIMED(read)
		module = module_read(arena, bitcode, size, &error);
	if (!module) {
		struct file_error failure = {path,
			arena_printf(arena, "cannot read the %s bitcode: %s", side, error)};
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

static void analyse_kernel(struct arena *arena, struct ets *ets, const struct options *options,
	const struct host *host, LLVMValueRef function, struct results *out)
{
	struct kernel *kernel = NULL;
	TIMED(kernel)
		kernel = kernel_new(arena, ets, function, options_arch_number(options) < 70);
	if (!wanted(options, kernel->name))
		return;
	progress(arena_printf(arena, "kernel '%s'", kernel->name));
	dump_kernel(options, kernel);
	struct check_options check = { .seconds = options->timeout, .linear_first = !options->plain_z3,
		.block_dim = options->block_dim.given ? options->block_dim.at : NULL,
		.grid_dim = options->grid_dim.given ? options->grid_dim.at : NULL,
		.assume = options->assumptions.at, .assumes = options->assumptions.n,
		.dump_dir = options->dump_smt };
	if (options_dumps(options, STAGE_QUERY))
		check.dump = print_dump;
	struct kernel_result result = { 0 };
	TIMED(solve)
		check_kernel(arena, kernel, host, &check, &result, out);
	count_kernel(kernel);
	vec_push(arena, &out->kernels, result);
}

static bool failed(struct arena *arena, struct results *out, const char *path, const char *what)
{
	struct file_error failure = { path, what };
	vec_push(arena, &out->errors, failure);
	return false;
}

static bool analyse_modules(struct arena *arena, const struct options *options, const char *path,
	struct module *device, struct module *host_module, struct results *out)
{
	const char *error = NULL;
	bool ready = false;
	TIMED(canonical)
		ready = device_prepare(arena, device, &error);
	if (!ready)
		return failed(arena, out, path, error);
	if (options_dumps(options, STAGE_DEVICE))
		fputs(module_show(arena, device), stdout);
	struct ets *ets = ets_new(arena);
	struct host *host = NULL;
	struct host_options host_options = { .texts = true };
	TIMED(host)
		host = host_analyse(arena, ets, host_module, &host_options, &error);
	if (!host)
		return failed(arena, out, path, error);
	if (options_dumps(options, STAGE_HOST))
		fputs(module_show(arena, host_module), stdout);
	if (options_dumps(options, STAGE_LAUNCH))
		fputs(host_show(arena, host), stdout);
	vec_each(launch, &host->launches) stats.facts += launch->facts.n;
	function_list kernels = { 0 };
	device_kernels(arena, device, &kernels);
	vec_each(kernel, &kernels) analyse_kernel(arena, ets, options, host, *kernel, out);
	return true;
}

bool analyse(struct arena *arena, const struct options *options, const char *path,
	const void *device_bitcode, size_t device_size, const void *host_bitcode, size_t host_size,
	struct results *out)
{
	struct module *device =
		read_side(arena, path, "device", device_bitcode, device_size, out);
	if (!device)
		return false;
	struct module *host = read_side(arena, path, "host", host_bitcode, host_size, out);
	bool done = host && analyse_modules(arena, options, path, device, host, out);
	if (host)
		module_free(host);
	module_free(device);
	return done;
}
