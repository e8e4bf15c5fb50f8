#ifndef HGRD_FRONTEND_SYSTEM_H
#define HGRD_FRONTEND_SYSTEM_H

#include "frontend/clang.h"

/*
 * The folders of system headers, which are not the user's to mend: the built-in headers, those of
 * toolkits, of -isystem and -idirafter, of the standard library. As path_real gives them.
 */
text_list system_folders(struct arena *arena, const struct compiler *compiler);

/* Is a file, named as in the debug information, in one of them. */
bool system_file(struct arena *arena, const text_list *folders, const char *file);

#endif
