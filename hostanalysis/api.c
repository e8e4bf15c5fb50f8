#include "hostanalysis/pass.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The tables of known functions and the reading of linkage names (Itanium C++ ABI). */

static const struct api apis[] = {
#define ALLOC(name, slot, size, factor, memory) \
	{ #name, API_ALLOC, HOST_##memory, 0, { slot, size, factor, -1 }, 0, 0 },
#define STREAM_ALLOC(name, slot, size) \
	{ #name, API_STREAM_ALLOC, HOST_DEVICE, 0, { slot, size, -1, -1 }, 0, 0 },
#define PITCH(name, slot, pitch, width, height) \
	{ #name, API_PITCH, HOST_DEVICE, 0, { slot, pitch, width, height }, 0, 0 },
#define VOLUME(name, slot, extent) \
	{ #name, API_VOLUME, HOST_DEVICE, 0, { slot, extent, -1, -1 }, 0, 0 },
#define VOLUME_FILL(name, to, value, extent) \
	{ #name, API_VOLUME_FILL, HOST_DEVICE, 0, { to, value, extent, -1 }, 0, 0 },
#define VOLUME_COPY(name, description, pointer, array) \
	{ #name, API_VOLUME_COPY, HOST_DEVICE, 0, { description, -1, -1, -1 }, pointer, array },
#define TYPE_i32 'i'
#define TYPE_i64 'l'
#define TYPE_ptr 'p'
#define OUT(name, type, out) { #name, API_OUT, HOST_DEVICE, TYPE_##type, { out, -1, -1, -1 }, 0, 0 },
#define OUT2(name, type, out, also) \
	{ #name, API_OUT, HOST_DEVICE, TYPE_##type, { out, also, -1, -1 }, 0, 0 },
#define COPY(name, slot, from) \
	{ #name, API_COPY, HOST_DEVICE, 0, { slot, from, -1, -1 }, 0, 0 },
#define HANDLE(name, slot, from) \
	{ #name, API_HANDLE, HOST_DEVICE, 0, { slot, from, -1, -1 }, 0, 0 },
#define FIELD(name, slot, offset, value) \
	{ #name, API_FIELD, HOST_DEVICE, 0, { slot, -1, -1, -1 }, offset, value },
#define BIND(name, reference, memory) \
	{ #name, API_BIND, HOST_DEVICE, 0, { reference, memory, -1, -1 }, 0, 0 },
#define SYMBOL(name) { #name, API_SYMBOL, HOST_DEVICE, 0, { -1, -1, -1, -1 }, 0, 0 },
#define PLAIN(name) { #name, API_PLAIN, HOST_DEVICE, 0, { -1, -1, -1, -1 }, 0, 0 },
#define FETCH(name) { #name, API_FETCH, HOST_DEVICE, 0, { -1, -1, -1, -1 }, 0, 0 },
#include "hostanalysis/api.def"
#undef ALLOC
#undef STREAM_ALLOC
#undef PITCH
#undef VOLUME
#undef VOLUME_FILL
#undef VOLUME_COPY
#undef OUT
#undef OUT2
#undef COPY
#undef HANDLE
#undef FIELD
#undef BIND
#undef SYMBOL
#undef PLAIN
#undef FETCH
};

/*
 * The source name in a linkage name of the global namespace: "_ZL10cudaMallocIfE..." gives
 * cudaMalloc and its length. Names of C are their own.
 */
const char *source_name(const char *linkage, size_t *length)
{
	*length = strlen(linkage);
	if (strncmp(linkage, "_Z", 2))
		return linkage;
	const char *at = linkage + 2;
	if (*at == 'L')
		at++;
	if (!isdigit((unsigned char)*at))
		return linkage;
	char *name;
	unsigned long count = strtoul(at, &name, 10);
	if (strlen(name) < count)
		return linkage;
	*length = count;
	return name;
}

/* "_ptsz" and "_ptds" are the per-thread default stream variants of the runtime; the driver's headers put "_v2" behind names. */
static size_t base_length(const char *name, size_t length)
{
	if (length > 5 && (!strncmp(name + length - 5, "_ptsz", 5) ||
				  !strncmp(name + length - 5, "_ptds", 5)))
		return length - 5;
	if (length > 3 && !strncmp(name, "cuMem", 5) && !strncmp(name + length - 3, "_v2", 3))
		return length - 3;
	return length;
}

int api_find(const char *linkage)
{
	size_t length;
	const char *name = source_name(linkage, &length);
	length = base_length(name, length);
	if (length < 3 || strncmp(name, "cu", 2))
		return -1;
	for (size_t i = 0; i < sizeof(apis) / sizeof(apis[0]); i++)
		if (strlen(apis[i].name) == length && !strncmp(apis[i].name, name, length))
			return (int)i;
	return -1;
}

const struct api *api_row(int row)
{
	assert(row >= 0 && (size_t)row < sizeof(apis) / sizeof(apis[0]));
	return &apis[row];
}

bool effect_known(const char *linkage)
{
	static const struct {
		const char *name;
		bool prefix;
	} effects[] = {
#define EFFECT(name) { #name, true },
#define EXACT(name) { #name, false },
#define HANDLES(name)
#include "hostanalysis/effect.def"
#undef EFFECT
#undef EXACT
#undef HANDLES
	};
	/* Reading into a string changes memory the argument does not point to itself. */
	if (strstr(linkage, "basic_string"))
		return false;
	for (size_t i = 0; i < sizeof(effects) / sizeof(effects[0]); i++)
		if (effects[i].prefix
				? !strncmp(linkage, effects[i].name, strlen(effects[i].name))
				: !strcmp(linkage, effects[i].name))
			return true;
	return false;
}

bool effect_none(const char *linkage)
{
	static const char *const names[] = {
#define EFFECT(name)
#define EXACT(name)
#define HANDLES(name) #name,
#include "hostanalysis/effect.def"
#undef EFFECT
#undef EXACT
#undef HANDLES
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(linkage, names[i]))
			return true;
	return false;
}

bool host_allocator(const char *linkage, int *size_arg, int *count_arg)
{
	static const struct {
		const char *name;
		int size, count;
	} allocators[] = {
		{ "malloc", 0, -1 },
		{ "calloc", 0, 1 },
		{ "aligned_alloc", 1, -1 },
		{ "_Znwm", 0, -1 },
		{ "_Znam", 0, -1 },
		{ "_ZnwmSt11align_val_t", 0, -1 },
		{ "_ZnamSt11align_val_t", 0, -1 },
	};
	for (size_t i = 0; i < sizeof(allocators) / sizeof(allocators[0]); i++)
		if (!strcmp(allocators[i].name, linkage)) {
			*size_arg = allocators[i].size;
			*count_arg = allocators[i].count;
			return true;
		}
	return false;
}

/* Where the length of the source name at `at` begins, behind names of namespaces, which may end in digits themselves; `at`: there is none. */
static const char *length_before(const char *linkage, const char *at)
{
	const char *digits = at;
	for (const char *p = linkage + (linkage[2] == 'N' ? 3 : 2); p < at;) {
		char *end;
		p += *p == 'L';
		unsigned long length = strtoul(p, &end, 10);
		if (end == at)
			return p;
		if (!isdigit((unsigned char)*p) || length > strlen(end))
			break;
		p = end + length;
	}
	while (digits > linkage && isdigit((unsigned char)digits[-1]))
		digits--;
	return digits;
}

/*
 * "_Z16__device_stub__kPfii" is the stub of "_Z1kPfii": the source name that
 * starts with the prefix loses it and its length is counted anew. An extern
 * "C" kernel's stub has the prefix alone.
 */
const char *stub_kernel(struct arena *arena, const char *linkage)
{
	static const char prefix[] = "__device_stub__";
	const size_t size = sizeof(prefix) - 1;
	const char *at = strstr(linkage, prefix);
	if (!at)
		return NULL;
	if (at == linkage)
		return arena_strdup(arena, linkage + size);
	if (strncmp(linkage, "_Z", 2))
		return NULL;
	const char *digits = length_before(linkage, at);
	unsigned long length = strtoul(digits, NULL, 10);
	if (digits == at || length <= size)
		return NULL;
	return arena_printf(arena, "%.*s%lu%s", (int)(digits - linkage), linkage, length - size,
		at + size);
}
