#include "driver/walk.h"

#include <fts.h>
#include <string.h>

#include "frontend/paths.h"

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

void walk_sources(struct arena *arena, const char *folder, text_list *paths)
{
	char *roots[] = { arena_strdup(arena, folder), NULL };
	FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	if (!walk)
		return;
	for (FTSENT *entry; (entry = fts_read(walk));) {
		bool hidden = entry->fts_name[0] == '.' && entry->fts_level > 0;
		if (entry->fts_info == FTS_D && hidden)
			fts_set(walk, entry, FTS_SKIP);
		else if (entry->fts_info == FTS_F && path_ends(entry->fts_name, ".cu"))
			vec_push(arena, paths, arena_strdup(arena, entry->fts_path));
	}
	fts_close(walk);
}

const char *folder_of_all(struct arena *arena, const text_list *paths)
{
	const char *folder = paths->n ? path_folder(arena, paths->at[0]) : "/";
	vec_each(path, paths)
		while (strcmp(folder, "/") && !path_below(*path, folder))
			folder = path_folder(arena, folder);
	return folder;
}
