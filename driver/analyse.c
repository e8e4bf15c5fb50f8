#include "driver/analyse.h"

#include "base/stats.h"
#include "ir/module.h"

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

bool analyse(struct arena *arena, const struct options *options, const char *path,
	const void *device_bitcode, size_t device_size, const void *host_bitcode, size_t host_size,
	struct results *out)
{
	(void)options;
	struct module *device =
		read_side(arena, path, "device", device_bitcode, device_size, out);
	if (!device)
		return false;
	struct module *host = read_side(arena, path, "host", host_bitcode, host_size, out);
	if (host)
		module_free(host);
	module_free(device);
	return host != NULL;
}
