#ifndef HGRD_DRIVER_WATCH_H
#define HGRD_DRIVER_WATCH_H

#include "driver/files.h"
#include "driver/pack.h"

/*
 * Where headers could appear that would be found before those that were read:
 * every name after #include or __has_include in any file read, in every folder
 * that clang searches, and beside the files that name it in quotes.
 */
struct watch_folder {
	const char *path;
	text_list names; /* sorted, each once */
};

struct watch {
	text_list names;   /* looked for in all of `search`; sorted, each once */
	text_list search;
	VEC(struct watch_folder) beside;
	text_list listings; /* folders of which every name counts: those of compiler versions */
};

/* Adds what a file names; `path` is its absolute path. */
void watch_scan(struct arena *arena, struct watch *watch, const char *path, struct bytes text);

/* Adds a folder that clang searches, by its absolute path. */
void watch_search(struct arena *arena, struct watch *watch, const char *path);

/* To be called when all is added: sorts the lists. */
void watch_finish(struct watch *watch);

/* The hash of which of them are there. */
struct hash watch_state(struct arena *arena, struct files *files, const struct watch *watch);

void watch_pack(struct arena *arena, const struct watch *watch, byte_list *bytes);
/* Texts stay in the packed bytes. */
void watch_unpack(struct arena *arena, struct watch *watch, struct unpack *unpack);

#endif
