#ifndef HGRD_DRIVER_WALK_H
#define HGRD_DRIVER_WALK_H

#include "base/options.h"

/* Adds all .cu files below a folder, in the order of their names; hidden folders are left out. */
void walk_sources(struct arena *arena, const char *folder, text_list *paths);

/* The folder that all paths (absolute) have in common; "/" where it is nothing else. */
const char *folder_of_all(struct arena *arena, const text_list *paths);

#endif
