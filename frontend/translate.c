#include "frontend/translate.h"

#include <ctype.h>
#include <string.h>

#include "frontend/arch.h"
#include "frontend/paths.h"
#include "frontend/toolkit.h"
#include "frontend/translate_internal.h"

/* Which compiler a program is, by its name. */
enum rules { RULES_NVCC, RULES_CLANG, RULES_NVCPP, RULES_HIP, RULES_HOST };

static const char *const rule_names[] = { [RULES_NVCC] = "nvcc",
	[RULES_CLANG] = "clang",
	[RULES_NVCPP] = "nvc++",
	[RULES_HIP] = "HIP",
	[RULES_HOST] = "host compiler" };

static const struct {
	const char *part; /* of the program's name */
	enum rules rules;
} programs[] = {
	{ "nvcc", RULES_NVCC },
	{ "hipcc", RULES_HIP },
	{ "amdclang", RULES_HIP },
	{ "clang", RULES_CLANG },
	{ "nvc++", RULES_NVCPP },
	{ "g++", RULES_HOST },
	{ "gcc", RULES_HOST },
	{ "c++", RULES_HOST },
	{ "icpx", RULES_HOST },
	{ "icpc", RULES_HOST },
};

static enum rules rules_of(const char *compiler, const char *file)
{
	const char *name = path_name(compiler);
	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
		if (strstr(name, programs[i].part))
			return programs[i].rules;
	return path_ends(file, ".cu") ? RULES_NVCC : RULES_HOST;
}

static bool is_launcher(const char *word)
{
	static const char *const launchers[] = { "ccache", "sccache", "distcc", "icecc", "icerun",
		"buildcache", "fastbuild", "recc", "time", "nice", "env" };
	for (size_t i = 0; i < sizeof(launchers) / sizeof(*launchers); i++)
		if (!strcmp(path_name(word), launchers[i]))
			return true;
	return false;
}

static bool is_assignment(const char *word)
{
	size_t length =
		strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");
	return length && word[length] == '=' && !isdigit((unsigned char)*word);
}

/* The words before the compiler: launchers with their options, and assignments of variables. */
static size_t launcher_words(const text_list *words)
{
	size_t i = 0;
	bool launched = false;
	for (; i < words->n; i++) {
		const char *word = words->at[i];
		if (!strcmp(path_name(word), "cmake") && i + 1 < words->n &&
			!strcmp(words->at[i + 1], "-E")) {
			while (i < words->n && strcmp(words->at[i], "--"))
				i++;
			launched = true;
		} else if (is_launcher(word)) {
			launched = true;
		} else if (!is_assignment(word) && !(launched && *word == '-')) {
			break;
		}
	}
	return i < words->n ? i : 0;
}

static enum unit_kind kind_of(const struct translator *t, enum rules rules, const char *file)
{
	const char *language = t->language;
	bool cuda = language ? !strcmp(language, "cu") || !strcmp(language, "cuda")
			     : path_ends(file, ".cu");
	bool hip = language ? !strcmp(language, "hip") : path_ends(file, ".hip");
	if (t->idle)
		return UNIT_NO_COMPILE;
	if (rules == RULES_HIP || hip)
		return UNIT_HIP;
	if (t->links && !cuda)
		return UNIT_NO_COMPILE;
	return cuda && rules != RULES_HOST ? UNIT_CUDA : UNIT_HOST;
}

static void append(struct arena *arena, text_list *to, const text_list *from)
{
	vec_each(word, from)
		vec_push(arena, to, *word);
}

static void finish_arch(struct translator *t, struct translation *out)
{
	append(t->arena, &out->archs, &t->archs);
	const char *newest = arch_newest(&out->archs);
	if (!newest)
		return;
	struct arch_choice choice = arch_choose(t->arena, newest);
	out->arch = choice.arch;
	out->note = choice.note;
	vec_each(flag, &choice.flags) {
		vec_push(t->arena, &out->flags, "-Xarch_device");
		vec_push(t->arena, &out->flags, *flag);
	}
	out->arch_flags = out->flags.n;
	const char *list = arch_macro(t->arena, &out->archs);
	if (!strchr(list, ','))
		return;
	vec_push(t->arena, &out->flags, "-U__CUDA_ARCH_LIST__");
	vec_push(t->arena, &out->flags, arena_printf(t->arena, "-D__CUDA_ARCH_LIST__=%s", list));
}

/* Puts the flags in order: what options imply, the user's, and what nvcc puts last. */
static void finish(struct translator *t)
{
	struct translation *out = t->out;
	const char *standard = t->standard ? t->standard : t->host_standard;
	out->relocatable = t->rdc;
	finish_arch(t, out);
	if (t->rdc) {
		vec_push(t->arena, &out->flags, "-fgpu-rdc");
		vec_push(t->arena, &out->flags, "-D__CUDACC_RDC__");
	}
	if (standard)
		vec_push(t->arena, &out->flags, standard);
	append(t->arena, &out->flags, &t->first);
	append(t->arena, &out->flags, &t->flags);
	if (t->stream)
		vec_push(t->arena, &out->flags, t->stream);
}

/* The toolkit of a compiler that is named by its path: nvcc lies in its bin. */
static const char *toolkit_of(struct arena *arena, const char *compiler)
{
	if (!strchr(compiler, '/'))
		return NULL;
	const char *bin = path_folder(arena, path_real(arena, NULL, compiler));
	const char *folder = path_folder(arena, bin);
	return toolkit_valid(arena, folder) ? folder : NULL;
}

struct translation translate_command(
	struct arena *arena, const text_list *words, const char *file, const char *folder)
{
	struct translation out = { 0 };
	struct translator t = { .arena = arena, .folder = folder, .out = &out, .emitted = "" };
	size_t start = launcher_words(words);
	for (size_t i = 0; i < start; i++)
		vec_push(arena, &out.launchers, words->at[i]);
	if (!words->n) {
		out.kind = UNIT_NO_COMPILE;
		out.error = "the command is empty";
		return out;
	}
	out.compiler = words->at[start];
	enum rules rules = rules_of(out.compiler, file);
	out.rules = rule_names[rules];
	t.clang = rules == RULES_CLANG;
	text_list rest = { .at = words->at + start + 1, .n = words->n - start - 1 };
	if (rules == RULES_NVCC)
		walk_nvcc(&t, &rest);
	else
		walk_host(&t, &rest);
	out.kind = kind_of(&t, rules, file);
	if (!out.toolkit && rules == RULES_NVCC)
		out.toolkit = toolkit_of(arena, out.compiler);
	finish(&t);
	return out;
}

struct translation translate_flags(struct arena *arena, const text_list *flags, const char *folder)
{
	struct translation out = { .rules = "nvcc and clang" };
	struct translator t = {
		.arena = arena, .folder = folder, .out = &out, .emitted = "", .clang = true
	};
	walk_nvcc(&t, flags);
	finish(&t);
	return out;
}

const char *unit_kind_text(enum unit_kind kind)
{
	static const char *const names[] = { [UNIT_CUDA] = "CUDA",
		[UNIT_HOST] = "host only",
		[UNIT_HIP] = "HIP, which is not supported",
		[UNIT_NO_COMPILE] = "no compilation" };
	return names[kind];
}
