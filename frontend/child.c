#include "frontend/child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void append(struct arena *arena, struct child *child, int stream, const char *at, size_t n)
{
	size_t need = child->text[stream].n + n;
	if (need > child->text[stream].room) {
		size_t room = 2 * need;
		char *grown = arena_alloc(arena, room);
		if (child->text[stream].n)
			memcpy(grown, child->text[stream].at, child->text[stream].n);
		child->text[stream].at = grown;
		child->text[stream].room = room;
	}
	memcpy(child->text[stream].at + child->text[stream].n, at, n);
	child->text[stream].n = need;
}

static void child_exec(char *const *argv, const char *folder, const int out[2], const int err[2])
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	int null = open("/dev/null", O_RDONLY);
	dup2(null, STDIN_FILENO);
	dup2(out[1], STDOUT_FILENO);
	dup2(err[1], STDERR_FILENO);
	if (folder && chdir(folder)) {
		dprintf(STDERR_FILENO, "error: cannot enter %s: %s\n", folder, strerror(errno));
		_exit(127);
	}
	execv(argv[0], argv);
	dprintf(STDERR_FILENO, "cannot run %s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

bool child_start(struct child *child, const char *folder, char *const *argv)
{
	int out[2], err[2];
	*child = (struct child){ .pid = -1, .fd = { -1, -1 } };
	if (pipe2(out, O_CLOEXEC))
		return false;
	if (pipe2(err, O_CLOEXEC)) {
		close(out[0]);
		close(out[1]);
		return false;
	}
	child->pid = fork();
	if (child->pid == 0)
		child_exec(argv, folder, out, err);
	close(out[1]);
	close(err[1]);
	child->fd[0] = out[0];
	child->fd[1] = err[0];
	return child->pid > 0;
}

void children_finish(struct arena *arena, struct child *children, size_t n)
{
	static char buffer[1 << 16];
	for (;;) {
		struct pollfd polls[4];
		struct child *owner[4];
		int stream[4];
		nfds_t open = 0;
		for (size_t i = 0; i < n; i++)
			for (int s = 0; s < 2; s++)
				if (children[i].fd[s] >= 0) {
					assert(open < 4);
					polls[open] =
						(struct pollfd){ children[i].fd[s], POLLIN, 0 };
					owner[open] = &children[i];
					stream[open++] = s;
				}
		if (!open)
			break;
		if (poll(polls, open, -1) < 0)
			continue;
		for (nfds_t i = 0; i < open; i++) {
			if (!polls[i].revents)
				continue;
			ssize_t got = read(polls[i].fd, buffer, sizeof(buffer));
			if (got > 0) {
				append(arena, owner[i], stream[i], buffer, (size_t)got);
			} else if (got == 0 || errno != EINTR) {
				close(polls[i].fd);
				owner[i]->fd[stream[i]] = -1;
			}
		}
	}
	for (size_t i = 0; i < n; i++)
		while (children[i].pid > 0 &&
			waitpid(children[i].pid, &children[i].status, 0) < 0 && errno == EINTR)
			;
}

const char *child_text(struct arena *arena, const struct child *child, int stream)
{
	return child->text[stream].n
		       ? arena_strndup(arena, child->text[stream].at, child->text[stream].n)
		       : "";
}

bool child_succeeded(const struct child *child)
{
	return child->pid > 0 && WIFEXITED(child->status) && WEXITSTATUS(child->status) == 0;
}

bool program_exists(const char *path)
{
	return access(path, X_OK) == 0;
}

const char *program_find(struct arena *arena, const char *name)
{
	const char *path = getenv("PATH");
	while (path && *path) {
		size_t length = strcspn(path, ":");
		const char *full = arena_printf(arena, "%.*s/%s", (int)length, path, name);
		if (length && program_exists(full)) {
			char *real = realpath(full, NULL);
			full = real ? arena_strdup(arena, real) : full;
			free(real);
			return full;
		}
		path += length;
		path += *path == ':';
	}
	return NULL;
}
