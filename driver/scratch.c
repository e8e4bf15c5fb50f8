#include "driver/scratch.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"

#define PREFIX "hgrd-units-"
#define LETTERS "XXXXXX"
#define YOUNG 60 /* seconds in which a new folder may have no lock yet */

/* The folder, locked; -1 where that is not possible now. */
static int lock_folder(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Files have names such as 12.host.bc, and 12.host.bc.4711 while they are written. */
static void remove_folder(struct arena *arena, const char *path)
{
	DIR *open = opendir(path);
	for (struct dirent *entry; open && (entry = readdir(open));)
		if (isdigit((unsigned char)*entry->d_name))
			unlink(arena_printf(arena, "%s/%s", path, entry->d_name));
	if (open)
		closedir(open);
	rmdir(path);
}

static bool is_left(int fd)
{
	struct stat status;
	return fd >= 0 && !fstat(fd, &status) && status.st_uid == geteuid() &&
	       (status.st_mode & 07777) == 0700 && status.st_mtime + YOUNG < time(NULL);
}

static void remove_left(struct arena *arena, const char *place)
{
	DIR *open = opendir(place);
	for (struct dirent *entry; open && (entry = readdir(open));) {
		if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) ||
			strlen(entry->d_name) != strlen(PREFIX LETTERS))
			continue;
		const char *path = arena_printf(arena, "%s/%s", place, entry->d_name);
		int lock = lock_folder(path);
		if (is_left(lock))
			remove_folder(arena, path);
		if (lock >= 0)
			close(lock);
	}
	if (open)
		closedir(open);
}

struct scratch scratch_new(struct arena *arena)
{
	const char *place = getenv("TMPDIR");
	if (!place || !*place)
		place = "/tmp";
	remove_left(arena, place);
	char *folder = arena_printf(arena, "%s/" PREFIX LETTERS, place);
	if (!mkdtemp(folder))
		die("cannot make a folder %s: %s", folder, strerror(errno));
	return (struct scratch){ folder, lock_folder(folder) };
}

void scratch_free(struct arena *arena, struct scratch *scratch)
{
	remove_folder(arena, scratch->folder);
	if (scratch->lock >= 0)
		close(scratch->lock);
}
