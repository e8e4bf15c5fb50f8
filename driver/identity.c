#include "driver/identity.h"

#include <dirent.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "frontend/toolkit.h"

static void add_file(struct hasher *hasher, const char *path)
{
	struct stat status = { 0 };
	bool there = !stat(path, &status);
	hasher_text(hasher, path);
	int64_t state[] = { there, status.st_size, (int64_t)status.st_ino, status.st_mtim.tv_sec,
		status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec };
	hasher_add(hasher, state, sizeof(state));
}

/* Adds the build id among the notes of a segment; false when there is none. */
static bool add_build_id(struct hasher *hasher, const char *at, const char *end)
{
	while (end - at >= (ptrdiff_t)sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *note = (const void *)at;
		const char *name = at + sizeof(*note);
		const char *text = name + ((note->n_namesz + 3) & ~3u);
		at = text + ((note->n_descsz + 3) & ~3u);
		if (at > end)
			return false;
		if (note->n_type != NT_GNU_BUILD_ID || note->n_namesz != 4 ||
			memcmp(name, "GNU", 4))
			continue;
		hasher_add(hasher, text, note->n_descsz);
		return true;
	}
	return false;
}

static int add_object(struct dl_phdr_info *info, size_t size, void *data)
{
	struct hasher *hasher = data;
	(void)size;
	if (strstr(info->dlpi_name, "linux-vdso"))
		return 0;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		const char *at = (const char *)(info->dlpi_addr + segment->p_vaddr);
		if (segment->p_type == PT_NOTE &&
			add_build_id(hasher, at, at + segment->p_memsz))
			return 0;
	}
	add_file(hasher, *info->dlpi_name ? info->dlpi_name : "/proc/self/exe");
	return 0;
}

void identity_program(struct hasher *hasher)
{
	hasher_text(hasher, HGRD_VERSION " " HGRD_LLVM_VERSION " " HGRD_Z3_VERSION);
	dl_iterate_phdr(add_object, hasher);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void add_folder(struct arena *arena, struct hasher *hasher, const char *folder)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, NULL, by_name);
	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;
		const char *path = arena_printf(arena, "%s/%s", folder, name);
		struct stat status;
		if (*name != '.' && !stat(path, &status)) {
			if (S_ISDIR(status.st_mode))
				add_folder(arena, hasher, path);
			else
				add_file(hasher, path);
		}
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

void identity_compiler(struct arena *arena, struct hasher *hasher, const struct compiler *compiler)
{
	static const char *const variables[] = { "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
		"CCC_OVERRIDE_OPTIONS", "GCC_EXEC_PREFIX", "COMPILER_PATH", "SYSROOT",
		"SOURCE_DATE_EPOCH" };
	add_file(hasher, compiler->clang);
	hasher_text(hasher, compiler->headers);
	if (compiler->headers)
		add_folder(arena, hasher, compiler->headers);
	hasher_text(hasher, compiler->cuda_path);
	hasher_text(hasher, compiler->arch);
	vec_each(flag, &compiler->flags) hasher_text(hasher, *flag);
	hasher_text(hasher, NULL);
	hasher_text(hasher, compiler->folder);
	hasher_add(hasher, &compiler->define_nvcc, sizeof(compiler->define_nvcc));
	hasher_add(hasher, &compiler->host_only, sizeof(compiler->host_only));
	hasher_add(hasher, &compiler->no_toolkit, sizeof(compiler->no_toolkit));
	text_list toolkits = toolkit_list(arena, compiler->toolkit);
	vec_each(toolkit, &toolkits) hasher_text(hasher, *toolkit);
	hasher_text(hasher, NULL);
	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++)
		hasher_text(hasher, getenv(variables[i]));
}

/* One function for each kind of option. */

static void add_FLAG(struct hasher *hasher, const option_FLAG *value)
{
	hasher_add(hasher, value, sizeof(*value));
}

static void add_TEXT(struct hasher *hasher, const option_TEXT *value)
{
	hasher_text(hasher, *value);
}

static void add_ARCH(struct hasher *hasher, const option_ARCH *value)
{
	hasher_text(hasher, *value);
}

static void add_LIST(struct hasher *hasher, const option_LIST *value)
{
	vec_each(text, value) hasher_text(hasher, *text);
	hasher_text(hasher, NULL);
}

static void add_SECONDS(struct hasher *hasher, const option_SECONDS *value)
{
	hasher_add(hasher, value, sizeof(*value));
}

static void add_COUNT(struct hasher *hasher, const option_COUNT *value)
{
	hasher_add(hasher, value, sizeof(*value));
}

static void add_SIZE(struct hasher *hasher, const option_SIZE *value)
{
	hasher_add(hasher, value, sizeof(*value));
}

static void add_DIM(struct hasher *hasher, const option_DIM *value)
{
	hasher_add(hasher, &value->given, sizeof(value->given));
	hasher_add(hasher, value->at, sizeof(value->at));
}

static void add_COLOR(struct hasher *hasher, const option_COLOR *value)
{
	hasher_add(hasher, value, sizeof(*value));
}

static void add_STAGES(struct hasher *hasher, const option_STAGES *value)
{
	hasher_add(hasher, value, sizeof(*value));
}

/* Options that say which files, how they are worked on and how results are shown. */
static bool changes_nothing(const char *name)
{
	static const char *const names[] = { "timeout", "jobs", "format", "output", "explain",
		"color", "verbose", "quiet", "allow-undecided", "exit-zero", "stats", "in-process",
		"cache-dir", "no-cache", "cache-size", "generate", "help", "version", "build-dir",
		"project", "since", "files-from", "explain-command", "use-nvcc-env", "all-archs", "unit-timeout",
		"memory-limit" };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

void identity_options(struct hasher *hasher, const struct options *options)
{
#define GROUP(title)
#define OPTION(field, name, letter, kind, value, help)                                             \
	if (!changes_nothing(name)) {                                                              \
		hasher_text(hasher, name);                                                         \
		add_##kind(hasher, &options->field);                                               \
	}
#include "base/options.def"
#undef OPTION
#undef GROUP
	vec_each(flag, &options->clang_flags) hasher_text(hasher, *flag);
	hasher_text(hasher, NULL);
}
