/*
 * Preloaded into clang and into the programs that start it: clang is loaded once, and forks for
 * each run. The scripts' own runs of hgrd can be forked in the same way.
 *
 * A program whose environment has FORKS_SERVE (a descriptor that listens) gets no further than
 * main: it is loaded, its constructors have run, and from then on it serves requests. In a program
 * whose environment has FORKS_PROGRAM and FORKS_SOCKET, execv or execve of FORKS_PROGRAM asks the
 * server there for a run, waits for it, and ends as it ends. The run has the arguments,
 * environment, folder, open files and limit of memory of who asks, and is killed by SIGIO when who
 * asks is gone.
 *
 * To fork costs what the tables of pages cost. Code that is mapped from files is looked up anew,
 * page by page, in each child, and thus replaced by copies in huge pages. A child that has compiled, and any one
 * where FORKS_PLAIN was in the server's environment, ends without the program's destructors, which write to pages that it shares.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILES 16 /* open files of a run, with its folder */
#define RUNS 64	 /* at a time */
#define HIGH 128 /* above all descriptors that a run has asked for */
#define HUGE_PAGE ((size_t)2 << 20)

typedef int entry(int, char **, char **);

/* What precedes the text of a request: its arguments and its environment, each ending with a zero
 * byte. */
struct request {
	int arguments, variables, files;
	int file[FILES]; /* their numbers; the last one is the folder */
	size_t size;
	struct rlimit memory;
};

static entry *program;
static bool plain; /* all that the program prints goes through the C library's streams */
static struct {
	pid_t pid;
	int socket;
} runs[RUNS];

static void fail(const char *what)
{
	dprintf(STDERR_FILENO, "forks: %s: %s\n", what, strerror(errno));
	_exit(126);
}

/* One message of a request's head with descriptors, to be filled or sent. */
static bool exchange(int socket, struct request *request, int *files, bool send)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(FILES * sizeof(int))];
	} control = { 0 };
	struct iovec head = { request, sizeof(*request) };
	struct msghdr message = { .msg_iov = &head,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control) };
	if (!send) {
		if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL) != sizeof(*request))
			return false;
		memcpy(files, CMSG_DATA(&control.head), sizeof(int) * (size_t)request->files);
		return true;
	}
	size_t size = sizeof(int) * (size_t)request->files;
	control.head = (struct cmsghdr){ CMSG_LEN(size), SOL_SOCKET, SCM_RIGHTS };
	memcpy(CMSG_DATA(&control.head), files, size);
	message.msg_controllen = CMSG_SPACE(size);
	return sendmsg(socket, &message, MSG_NOSIGNAL) == sizeof(*request);
}

static char **take(char **text, int n)
{
	char **words = malloc(sizeof(*words) * ((size_t)n + 1));
	for (int i = 0; i < n; i++, *text += strlen(*text) + 1)
		words[i] = *text;
	words[n] = NULL;
	return words;
}

/* Is all output closed when main returns: what is printed otherwise may be written at the exit alone. */
static bool compiles(char *const *arguments)
{
	for (; *arguments; arguments++)
		if (!strcmp(*arguments, "-c"))
			return true;
	return false;
}

/* The child's part: runs the program as who asks would have run it. */
static int run(int socket, const struct request *request, int *files, char *text)
{
	socket = fcntl(socket, F_DUPFD_CLOEXEC, HIGH);
	for (int i = 0; i < request->files; i++)
		files[i] = fcntl(files[i], F_DUPFD_CLOEXEC, HIGH);
	close_range(0, HIGH - 1, 0);
	for (int i = 0; i < request->files - 1; i++)
		dup2(files[i], request->file[i]);
	if (fchdir(files[request->files - 1]) || setrlimit(RLIMIT_AS, &request->memory))
		fail("cannot run as asked");
	fcntl(socket, F_SETOWN, getpid());
	fcntl(socket, F_SETFL, O_ASYNC);
	if (poll(&(struct pollfd){ .fd = socket }, 1, 0))
		_exit(126);
	char **arguments = take(&text, request->arguments);
	environ = take(&text, request->variables);
	int result = program(request->arguments, arguments, environ);
	if (plain)
		fflush(NULL);
	if (plain || compiles(arguments))
		_exit(result);
	return result;
}

static void answer_ended(void)
{
	int status;
	for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
		for (size_t i = 0; i < RUNS; i++)
			if (runs[i].pid == pid) {
				send(runs[i].socket, &status, sizeof(status), MSG_NOSIGNAL);
				close(runs[i].socket);
				runs[i].pid = 0;
			}
}

static char *rest_of(int socket, const struct request *request)
{
	char *text = malloc(request->size);
	if (recv(socket, text, request->size, MSG_WAITALL) == (ssize_t)request->size)
		return text;
	free(text);
	return NULL;
}

/* Takes one request; in the child, returns whether to go on and the program's result. */
static bool start(int listening, const sigset_t *signals, int *result)
{
	struct request request;
	int files[FILES], socket = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
	size_t free_run = 0;
	while (free_run < RUNS && runs[free_run].pid)
		free_run++;
	if (free_run == RUNS)
		fail("too many runs");
	if (socket < 0 || !exchange(socket, &request, files, false))
		return close(socket), false;
	char *text = rest_of(socket, &request);
	pid_t pid = text ? fork() : -1;
	if (!pid) {
		signal(SIGCHLD, SIG_DFL);
		sigprocmask(SIG_SETMASK, signals, NULL);
		*result = run(socket, &request, files, text);
		return true;
	}
	for (int i = 0; i < request.files; i++)
		close(files[i]);
	free(text);
	if (pid < 0)
		return close(socket), false;
	runs[free_run].pid = pid;
	runs[free_run].socket = socket;
	return false;
}

static void copy_mapping(char *from, size_t size, int protection)
{
	char *room = mmap(
		NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (room == MAP_FAILED)
		fail("mmap");
	size_t before = ((uintptr_t)from - (uintptr_t)room) % HUGE_PAGE;
	char *copy = room + before;
	munmap(copy + size, HUGE_PAGE - before);
	munmap(room, before);
	madvise(copy, size, MADV_HUGEPAGE);
	memcpy(copy, from, size);
	mprotect(copy, size, protection);
	if (mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, from) == MAP_FAILED)
		fail("mremap");
}

/* Of everything large that is mapped from files and not written to. */
static void copy_code(void)
{
	static char maps[1 << 18];
	FILE *file = fopen("/proc/self/maps", "r");
	size_t n = file ? fread(maps, 1, sizeof(maps) - 1, file) : 0;
	char *line = maps, *end;
	for (; n && (end = strchr(line, '\n')); line = end + 1) {
		unsigned long from, to;
		char rights[5];
		*end = '\0';
		if (sscanf(line, "%lx-%lx %4s", &from, &to, rights) == 3 && strchr(line, '/') &&
			rights[0] == 'r' && rights[1] == '-' && to - from >= HUGE_PAGE)
			copy_mapping((char *)from, to - from,
				PROT_READ | (rights[2] == 'x' ? PROT_EXEC : 0));
	}
	if (file)
		fclose(file);
}

static void wake(int number)
{
	(void)number;
}

/* In place of main. Says on standard output that it serves. */
static int serve(int argc, char **argv, char **variables)
{
	(void)argc, (void)argv, (void)variables;
	int listening = atoi(getenv("FORKS_SERVE")), result;
	sigset_t blocked, signals;
	plain = getenv("FORKS_PLAIN");
	copy_code();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGCHLD);
	sigprocmask(SIG_BLOCK, &blocked, &signals);
	sigaction(SIGCHLD, &(struct sigaction){ .sa_handler = wake }, NULL);
	if (write(STDOUT_FILENO, "serves\n", 7) != 7)
		fail("write");
	for (;;) {
		struct pollfd waiting = { listening, POLLIN, 0 };
		int ready = ppoll(&waiting, 1, NULL, &signals);
		answer_ended();
		if (ready > 0 && start(listening, &signals, &result))
			return result;
	}
}

int __libc_start_main(entry *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
	void (*linker_fini)(void), void *stack_end);

int __libc_start_main(entry *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
	void (*linker_fini)(void), void *stack_end)
{
	__typeof__(__libc_start_main) *real;
	*(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
	program = main;
	return real(getenv("FORKS_SERVE") ? serve : main, argc, argv, init, fini, linker_fini,
		stack_end);
}

static char *pack(struct request *request, char *const *arguments, char *const *variables)
{
	char *const *lists[] = { arguments, variables }, *text = NULL;
	int *counts[] = { &request->arguments, &request->variables };
	FILE *all = open_memstream(&text, &request->size);
	for (size_t i = 0; i < 2; i++)
		for (*counts[i] = 0; lists[i][*counts[i]]; ++*counts[i])
			fwrite(lists[i][*counts[i]], 1, strlen(lists[i][*counts[i]]) + 1, all);
	fclose(all);
	return text;
}

/* Asks for a run and ends as it does. */
_Noreturn static void ask(const char *name, char *const *arguments, char *const *variables)
{
	struct request request = { 0 };
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int numbers[FILES], status;
	for (int i = 0; i < HIGH && request.files < FILES - 1; i++)
		if (fcntl(i, F_GETFD) == 0)
			numbers[request.files++] = i;
	memcpy(request.file, numbers, sizeof(numbers));
	numbers[request.files++] = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	getrlimit(RLIMIT_AS, &request.memory);
	char *text = pack(&request, arguments, variables);
	strncpy(address.sun_path + 1, name, sizeof(address.sun_path) - 2);
	socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
	int to = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(to, (struct sockaddr *)&address, length))
		fail("no server");
	if (!exchange(to, &request, numbers, true) ||
		send(to, text, request.size, MSG_NOSIGNAL) != (ssize_t)request.size ||
		recv(to, &status, sizeof(status), MSG_WAITALL) != sizeof(status))
		fail("the server did not answer");
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	_exit(WEXITSTATUS(status));
}

int execve(const char *path, char *const *arguments, char *const *variables)
{
	const char *served = getenv("FORKS_PROGRAM"), *socket_name = getenv("FORKS_SOCKET");
	if (served && socket_name && !strcmp(path, served))
		ask(socket_name, arguments, variables);
	__typeof__(execve) *real;
	*(void **)&real = dlsym(RTLD_NEXT, "execve");
	return real(path, arguments, variables);
}

int execv(const char *path, char *const *arguments)
{
	return execve(path, arguments, environ);
}
