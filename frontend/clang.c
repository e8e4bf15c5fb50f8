#include "frontend/clang.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "frontend/flags.h"
#include "frontend/toolkit.h"

#define CLANG_OLDEST 22

/* A child process with its output and error streams. */
struct child {
	pid_t pid;
	int fd[2]; /* -1 when at its end */
	VEC(char) text[2];
	int status;
};

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

static void child_exec(char *const *argv, const int out[2], const int err[2])
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	int null = open("/dev/null", O_RDONLY);
	dup2(null, STDIN_FILENO);
	dup2(out[1], STDOUT_FILENO);
	dup2(err[1], STDERR_FILENO);
	execv(argv[0], argv);
	dprintf(STDERR_FILENO, "cannot run %s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

static bool child_start(struct child *child, char *const *argv)
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
		child_exec(argv, out, err);
	close(out[1]);
	close(err[1]);
	child->fd[0] = out[0];
	child->fd[1] = err[0];
	return child->pid > 0;
}

/* Reads all streams of all children to their ends and reaps them. */
static void children_finish(struct arena *arena, struct child *children, size_t n)
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

static const char *child_text(struct arena *arena, const struct child *child, int stream)
{
	return child->text[stream].n
		       ? arena_strndup(arena, child->text[stream].at, child->text[stream].n)
		       : "";
}

static bool succeeded(const struct child *child)
{
	return child->pid > 0 && WIFEXITED(child->status) && WEXITSTATUS(child->status) == 0;
}

/* Finding the program and the headers. */

static bool is_program(const char *path)
{
	return access(path, X_OK) == 0;
}

static const char *in_path(struct arena *arena, const char *name)
{
	const char *path = getenv("PATH");
	while (path && *path) {
		size_t length = strcspn(path, ":");
		const char *full = arena_printf(arena, "%.*s/%s", (int)length, path, name);
		if (length && is_program(full)) {
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

/* Major version that `clang --version` tells, 0 when it does not. */
static unsigned clang_version(struct arena *arena, const char *path)
{
	char *argv[] = { arena_strdup(arena, path), "--version", NULL };
	struct child child;
	if (!child_start(&child, argv))
		return 0;
	children_finish(arena, &child, 1);
	const char *text = strstr(child_text(arena, &child, 0), "clang version ");
	return text ? (unsigned)strtoul(text + strlen("clang version "), NULL, 10) : 0;
}

static const char *find_named(struct arena *arena, const char *name, const char **error)
{
	const char *path = strchr(name, '/') ? name : in_path(arena, name);
	if (!path || !is_program(path)) {
		*error = arena_printf(arena, "--clang=%s: there is no such program", name);
		return NULL;
	}
	unsigned version = clang_version(arena, path);
	if (version < CLANG_OLDEST) {
		*error = version ? arena_printf(arena,
					   "--clang=%s: clang %u is too old, hgrd needs %u", name,
					   version, CLANG_OLDEST)
				 : arena_printf(arena, "--clang=%s: this is not clang", name);
		return NULL;
	}
	char *real = realpath(path, NULL);
	path = real ? arena_strdup(arena, real) : path;
	free(real);
	return path;
}

static const char *find_clang(
	struct arena *arena, const struct options *options, const char **error)
{
	if (options->clang)
		return find_named(arena, options->clang, error);
	if (is_program(HGRD_CLANG))
		return HGRD_CLANG;
	const char *path = in_path(arena, "clang-22");
	if (path)
		return path;
	path = in_path(arena, "clang");
	if (path && clang_version(arena, path) >= CLANG_OLDEST)
		return path;
	*error = arena_printf(arena,
		"clang %u is needed and was not found: install the package clang-%u, or name one "
		"with --clang=PATH",
		CLANG_OLDEST, CLANG_OLDEST);
	return NULL;
}

static bool has_headers(struct arena *arena, const char *folder)
{
	return access(arena_printf(arena, "%s/hgrd/prelude.h", folder), R_OK) == 0;
}

/* Next to the installed program first, then in the source tree it was built from. */
static const char *find_headers(struct arena *arena, const char **error)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self));
	const char *installed = NULL;
	if (n > 0 && (size_t)n < sizeof(self)) {
		while (n > 0 && self[n - 1] != '/')
			n--;
		installed = arena_printf(arena, "%.*s../share/hgrd/include", (int)n, self);
		char *real = realpath(installed, NULL);
		installed = real ? arena_strdup(arena, real) : installed;
		free(real);
		if (has_headers(arena, installed))
			return installed;
	}
	if (has_headers(arena, HGRD_SOURCE_HEADERS))
		return HGRD_SOURCE_HEADERS;
	*error = arena_printf(arena,
		"the built-in CUDA headers are missing (looked in %s): install hgrd again, or name "
		"a CUDA toolkit with --cuda-path=DIR",
		installed ? installed : HGRD_SOURCE_HEADERS);
	return NULL;
}

bool compiler_find(struct arena *arena, const struct options *options, struct compiler *compiler,
	const char **error)
{
	*compiler = (struct compiler){ .arch = OPTION_DEFAULT_ARCH, .verbose = options->verbose };
	if (!flags_translate(
		    arena, &options->clang_flags, &compiler->flags, &compiler->arch, error))
		return false;
	if (options->arch)
		compiler->arch = options->arch;
	compiler->clang = find_clang(arena, options, error);
	if (!compiler->clang)
		return false;
	compiler->headers = find_headers(arena, error);
	if (!options->cuda_path)
		return compiler->headers != NULL;
	compiler->cuda_path = options->cuda_path;
	if (toolkit_valid(arena, options->cuda_path))
		return true;
	*error = arena_printf(
		arena, "--cuda-path=%s: no include/cuda_runtime.h in there", options->cuda_path);
	return false;
}

/* Compiling. */

typedef VEC(char *) arg_list;

static void arg(struct arena *arena, arg_list *args, const char *text)
{
	vec_push(arena, args, arena_strdup(arena, text));
}

static void args_headers(struct arena *arena, arg_list *args, const struct compiler *compiler)
{
	/*
	 * The versions decide how launches are lowered and which architectures there are; without
	 * a toolkit, and with a newer one than it knows, clang would take too old ones.
	 */
	arg(arena, args, "-nocudalib");
	arg(arena, args, "-Xclang");
	arg(arena, args, "-target-sdk-version=12.9");
	arg(arena, args, "--cuda-feature=+ptx88");
	if (!compiler->cuda_path) {
		arg(arena, args, "-nocudainc");
		arg(arena, args, "-isystem");
		arg(arena, args, compiler->headers);
		if (compiler->host_only)
			return;
		arg(arena, args, "-include");
		arg(arena, args, "hgrd/prelude.h");
		return;
	}
	arg(arena, args, arena_printf(arena, "--cuda-path=%s", compiler->cuda_path));
	if (compiler->headers && !compiler->host_only) {
		arg(arena, args, "-include");
		arg(arena, args, arena_printf(arena, "%s/hgrd/toolkit.h", compiler->headers));
	}
	const char *cccl = toolkit_cccl(arena, compiler->cuda_path);
	if (cccl) {
		arg(arena, args, "-isystem");
		arg(arena, args, cccl);
	}
}

static bool is_c(const char *source)
{
	size_t length = strlen(source);
	return length > 2 && !strcmp(source + length - 2, ".c");
}

/*
 * C++ of the host is compiled as the host side of CUDA, as the built-in headers are CUDA's; C is
 * compiled as it is.
 */
static void args_language(struct arena *arena, arg_list *args, const struct compiler *compiler,
	const char *side, const char *source)
{
	/* what gcc only warns about */
	static const char *const lenient[] = { "-Wno-implicit-int",
		"-Wno-implicit-function-declaration", "-Wno-int-conversion",
		"-Wno-incompatible-function-pointer-types", "-Wno-return-type" };
	if (compiler->host_only && is_c(source)) {
		for (size_t i = 0; i < sizeof(lenient) / sizeof(*lenient); i++)
			arg(arena, args, lenient[i]);
		arg(arena, args, "-isystem");
		arg(arena, args, compiler->cuda_path ? arena_printf(arena, "%s/include",
							       compiler->cuda_path)
						     : compiler->headers);
		return;
	}
	arg(arena, args, "-x");
	arg(arena, args, "cuda");
	arg(arena, args, arena_printf(arena, "--cuda-%s-only", side));
	arg(arena, args, arena_printf(arena, "--cuda-gpu-arch=%s", compiler->arch));
	args_headers(arena, args, compiler);
	if (compiler->host_only)
		arg(arena, args, "-D__HGRD_HOST_UNIT__");
}

/*
 * The command for one side, ended by NULL. `side` is "device" or "host". The compilation folder
 * "." keeps the names of source files in the debug information as they were given.
 */
static char **command(
	struct arena *arena, const struct compiler *compiler, const char *side, const char *source)
{
	static const char *const always[] = { "-Wno-unknown-cuda-version", "-Wno-register",
		"-Wno-narrowing", "-Wno-reserved-user-defined-literal",
		"-Wno-missing-template-arg-list-after-template-kw", "-w", "-g", "-O1",
		"-Xclang", "-disable-llvm-passes", "-Xclang", "-mno-constructor-aliases",
		"-fno-discard-value-names",
		"-fdebug-compilation-dir=.", "-fno-color-diagnostics", "-emit-llvm", "-c", "-o",
		"-" };
	arg_list args = { 0 };
	arg(arena, &args, compiler->clang);
	args_language(arena, &args, compiler, side, source);
	vec_each(flag, &compiler->flags)
		arg(arena, &args, *flag);
	for (size_t i = 0; i < sizeof(always) / sizeof(*always); i++)
		arg(arena, &args, always[i]);
	arg(arena, &args, source[0] == '-' ? arena_printf(arena, "./%s", source) : source);
	vec_push(arena, &args, NULL);
	if (compiler->verbose) {
		for (char **word = args.at; *word; word++)
			fprintf(stderr, "%s%s", word == args.at ? "" : " ", *word);
		fputc('\n', stderr);
	}
	return args.at;
}

/* "X" out of "fatal error: 'X' file not found", NULL when there is no such diagnostic. */
static const char *missing_header(struct arena *arena, const char *diagnostics)
{
	static const char before[] = "fatal error: '", after[] = "' file not found";
	const char *name = strstr(diagnostics, before);
	if (!name)
		return NULL;
	name += strlen(before);
	size_t length = strcspn(name, "'");
	if (strncmp(name + length, after, strlen(after)))
		return NULL;
	return arena_strndup(arena, name, length);
}

/* The first error's text without its place, for the one-line summary of a failure. */
static const char *first_error(struct arena *arena, const char *diagnostics)
{
	const char *at = strstr(diagnostics, "error: ");
	if (!at)
		return NULL;
	at += strlen("error: ");
	return arena_strndup(arena, at, strcspn(at, "\n"));
}

static const char *why_failed(
	struct arena *arena, const struct child *side, const char *diagnostics)
{
	if (side->pid < 0)
		return "cannot start clang";
	if (WIFSIGNALED(side->status))
		return arena_printf(arena, "clang was ended by signal %d (%s)",
			WTERMSIG(side->status), strsignal(WTERMSIG(side->status)));
	const char *error = first_error(arena, diagnostics);
	return arena_printf(arena, "does not compile: %s", error ? error : "see clang's message");
}

static struct compiled compile_once(
	struct arena *arena, const struct compiler *compiler, const char *source)
{
	struct child sides[2] = { { .pid = -1, .fd = { -1, -1 } } };
	if (!compiler->host_only)
		child_start(&sides[0], command(arena, compiler, "device", source));
	child_start(&sides[1], command(arena, compiler, "host", source));
	children_finish(arena, sides, 2);
	struct compiled compiled = {
		.device = { sides[0].text[0].at, sides[0].text[0].n },
		.host = { sides[1].text[0].at, sides[1].text[0].n },
	};
	const char *device = child_text(arena, &sides[0], 1);
	const char *host = child_text(arena, &sides[1], 1);
	/* Both sides see most errors alike: the device's are enough when it failed. */
	bool device_good = compiler->host_only || succeeded(&sides[0]);
	compiled.diagnostics = device_good ? host : device;
	if (!device_good)
		compiled.error = why_failed(arena, &sides[0], device);
	else if (!succeeded(&sides[1]))
		compiled.error = why_failed(arena, &sides[1], host);
	return compiled;
}

static bool looks_like_cuda(const char *header)
{
	static const char *const starts[] = { "cu", "thrust/", "nv", "cooperative_groups", "mma.h",
		"device_", "sm_", "crt/", "texture", "surface" };
	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (!strncmp(header, starts[i], strlen(starts[i])))
			return true;
	return false;
}

static const char *missing_text(
	struct arena *arena, const struct compiler *compiler, const char *header, bool toolkit)
{
	if (compiler->cuda_path || !looks_like_cuda(header))
		return arena_printf(
			arena, "header '%s' is missing: name its folder with -- -I DIR", header);
	return arena_printf(arena,
		"header '%s' is not among the built-in CUDA headers%s: name a toolkit that has it "
		"with --cuda-path=DIR, or its folder with -- -I DIR",
		header, toolkit ? " nor in the installed toolkit" : "");
}

/* Compiles with flags that clang asks for: launches by kernels need relocatable device code. */
static struct compiled compile_asked(
	struct arena *arena, const struct compiler *compiler, const char *source)
{
	struct compiled compiled = compile_once(arena, compiler, source);
	if (!compiled.error || !strstr(compiled.diagnostics, "(i.e. requires -fgpu-rdc)"))
		return compiled;
	struct compiler with = *compiler;
	with.flags = (text_list){ 0 };
	vec_each(flag, &compiler->flags)
		vec_push(arena, &with.flags, *flag);
	vec_push(arena, &with.flags, "-fgpu-rdc");
	vec_push(arena, &with.flags, "-D__CUDACC_RDC__");
	return compile_once(arena, &with, source);
}

/* The toolkit that has the header, or the best one where none is asked for; NULL: none. */
static const char *toolkit_for(struct arena *arena, const text_list *toolkits, const char *header)
{
	for (size_t i = 0; i < toolkits->n; i++)
		if (!header || toolkit_has(arena, toolkits->at[i], header))
			return toolkits->at[i];
	return NULL;
}

struct compiled compile(struct arena *arena, const struct compiler *compiler, const char *source)
{
	struct compiled compiled = compile_asked(arena, compiler, source);
	if (!compiled.error)
		return compiled;
	const char *missing = missing_header(arena, compiled.diagnostics);
	text_list toolkits = { 0 };
	if (!compiler->cuda_path)
		toolkits = toolkit_list(arena);
	struct compiler with = *compiler;
	with.cuda_path = toolkit_for(arena, &toolkits, missing);
	if (with.cuda_path && !compiler->cuda_path) {
		struct compiled again = compile_asked(arena, &with, source);
		if (missing || !again.error)
			compiled = again;
		missing = missing_header(arena, compiled.diagnostics);
	}
	if (compiled.error && missing)
		compiled.error = missing_text(arena, compiler, missing, toolkits.n > 0);
	return compiled;
}
