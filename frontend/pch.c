#include "frontend/pch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "frontend/child.h"
#include "frontend/pch_trim.h"
#include "frontend/preamble.h"

#define KEPT_FILES 128
#define KEPT_PREAMBLES 512
#define KEPT_BYTES ((off_t)512 << 20)
#define STALE_SECONDS 3600
#define SIGHTINGS 3 /* of a list of standard headers, before files of it are made */
#define SIGHTINGS_OF_SMALL 12 /* where the list has small ones alone, or files of a part of it are there */
#define PARTED 5 /* headers of a list of which parts are looked for */
#define SEEN_AGAIN "/**/\n"

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

static const char *path_of(struct arena *arena, const struct compiler *compiler,
	const char *folder, const char *header, enum side side)
{
	char **words = command_precompile(arena, compiler, side, header, "");
	return arena_printf(arena, "%s/%016llx.pch", folder, (unsigned long long)key(words));
}

/* The files of one kind, and which of them is the oldest. */
struct kind {
	const char *ending;
	size_t kept, n;
	off_t size; /* of all, in bytes */
	const char *oldest;
	time_t time;
};

static void count(struct kind *kind, const char *path, const struct stat *status)
{
	kind->n++;
	kind->size += status->st_size;
	if (kind->oldest && kind->time <= status->st_mtime)
		return;
	kind->oldest = path;
	kind->time = status->st_mtime;
}

/* Drops what an interrupted run left, and of each kind one file too many; were there such. */
static bool drop(struct arena *arena, const char *folder)
{
	struct kind kinds[] = { { .ending = ".pch", .kept = KEPT_FILES },
		{ .ending = ".h", .kept = KEPT_PREAMBLES } };
	DIR *open = opendir(folder);
	if (!open)
		return false;
	time_t now = time(NULL);
	for (struct dirent *entry; (entry = readdir(open));) {
		const char *end = strrchr(entry->d_name, '.');
		const char *path = arena_printf(arena, "%s/%s", folder, entry->d_name);
		struct stat status;
		if (!end || stat(path, &status) || !S_ISREG(status.st_mode))
			continue;
		for (size_t i = 0; i < 2; i++)
			if (!strcmp(end, kinds[i].ending))
				count(&kinds[i], path, &status);
		if (strspn(end + 1, "0123456789") == strlen(end + 1) &&
			now - status.st_mtime > STALE_SECONDS)
			unlink(path);
	}
	closedir(open);
	bool dropped = false;
	for (size_t i = 0; i < 2; i++)
		if ((kinds[i].n > kinds[i].kept || kinds[i].size > KEPT_BYTES) &&
			!unlink(kinds[i].oldest))
			dropped = true;
	return dropped;
}

/* Keeps the folder small. */
static void sweep(struct arena *arena, const char *folder)
{
	while (drop(arena, folder))
		;
}

/* One run at a time makes files; the others go on without. -1: not this one. */
static int lock(struct arena *arena, const char *folder)
{
	int fd = open(arena_printf(arena, "%s/make.lock", folder), O_RDWR | O_CREAT | O_CLOEXEC,
		0600);
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Takes out what would only cost time. */
static void trim(struct arena *arena, const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	struct stat status = { 0 };
	void *bytes = MAP_FAILED;
	if (fd >= 0 && !fstat(fd, &status) && status.st_size)
		bytes = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			0);
	if (fd >= 0)
		close(fd);
	if (bytes == MAP_FAILED)
		return;
	pch_trim(arena, bytes, (size_t)status.st_size);
	munmap(bytes, (size_t)status.st_size);
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

/* Makes the files. A preamble that does not compile is forgotten, not tried again and again. */
static void make(struct arena *arena, const struct compiler *compiler, const char *folder,
	const char *header, const char *const path[SIDES])
{
	int guard = lock(arena, folder);
	if (guard < 0)
		return;
	struct child sides[SIDES];
	const char *made[SIDES];
	for (int side = 0; side < SIDES; side++) {
		made[side] = arena_printf(arena, "%s.%d", path[side], (int)getpid());
		child_start(&sides[side], NULL,
			command_precompile(
				arena, compiler, (enum side)side, header, made[side]));
	}
	children_finish(arena, sides, SIDES);
	bool good = true;
	for (int side = 0; side < SIDES; side++) {
		bool succeeded = child_succeeded(&sides[side]);
		if (succeeded)
			trim(arena, made[side]);
		if (!succeeded || !publish(made[side], path[side])) {
			unlink(made[side]);
			good = false;
		}
	}
	if (!good && !strncmp(header, folder, strlen(folder)))
		unlink(header);
	sweep(arena, folder);
	close(guard);
}

/* Is it there; notes that it was used, so that others are swept first. */
static bool ready(const char *path)
{
	return !utimensat(AT_FDCWD, path, NULL, 0);
}

/* Fills in the precompiled files of one header; are they there? */
static bool are_made(struct arena *arena, const struct compiler *compiler, const char *folder,
	const char *header, const char *path[SIDES])
{
	for (int side = 0; side < SIDES; side++)
		path[side] = path_of(arena, compiler, folder, header, (enum side)side);
	return ready(path[SIDE_DEVICE]) && ready(path[SIDE_HOST]);
}

/* The same, and makes them where they are missing. */
static bool find(struct arena *arena, const struct compiler *compiler, const char *folder,
	const char *header, const char *path[SIDES])
{
	if (are_made(arena, compiler, folder, header, path))
		return true;
	make(arena, compiler, folder, header, path);
	return ready(path[SIDE_DEVICE]) && ready(path[SIDE_HOST]);
}

static bool write_file(struct arena *arena, const char *path, const char *text)
{
	const char *made = arena_printf(arena, "%s.%d", path, (int)getpid());
	FILE *file = fopen(made, "wxe");
	if (!file)
		return false;
	fputs(text, file);
	bool written = !ferror(file);
	written &= !fclose(file);
	if (written && publish(made, path))
		return true;
	unlink(made);
	return false;
}

/*
 * How often the text was seen, this one included: a file of it gets a line more each time, until that is enough and
 * files are made of it.
 */
static unsigned sightings(struct arena *arena, const char *path, const char *text, unsigned enough)
{
	struct stat status;
	if (stat(path, &status))
		return write_file(arena, path, text) ? 1 : 0;
	size_t lines = (size_t)status.st_size - strlen(text);
	unsigned seen = 2 + (unsigned)(lines / strlen(SEEN_AGAIN));
	if (seen >= enough)
		return seen;
	FILE *file = fopen(path, "ae");
	if (!file)
		return 0;
	fputs(SEEN_AGAIN, file);
	fclose(file);
	return seen;
}

/* What a source reads first: a header of everything, the list of what it includes itself, and the folder of the files. */
struct beginning {
	struct arena *arena;
	const struct compiler *compiler;
	const char *folder, *first;
	text_list headers;
};

/* A header of the first one and of those of the list that the set has. */
static const char *text_of(const struct beginning *beginning, unsigned long set)
{
	struct arena *arena = beginning->arena;
	const char *text = arena_printf(arena, "#include \"%s\"\n", beginning->first);
	for (size_t i = 0; i < beginning->headers.n; i++)
		if (i >= PARTED || set >> i & 1)
			text = arena_printf(
				arena, "%s#include <%s>\n", text, beginning->headers.at[i]);
	return text;
}

/* Sources that are compiled in another way count for other files. */
static const char *place_of(const struct beginning *beginning, const char *text)
{
	const char *way = path_of(beginning->arena, beginning->compiler, beginning->folder,
		beginning->first, SIDE_DEVICE);
	uint64_t sum = hash(0xcbf29ce484222325, text, strlen(text));
	sum = hash(sum, way, strlen(way));
	return arena_printf(beginning->arena, "%s/%016llx.h", beginning->folder,
		(unsigned long long)sum);
}

static bool is_made(const struct beginning *beginning, const char *header, const char *path[SIDES])
{
	return !access(header, R_OK) && are_made(beginning->arena, beginning->compiler,
						beginning->folder, header, path);
}

/*
 * Files of a part of the list, the larger parts first: the source reads the rest itself, and what
 * it includes of the part again is not read twice. None are made.
 */
static bool find_part(const struct beginning *beginning, const char *path[SIDES])
{
	size_t n = beginning->headers.n;
	for (int size = (int)n - 1; n <= PARTED && size > 0; size--)
		for (unsigned long set = 1; set < 1ul << n; set++)
			if (__builtin_popcountl(set) == size &&
				is_made(beginning, place_of(beginning, text_of(beginning, set)), path))
				return true;
	return false;
}

/*
 * Does the list have headers, none of them the user's own: files of it stand for what the
 * source includes.
 */
static bool is_listed(const struct beginning *beginning)
{
	if (command_includes(beginning->compiler))
		return false;
	vec_each(header, &beginning->headers)
		if (command_has_own(beginning->arena, beginning->compiler, *header))
			return false;
	return beginning->headers.n > 0;
}

static bool are_small(const struct beginning *beginning)
{
	vec_each(header, &beginning->headers)
		if (!preamble_is_small(*header, beginning->compiler->cuda_path))
			return false;
	return true;
}

/*
 * The files of the list, or of a part of it while the list has hardly been seen: making files takes as long as
 * some uses save.
 */
static bool find_longer(const struct beginning *beginning, const char *path[SIDES])
{
	if (!is_listed(beginning))
		return false;
	const char *text = text_of(beginning, ~0ul), *header = place_of(beginning, text);
	if (is_made(beginning, header, path))
		return true;
	const char *of_part[SIDES];
	bool in_part = find_part(beginning, of_part);
	unsigned enough = in_part || are_small(beginning) ? SIGHTINGS_OF_SMALL : SIGHTINGS;
	if (sightings(beginning->arena, header, text, enough) >= enough &&
		find(beginning->arena, beginning->compiler, beginning->folder, header, path))
		return true;
	if (in_part)
		memcpy(path, of_part, sizeof(of_part));
	return in_part;
}

void pch_find(struct arena *arena, const struct compiler *compiler, const char *source,
	const char *path[SIDES])
{
	const char *first = command_first_header(arena, compiler);
	if (compiler->cache && first) {
		const char *folder = arena_printf(arena, "%s/pch", compiler->cache);
		struct beginning beginning = { arena, compiler, folder, first,
			preamble_headers(arena, source, compiler->cuda_path) };
		if (!is_safe(folder))
			make_folders(arena, folder);
		if (is_safe(folder) &&
			(find_longer(&beginning, path) ||
				find(arena, compiler, folder, first, path)))
			return;
	}
	for (int side = 0; side < SIDES; side++)
		path[side] = NULL;
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
