#include "driver/device.h"

#include "base/stats.h"
#include "ir/link.h"
#include "kernelanalysis/kernel.h"
#include "kernelanalysis/link.h"

/* The unit that defines a device symbol; NULL when there is none, or several. */
static const struct program_unit *definer(
	const struct program *program, size_t unit, const char *name)
{
	uintptr_t number = (uintptr_t)strmap_get(program->device, name);
	if (!number || number == ~(uintptr_t)0 || number - 1 == unit)
		return NULL;
	return &program->units.at[number - 1];
}

/* Links what the first undefined symbol that has a definer needs of that unit; false: none. */
static bool link_one(struct arena *arena, const struct program *program, size_t unit,
	struct module *module, const char **error)
{
	const struct program_unit *from = NULL;
	text_list undefined = { 0 }, names = { 0 };
	device_undefined(arena, module, &undefined);
	vec_each(name, &undefined) {
		const struct program_unit *other = definer(program, unit, *name);
		from = from ? from : other;
		if (other && other == from)
			vec_push(arena, &names, *name);
	}
	return from && device_link(arena, module, from->device, &names, error);
}

struct module *device_read(struct arena *arena, const struct program *program, size_t unit,
	const char **error)
{
	struct module *module = module_read_file(arena, program->units.at[unit].device, error);
	if (!module)
		return NULL;
	size_t most = 2 * program->units.n;
	*error = NULL;
	while (most-- && link_one(arena, program, unit, module, error))
		;
	bool ready = false;
	TIMED(canonical)
		ready = !*error && device_prepare(arena, module, error);
	if (ready)
		return module;
	module_free(module);
	return NULL;
}
