#include "frontend/toolkit.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/words.h"

static bool exists(const char *path)
{
	return access(path, R_OK) == 0;
}

bool toolkit_valid(struct arena *arena, const char *folder)
{
	return toolkit_has(arena, folder, "cuda_runtime.h");
}

bool toolkit_has(struct arena *arena, const char *folder, const char *header)
{
	return exists(arena_printf(arena, "%s/include/%s", folder, header)) ||
	       exists(arena_printf(arena, "%s/include/cccl/%s", folder, header));
}

static bool has_runtime(struct arena *arena, const char *folder)
{
	return exists(arena_printf(arena, "%s/cuda_runtime.h", folder)) &&
	       exists(arena_printf(arena, "%s/crt/host_config.h", folder));
}

bool toolkit_is_headers(struct arena *arena, const char *folder)
{
	return has_runtime(arena, folder) ||
	       (exists(arena_printf(arena, "%s/cuda/std", folder)) &&
		       has_runtime(arena, arena_printf(arena, "%s/..", folder)));
}

unsigned toolkit_version(struct arena *arena, const char *folder)
{
	static const char before[] = "#define CUDA_VERSION";
	const char *text = file_text(arena, arena_printf(arena, "%s/include/cuda.h", folder));
	const char *at = text ? strstr(text, before) : NULL;
	return at ? (unsigned)strtoul(at + strlen(before), NULL, 10) : 0;
}

const char *toolkit_cccl(struct arena *arena, const char *folder)
{
	const char *path = arena_printf(arena, "%s/include/cccl", folder);
	return exists(path) ? path : NULL;
}

static void add(struct arena *arena, text_list *list, const char *folder)
{
	if (folder && *folder && toolkit_valid(arena, folder))
		vec_push(arena, list, arena_strdup(arena, folder));
}

text_list toolkit_list(struct arena *arena, const char *first)
{
	text_list list = { 0 };
	add(arena, &list, first);
	add(arena, &list, getenv("CUDA_PATH"));
	add(arena, &list, getenv("CUDA_HOME"));
	add(arena, &list, "/usr/local/cuda");
	glob_t found;
	if (!glob("/usr/local/cuda-*", 0, NULL, &found))
		for (size_t i = found.gl_pathc; i-- > 0;)
			add(arena, &list, found.gl_pathv[i]);
	globfree(&found);
	add(arena, &list, "/opt/cuda");
	return list;
}
