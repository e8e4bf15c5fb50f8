#include "frontend/system.h"

#include <string.h>

#include "frontend/paths.h"
#include "frontend/toolkit.h"
#include "ir/module.h"

static void add(struct arena *arena, text_list *list, const char *base, const char *folder)
{
	if (folder)
		vec_push(arena, list, path_real(arena, base, folder));
}

static void add_toolkit(struct arena *arena, text_list *list, const char *folder)
{
	if (folder)
		add(arena, list, NULL, arena_printf(arena, "%s/include", folder));
}

/* "-isystem DIR", "-isystemDIR" and the same of -idirafter. */
static void add_flags(struct arena *arena, text_list *list, const struct compiler *compiler)
{
	static const char *const names[] = { "-isystem", "-idirafter" };
	const text_list *flags = &compiler->flags;
	for (size_t i = 0; i < flags->n; i++) {
		for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++) {
			size_t length = strlen(names[k]);
			if (strncmp(flags->at[i], names[k], length))
				continue;
			if (flags->at[i][length])
				add(arena, list, compiler->folder, flags->at[i] + length);
			else if (i + 1 < flags->n)
				add(arena, list, compiler->folder, flags->at[++i]);
			break;
		}
	}
}

text_list system_folders(struct arena *arena, const struct compiler *compiler)
{
	static const char *const usual[] = { "/usr/include", "/usr/lib", "/usr/local/include" };
	text_list list = { 0 }, toolkits = toolkit_list(arena, compiler->toolkit);
	add(arena, &list, NULL, compiler->headers);
	add_toolkit(arena, &list, compiler->cuda_path);
	vec_each(toolkit, &toolkits)
		add_toolkit(arena, &list, *toolkit);
	for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++)
		add(arena, &list, NULL, usual[i]);
	add_flags(arena, &list, compiler);
	return list;
}

bool system_file(struct arena *arena, const text_list *folders, const char *file)
{
	const char *path = path_real(arena, NULL, file);
	if (!strncmp(file, PATH_SYSTEM "/", strlen(PATH_SYSTEM "/")))
		return true;
	vec_each(folder, folders) {
		if (path_below(path, *folder))
			return true;
	}
	return false;
}
