#include "driver/system.h"

#include <string.h>

#include "frontend/paths.h"
#include "frontend/system.h"
#include "kernelanalysis/kernel.h"

static bool asked_for(struct arena *arena, const struct options *options, const char *mangled)
{
	vec_each(name, &options->kernels) {
		if (!strcmp(*name, unqualified_name(arena, mangled)))
			return true;
	}
	return options->system_kernels;
}

static bool is_source(struct arena *arena, const char *source, const char *file)
{
	return !strcmp(path_real(arena, NULL, source), path_real(arena, NULL, file));
}

text_list system_kernels_drop(struct arena *arena, const struct options *options,
	const struct compiler *compiler, const char *source, struct module *device)
{
	text_list dropped = { 0 }, folders = system_folders(arena, compiler);
	function_list kernels = { 0 };
	device_kernels(arena, device, &kernels);
	vec_each(kernel, &kernels) {
		const char *file = function_loc(arena, *kernel).file;
		const char *name = device_host_name(arena, value_name(*kernel));
		if (!file || asked_for(arena, options, name) ||
			!system_file(arena, &folders, file) || is_source(arena, source, file))
			continue;
		vec_push(arena, &dropped, name);
		device_not_kernel(*kernel);
	}
	return dropped;
}

size_t system_launches(const struct host *host, const text_list *kernels)
{
	size_t launches = 0;
	vec_each(kernel, kernels) {
		size_t own = 0;
		vec_each(launch, &host->launches)
			own += launch->kernel && !strcmp(launch->kernel, *kernel);
		launches += own ? own : 1;
	}
	return launches;
}
