#include "frontend/clang.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/arch.h"
#include "frontend/child.h"
#include "frontend/paths.h"
#include "frontend/pch.h"
#include "frontend/toolkit.h"
#include "frontend/translate.h"

#define CLANG_OLDEST 22

/* Major version that `clang --version` tells, 0 when it does not. */
static unsigned clang_version(struct arena *arena, const char *path)
{
	char *argv[] = { arena_strdup(arena, path), "--version", NULL };
	struct child child;
	if (!child_start(&child, NULL, argv))
		return 0;
	children_finish(arena, &child, 1);
	const char *text = strstr(child_text(arena, &child, 0), "clang version ");
	return text ? (unsigned)strtoul(text + strlen("clang version "), NULL, 10) : 0;
}

static const char *find_named(struct arena *arena, const char *name, const char **error)
{
	const char *path = strchr(name, '/') ? name : program_find(arena, name);
	if (!path || !program_exists(path)) {
		*error = arena_printf(arena, "--clang=%s: there is no such program", name);
		return NULL;
	}
	unsigned version = clang_version(arena, path);
	if (version < CLANG_OLDEST) {
		*error = version ? arena_printf(arena,
					   "--clang=%s: clang %u is too old, hgrd needs %u", name,
					   version, CLANG_OLDEST)
				 : arena_printf(arena, "--clang=%s: this is not clang", name);
		return NULL;
	}
	char *real = realpath(path, NULL);
	path = real ? arena_strdup(arena, real) : path;
	free(real);
	return path;
}

static const char *find_clang(
	struct arena *arena, const struct options *options, const char **error)
{
	if (options->clang)
		return find_named(arena, options->clang, error);
	if (program_exists(HGRD_CLANG))
		return HGRD_CLANG;
	const char *path = program_find(arena, "clang-22");
	if (path)
		return path;
	path = program_find(arena, "clang");
	if (path && clang_version(arena, path) >= CLANG_OLDEST)
		return path;
	*error = arena_printf(arena,
		"clang %u is needed and was not found: install the package clang-%u, or name one "
		"with --clang=PATH",
		CLANG_OLDEST, CLANG_OLDEST);
	return NULL;
}

static bool has_headers(struct arena *arena, const char *folder)
{
	return access(arena_printf(arena, "%s/hgrd/prelude.h", folder), R_OK) == 0;
}

/* Next to the installed program first, then in the source tree it was built from. */
static const char *find_headers(struct arena *arena, const char **error)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self));
	const char *installed = NULL;
	if (n > 0 && (size_t)n < sizeof(self)) {
		while (n > 0 && self[n - 1] != '/')
			n--;
		installed = arena_printf(arena, "%.*s../share/hgrd/include", (int)n, self);
		char *real = realpath(installed, NULL);
		installed = real ? arena_strdup(arena, real) : installed;
		free(real);
		if (has_headers(arena, installed))
			return installed;
	}
	if (has_headers(arena, HGRD_SOURCE_HEADERS))
		return HGRD_SOURCE_HEADERS;
	*error = arena_printf(arena,
		"the built-in CUDA headers are missing (looked in %s): install hgrd again, or name "
		"a CUDA toolkit with --cuda-path=DIR",
		installed ? installed : HGRD_SOURCE_HEADERS);
	return NULL;
}

/* Takes the flags behind -- and the architecture of --arch. */
static bool take_flags(struct arena *arena, const struct options *options,
	struct compiler *compiler, const char **error)
{
	struct translation given = translate_flags(arena, &options->clang_flags, NULL);
	*error = given.error;
	if (given.unknown.n)
		*error = arena_printf(arena, "unknown compiler flag '%s'", given.unknown.at[0]);
	else if (given.inputs.n)
		*error = arena_printf(arena,
			"'%s' stands behind --, where only flags of the compiler belong",
			given.inputs.at[0]);
	compiler->flags = given.flags;
	compiler->arch_flags = given.arch_flags;
	compiler->archs = given.archs;
	const char *arch = options->arch ? options->arch : given.arch;
	compiler->arch_given = arch != NULL;
	compiler->arch_option = options->arch != NULL;
	compiler->arch = arch_choose(arena, arch ? arch : OPTION_DEFAULT_ARCH).arch;
	return !*error;
}

bool compiler_find(struct arena *arena, const struct options *options, struct compiler *compiler,
	const char **error)
{
	*compiler = (struct compiler){ .verbose = options->verbose,
		.define_nvcc = options->define_nvcc };
	if (!take_flags(arena, options, compiler, error))
		return false;
	compiler->clang = find_clang(arena, options, error);
	if (!compiler->clang)
		return false;
	compiler->headers = find_headers(arena, error);
	compiler->cache = options->cache_dir
				  ? path_join(arena, path_current(arena), options->cache_dir)
				  : pch_default_folder(arena);
	compiler->no_toolkit = options->cuda_path && !strcmp(options->cuda_path, "none");
	if (!options->cuda_path || compiler->no_toolkit)
		return compiler->headers != NULL;
	compiler->cuda_path = path_join(arena, path_current(arena), options->cuda_path);
	if (toolkit_valid(arena, options->cuda_path))
		return true;
	*error = arena_printf(
		arena, "--cuda-path=%s: no include/cuda_runtime.h in there", options->cuda_path);
	return false;
}
