#include "driver/device.h"

#include "base/stats.h"
#include "hostanalysis/host.h"
#include "ir/link.h"
#include "kernelanalysis/kernel.h"
#include "kernelanalysis/canonical/link.h"

bool device_definer(
	const struct program *program, size_t unit, const char *name, size_t *definer)
{
	uintptr_t number = (uintptr_t)strmap_get(program->device, name);
	if (!number || number == ~(uintptr_t)0 || number - 1 == unit)
		return false;
	*definer = number - 1;
	return true;
}

struct linking {
	struct arena *arena;
	const struct whole *whole;
	struct cache *cache;
	size_t unit;
	struct module *module;
	text_list *symbols; /* looked for */
};

/* Links what the first undefined symbol that has a definer needs of that unit; false: none. */
static bool link_one(struct linking *linking, const char **error)
{
	const struct program *program = &linking->whole->program;
	size_t from = 0, other = 0;
	text_list undefined = { 0 }, names = { 0 };
	device_undefined(linking->arena, linking->module, &undefined);
	vec_each(name, &undefined) {
		vec_push(linking->arena, linking->symbols, *name);
		if (!device_definer(program, linking->unit, *name, &other))
			continue;
		from = names.n ? from : other;
		if (other == from)
			vec_push(linking->arena, &names, *name);
	}
	if (!names.n)
		return false;
	*error = whole_need(linking->arena, linking->whole, linking->cache, from, SIDE_DEVICE);
	return !*error && device_link(linking->arena, linking->module, program->units.at[from].device,
				  &names, error);
}

/* The unit's own host code; NULL: it cannot be read. */
static struct module *host_read(
	struct arena *arena, const struct whole *whole, struct cache *cache, size_t unit)
{
	const char *error = whole_need(arena, whole, cache, unit, SIDE_HOST);
	return error ? NULL : module_read_file(arena, whole->program.units.at[unit].host, &error);
}

/* Brings the module to canonical form, with the values of variables that the host never names. */
static bool module_ready(struct arena *arena, struct module *device, struct module *host, const char **error)
{
	bool ready = false;
	if (host)
		device_variables_keep(device, host_leaves_variable, host);
	TIMED(canonical)
		ready = device_prepare(arena, device, error);
	if (ready && host)
		device_variables_keep(device, host_leaves_variable, host);
	return ready;
}

struct module *device_read(struct arena *arena, const struct whole *whole, struct cache *cache,
	size_t unit, text_list *symbols, const char **error)
{
	struct linking linking = { arena, whole, cache, unit, NULL, symbols };
	const struct program *program = &whole->program;
	*error = whole_need(arena, whole, cache, unit, SIDE_DEVICE);
	if (*error)
		return NULL;
	linking.module = module_read_file(arena, program->units.at[unit].device, error);
	if (!linking.module)
		return NULL;
	size_t most = 2 * program->units.n;
	*error = NULL;
	while (most-- && link_one(&linking, error))
		;
	struct module *host = *error ? NULL : host_read(arena, whole, cache, unit);
	bool ready = !*error && module_ready(arena, linking.module, host, error);
	if (host)
		module_free(host);
	if (ready)
		return linking.module;
	module_free(linking.module);
	return NULL;
}
