#ifndef HGRD_DRIVER_FILES_H
#define HGRD_DRIVER_FILES_H

#include <stdint.h>

#include "frontend/clang.h"
#include "ir/hash.h"

/*
 * What is on the disk, asked once: states and contents of files and lists of
 * folders are remembered, for headers that many sources share. For one run.
 */
struct files;
struct files *files_new(struct arena *arena);
void files_free(struct files *files);

/* The state of a file that changes whenever its content does, short of tampering with clocks. */
struct file_state {
	uint64_t size, device, inode;
	int64_t modified, changed; /* mtime, ctime, in nanoseconds */
};

/* The state of a regular file; NULL: there is none of this name. */
const struct file_state *files_state(struct files *files, const char *path);

/* The hash of a file's content; NULL when it cannot be read. */
const struct hash *files_hash(struct files *files, const char *path);

/* A file's content, not remembered; at is NULL when it cannot be read. */
struct bytes files_read(struct arena *arena, const char *path);

/* Is there something of this name, perhaps below further folders, in the folder. */
bool files_has(struct files *files, const char *folder, const char *name);

/* The hash of the names in a folder; all zeros when it cannot be read. */
struct hash files_listing(struct files *files, const char *folder);

#endif
