#include "frontend/pch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "frontend/child.h"

#define KEPT_FILES 48
#define STALE_SECONDS 3600

const char *pch_default_folder(struct arena *arena)
{
	const char *base = getenv("XDG_CACHE_HOME");
	if (base && *base == '/')
		return arena_printf(arena, "%s/hgrd", base);
	base = getenv("HOME");
	return base && *base == '/' ? arena_printf(arena, "%s/.cache/hgrd", base) : NULL;
}

/* A folder of the user's that others cannot write to: clang trusts what it reads there. */
static bool is_safe(const char *folder)
{
	struct stat status;
	return !stat(folder, &status) && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
	       !(status.st_mode & (S_IWGRP | S_IWOTH));
}

static void make_folders(struct arena *arena, const char *path)
{
	char *copy = arena_strdup(arena, path);
	for (char *at = copy + 1; *at; at++)
		if (*at == '/') {
			*at = 0;
			mkdir(copy, 0700);
			*at = '/';
		}
	mkdir(copy, 0700);
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
static uint64_t hash(uint64_t sum, const void *data, size_t n)
{
	for (const unsigned char *at = data; n--; at++)
		sum = (sum ^ *at) * 0x100000001b3;
	return sum;
}

/* What the file depends on: the words of the command, and which clang that is. */
static uint64_t key(char *const *words)
{
	uint64_t sum = 0xcbf29ce484222325;
	for (char *const *word = words; *word; word++)
		sum = hash(sum, *word, strlen(*word) + 1);
	struct stat status = { 0 };
	stat(words[0], &status);
	sum = hash(sum, &status.st_size, sizeof(status.st_size));
	return hash(sum, &status.st_mtim, sizeof(status.st_mtim));
}

static const char *path_of(
	struct arena *arena, const struct compiler *compiler, const char *folder, enum side side)
{
	char **words = command_precompile(arena, compiler, side, "");
	if (!words)
		return NULL;
	return arena_printf(arena, "%s/%016llx.pch", folder, (unsigned long long)key(words));
}

/* Keeps the folder small: drops what an interrupted run left, and one file too many. */
static void sweep(struct arena *arena, const char *folder)
{
	DIR *open = opendir(folder);
	if (!open)
		return;
	const char *oldest = NULL;
	time_t oldest_time = 0, now = time(NULL);
	size_t n = 0;
	for (struct dirent *entry; (entry = readdir(open));) {
		const char *end = strrchr(entry->d_name, '.');
		const char *path = arena_printf(arena, "%s/%s", folder, entry->d_name);
		struct stat status;
		if (!end || stat(path, &status) || !S_ISREG(status.st_mode))
			continue;
		if (strcmp(end, ".pch")) {
			if (strcmp(end, ".lock") && now - status.st_mtime > STALE_SECONDS)
				unlink(path);
			continue;
		}
		n++;
		if (!oldest || status.st_mtime < oldest_time) {
			oldest = path;
			oldest_time = status.st_mtime;
		}
	}
	closedir(open);
	if (n > KEPT_FILES)
		unlink(oldest);
}

/* One run at a time makes files; the others go on without. -1: not this one. */
static int lock(struct arena *arena, const char *folder)
{
	int fd = open(
		arena_printf(arena, "%s/make.lock", folder), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Puts a finished file in its place, complete even when the machine stops. */
static bool publish(const char *made, const char *path)
{
	int fd = open(made, O_RDONLY | O_CLOEXEC);
	bool kept = fd >= 0 && !fsync(fd);
	if (fd >= 0)
		close(fd);
	return kept && !rename(made, path);
}

static void make(struct arena *arena, const struct compiler *compiler, const char *folder,
	const char *const path[SIDES])
{
	int guard = lock(arena, folder);
	if (guard < 0)
		return;
	struct child sides[SIDES];
	const char *made[SIDES];
	for (int side = 0; side < SIDES; side++) {
		made[side] = arena_printf(arena, "%s.%d", path[side], (int)getpid());
		child_start(&sides[side], NULL,
			command_precompile(arena, compiler, (enum side)side, made[side]));
	}
	children_finish(arena, sides, SIDES);
	for (int side = 0; side < SIDES; side++)
		if (!child_succeeded(&sides[side]) || !publish(made[side], path[side]))
			unlink(made[side]);
	sweep(arena, folder);
	close(guard);
}

/* Is it there; notes that it was used, so that others are swept first. */
static bool ready(const char *path)
{
	return !utimensat(AT_FDCWD, path, NULL, 0);
}

void pch_find(struct arena *arena, const struct compiler *compiler, const char *path[SIDES])
{
	for (int side = 0; side < SIDES; side++)
		path[side] = NULL;
	if (!compiler->cache)
		return;
	const char *folder = arena_printf(arena, "%s/pch", compiler->cache);
	if (!is_safe(folder))
		make_folders(arena, folder);
	if (!is_safe(folder))
		return;
	for (int side = 0; side < SIDES; side++)
		path[side] = path_of(arena, compiler, folder, (enum side)side);
	if (!path[SIDE_DEVICE])
		return;
	if (!ready(path[SIDE_DEVICE]) || !ready(path[SIDE_HOST]))
		make(arena, compiler, folder, path);
	if (!ready(path[SIDE_DEVICE]) || !ready(path[SIDE_HOST]))
		path[SIDE_DEVICE] = path[SIDE_HOST] = NULL;
}

bool pch_were_bad(const char *const path[SIDES], const char *diagnostics)
{
	if (!path[SIDE_DEVICE])
		return false;
	bool bad = !strstr(diagnostics, "error: ") || strstr(diagnostics, "precompiled file");
	for (int side = 0; side < SIDES; side++)
		bad |= strstr(diagnostics, path[side]) != NULL;
	for (int side = 0; bad && side < SIDES; side++)
		unlink(path[side]);
	return bad;
}
