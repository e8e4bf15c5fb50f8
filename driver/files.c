#include "driver/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"

struct file {
	const char *path; /* first: the key of the tree */
	bool asked, there, hashed, readable;
	struct file_state state;
	struct hash hash;
};

struct folder {
	const char *path; /* likewise */
	text_list names;  /* sorted */
	bool readable;
};

struct files {
	struct arena *arena;
	void *files, *folders; /* trees of tsearch */
};

struct files *files_new(struct arena *arena)
{
	struct files *files = arena_alloc(arena, sizeof(*files));
	files->arena = arena;
	return files;
}

/* The nodes are the arena's. */
static void keep_node(void *node)
{
	(void)node;
}

void files_free(struct files *files)
{
	tdestroy(files->files, keep_node);
	tdestroy(files->folders, keep_node);
	files->files = files->folders = NULL;
}

static int compare_paths(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The node of a path in a tree, made with `size` bytes where there was none. */
static void *node_of(struct files *files, void **tree, const char *path, size_t size)
{
	void *found = tfind(&path, tree, compare_paths);
	if (found)
		return *(void **)found;
	const char **node = arena_alloc(files->arena, size);
	*node = arena_strdup(files->arena, path);
	if (!tsearch(node, tree, compare_paths))
		memory_out();
	return node;
}

static int64_t nanoseconds(const struct timespec *time)
{
	return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

static struct file *file_of(struct files *files, const char *path)
{
	struct file *file = node_of(files, &files->files, path, sizeof(*file));
	struct stat status;
	if (file->asked)
		return file;
	file->asked = true;
	file->there = !stat(path, &status) && S_ISREG(status.st_mode);
	if (file->there)
		file->state = (struct file_state){ .size = (uint64_t)status.st_size,
			.device = status.st_dev,
			.inode = status.st_ino,
			.modified = nanoseconds(&status.st_mtim),
			.changed = nanoseconds(&status.st_ctim) };
	return file;
}

const struct file_state *files_state(struct files *files, const char *path)
{
	const struct file *file = file_of(files, path);
	return file->there ? &file->state : NULL;
}

struct bytes files_read(struct arena *arena, const char *path)
{
	struct bytes bytes = { NULL, 0 };
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return bytes;
	if (!fstat(fd, &status) && S_ISREG(status.st_mode)) {
		size_t size = (size_t)status.st_size;
		bytes.at = arena_alloc(arena, size + 1);
		while (bytes.n < size) {
			ssize_t got = read(fd, bytes.at + bytes.n, size - bytes.n);
			if (got <= 0)
				break;
			bytes.n += (size_t)got;
		}
		if (bytes.n < size)
			bytes = (struct bytes){ NULL, 0 };
	}
	close(fd);
	return bytes;
}

const struct hash *files_hash(struct files *files, const char *path)
{
	struct file *file = file_of(files, path);
	if (file->there && !file->hashed) {
		struct arena *scratch = arena_new();
		struct bytes bytes = files_read(scratch, path);
		file->hashed = true;
		file->readable = bytes.at != NULL;
		if (file->readable)
			file->hash = hash_of(bytes.at, bytes.n);
		arena_free(scratch);
	}
	return file->readable ? &file->hash : NULL;
}

static void folder_list(struct files *files, struct folder *folder)
{
	DIR *dir = opendir(folder->path);
	if (!dir)
		return;
	folder->readable = true;
	for (struct dirent *entry; (entry = readdir(dir));)
		vec_push(files->arena, &folder->names,
			arena_strdup(files->arena, entry->d_name));
	closedir(dir);
	if (folder->names.n)
		qsort(folder->names.at, folder->names.n, sizeof(*folder->names.at), compare_paths);
}

static struct folder *folder_of(struct files *files, const char *path)
{
	void *known = tfind(&path, &files->folders, compare_paths);
	struct folder *folder = node_of(files, &files->folders, path, sizeof(*folder));
	if (!known)
		folder_list(files, folder);
	return folder;
}

bool files_has(struct files *files, const char *folder, const char *name)
{
	const struct folder *list = folder_of(files, folder);
	size_t length = strcspn(name, "/");
	const char *first = name[length] ? arena_strndup(files->arena, name, length) : name;
	if (!list->readable || !list->names.n ||
		!bsearch(&first, list->names.at, list->names.n, sizeof(*list->names.at),
			compare_paths))
		return false;
	return !name[length] ||
	       files_state(files, arena_printf(files->arena, "%s/%s", folder, name));
}

struct hash files_listing(struct files *files, const char *folder)
{
	const struct folder *list = folder_of(files, folder);
	struct hasher *hasher = hasher_new(files->arena);
	if (!list->readable)
		return (struct hash){ { 0 } };
	vec_each(name, &list->names) hasher_text(hasher, *name);
	return hasher_end(hasher);
}
