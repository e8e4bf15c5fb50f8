#include "frontend/arch.h"

#include <stdlib.h>
#include <string.h>

/* What clang 22 knows; it refuses what is not among them. */
static const unsigned known[] = { 20, 21, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80,
	86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121 };
#define KNOWN (sizeof(known) / sizeof(*known))

static unsigned number(const char *arch)
{
	return (unsigned)strtoul(arch + strlen("sm_"), NULL, 10);
}

static char variant(const char *arch)
{
	char last = arch[strlen(arch) - 1];
	return last == 'a' || last == 'f' ? last : 0;
}

bool arch_add(struct arena *arena, const char *text, text_list *archs)
{
	bool all = true;
	while (*text) {
		text += strspn(text, "[]\"', ");
		size_t length = strcspn(text, "[]\"', ");
		if (!length)
			break;
		const char *word = arena_strndup(arena, text, length), *arch;
		if (!strncmp(word, "lto_", 4))
			word += 4;
		if (options_parse_arch(arena, word, &arch))
			vec_push(arena, archs, arch);
		else
			all = false;
		text += length;
	}
	return all;
}

const char *arch_newest(const text_list *archs)
{
	const char *best = NULL;
	vec_each(arch, archs)
		if (!best || number(*arch) > number(best) ||
			(number(*arch) == number(best) && !variant(best) && variant(*arch)))
			best = *arch;
	return best;
}

struct arch_choice arch_choose(struct arena *arena, const char *arch)
{
	unsigned wanted = number(arch), have = known[0];
	for (size_t i = 0; i < KNOWN; i++)
		if (known[i] <= wanted)
			have = known[i];
	char letter = variant(arch);
	struct arch_choice choice = { .arch = arch };
	if (have != wanted) {
		choice.arch = arena_printf(arena, "sm_%u", have);
		choice.note = arena_printf(
			arena, "clang does not know %s; %s is taken", arch, choice.arch);
		return choice;
	}
	if (letter == 'a')
		vec_push(arena, &choice.flags,
			arena_printf(arena, "-D__CUDA_ARCH_SPECIFIC__=%u0", wanted));
	if (letter)
		vec_push(arena, &choice.flags,
			arena_printf(arena, "-D__CUDA_ARCH_FAMILY_SPECIFIC__=%u0", wanted));
	if (letter == 'f') {
		choice.arch = arena_printf(arena, "sm_%u", wanted);
		choice.note = arena_printf(
			arena, "clang does not know families; %s is taken", choice.arch);
	}
	return choice;
}

const char *arch_macro(struct arena *arena, const text_list *archs)
{
	const char *text = "";
	unsigned last = 0;
	for (;;) {
		unsigned next = 0;
		vec_each(arch, archs) {
			unsigned n = number(*arch);
			if (n > last && (!next || n < next))
				next = n;
		}
		if (!next)
			return text;
		text = arena_printf(arena, "%s%s%u0", text, *text ? "," : "", next);
		last = next;
	}
}
