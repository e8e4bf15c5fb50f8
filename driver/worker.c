/*
 * A worker sends messages over a pipe: whenever something new starts, all
 * results so far and the name of what starts; at the end the results, its
 * statistics, and a last message that tells a finished worker from a dead one.
 * It leads a process group of its own, so that what it starts ends with it.
 */
#include "driver/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/progress.h"
#include "base/stats.h"
#include "driver/cache.h"
#include "driver/limits.h"

enum message_kind { MESSAGE_RESULTS, MESSAGE_DOING, MESSAGE_KERNEL, MESSAGE_STATS, MESSAGE_DONE };

struct message {
	enum message_kind kind;
	size_t size; /* of the payload that follows */
};

/* The worker's side. */

#define HEAP (32 << 20) /* bytes of which a worker over a small file uses most: Z3 takes 22 MiB as soon as it is asked */
#define ROOMY 1024 /* MiB: with less, memory that is not used yet may be missing elsewhere */

struct sender {
	struct arena *arena;
	struct results *results;
	int fd;
};

static void send_bytes(int fd, const void *data, size_t n)
{
	for (const char *at = data; n;) {
		ssize_t sent = write(fd, at, n);
		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			_exit(EXIT_ERROR);
		at += sent;
		n -= (size_t)sent;
	}
}

static void send_message(int fd, enum message_kind kind, const void *payload, size_t size)
{
	struct message message = { .kind = kind, .size = size };
	send_bytes(fd, &message, sizeof(message));
	send_bytes(fd, payload, size);
}

static void send_results(const struct sender *sender)
{
	byte_list bytes = { 0 };
	transfer_write(sender->arena, sender->results, &bytes);
	send_message(sender->fd, MESSAGE_RESULTS, bytes.at, bytes.n);
}

static void send_progress(void *data, const char *what, const char *kernel)
{
	const struct sender *sender = data;
	send_results(sender);
	send_message(sender->fd, MESSAGE_DOING, what, strlen(what));
	if (kernel)
		send_message(sender->fd, MESSAGE_KERNEL, kernel, strlen(kernel));
}

/* Own group, ended with its parent, open to signals; stderr may be a terminal of another group. */
static void settle(const struct job *job, int errors)
{
	sigset_t none;
	sigemptyset(&none);
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGTTOU, SIG_IGN);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (job->collect)
		dup2(errors, STDERR_FILENO);
	dup2(STDERR_FILENO, STDOUT_FILENO); /* dumps: reports alone go to stdout */
	limit_set(job->memory);
}

static _Noreturn void work(
	const struct job *job, size_t unit, const text_list *spared, int fd)
{
	if (!job->memory || job->memory >= ROOMY)
		heap_prepare(HEAP);
	struct options options = *job->options;
	struct results results = { 0 };
	struct sender sender = { arena_new(), &results, fd };
	struct compiler compiler = unit_compiler(
		sender.arena, job->project, job->compiler, &job->project->units.at[unit]);
	stats = (struct stats){ 0 };
	progress_listen(send_progress, &sender);
	options.spared = *spared;
	job->work(sender.arena, &options, &compiler, job->data, unit, &results);
	fflush(NULL);
	send_results(&sender);
	send_message(fd, MESSAGE_STATS, &stats, sizeof(stats));
	send_message(fd, MESSAGE_DONE, NULL, 0);
	_exit(0);
}

/* The side that waits. */

#define BUSY 0.005 /* least share of a processor of one that works, however much else does */
#define MOST_SPARED 8
#define AGAIN 10   /* seconds until a worker that is busy is looked at again */

static double processor_time(pid_t pid)
{
	clockid_t clock;
	struct timespec time;
	if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &time))
		return 0;
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* For how long a worker may be silent, in seconds. */
static double patience(const struct worker *worker, const struct options *options)
{
	return !strcmp(worker->doing, "clang") ? 300 : 60 + 3 * options->timeout;
}

/* Until when the worker must say something new, if it may be silent for some seconds. */
static double deadline(
	const struct worker *worker, const struct options *options, double seconds)
{
	double last = worker->start + options->unit_timeout;
	double next = now() + seconds;
	return options->unit_timeout > 0 && last < next ? last : next;
}

static void take_news(struct worker *worker, const struct options *options)
{
	worker->news = now();
	worker->used = processor_time(worker->pid);
	worker->deadline = deadline(worker, options, patience(worker, options));
}

/*
 * On a machine that much else shares, silence counts in processor time. What is asked for with
 * --unit-timeout is meant by the clock.
 */
static bool is_busy(const struct worker *worker, const struct options *options)
{
	double used = processor_time(worker->pid) - worker->used;
	bool over = options->unit_timeout > 0 && now() > worker->start + options->unit_timeout;
	return !over && used > BUSY * (now() - worker->news) && used < patience(worker, options);
}

void worker_start(struct worker *worker, const struct job *job, size_t unit)
{
	int messages[2], errors[2] = { -1, -1 };
	if (pipe2(messages, O_CLOEXEC) || (job->collect && pipe2(errors, O_CLOEXEC)))
		die("cannot make a pipe: %s", strerror(errno));
	fflush(NULL);
	int64_t started = cache_clock();
	pid_t pid = fork();
	if (pid < 0)
		die("cannot start a process: %s", strerror(errno));
	if (pid == 0) {
		settle(job, errors[1]);
		work(job, unit, &worker->spared, messages[1]);
	}
	setpgid(pid, pid);
	close(messages[1]);
	if (job->collect)
		close(errors[1]);
	*worker = (struct worker){ .unit = &job->project->units.at[unit],
		.pid = pid,
		.messages = messages[0],
		.errors = errors[0],
		.doing = "clang",
		.spared = worker->spared,
		.start = now(),
		.clock = started };
	take_news(worker, job->options);
}

static void receive_one(struct arena *arena, struct worker *worker, const struct message *message,
	const char *payload)
{
	struct stats theirs;
	switch (message->kind) {
	case MESSAGE_RESULTS:
		worker->results.n = 0;
		for (size_t i = 0; i < message->size; i++)
			vec_push(arena, &worker->results, payload[i]);
		break;
	case MESSAGE_DOING:
		worker->doing = arena_strndup(arena, payload, message->size);
		worker->kernel = NULL;
		break;
	case MESSAGE_KERNEL:
		worker->kernel = arena_strndup(arena, payload, message->size);
		break;
	case MESSAGE_STATS:
		memcpy(&theirs, payload, sizeof(theirs));
		stats_add(&theirs);
		break;
	case MESSAGE_DONE:
		worker->done = true;
		break;
	}
}

static void receive(struct arena *arena, struct worker *worker)
{
	size_t at = 0;
	struct message message;
	while (worker->incoming.n - at >= sizeof(message)) {
		memcpy(&message, worker->incoming.at + at, sizeof(message));
		if (worker->incoming.n - at - sizeof(message) < message.size)
			break;
		receive_one(arena, worker, &message, worker->incoming.at + at + sizeof(message));
		at += sizeof(message) + message.size;
	}
	if (at)
		memmove(worker->incoming.at, worker->incoming.at + at, worker->incoming.n - at);
	worker->incoming.n -= at;
}

static bool readable(int fd, int milliseconds)
{
	struct pollfd poll_one = { fd, POLLIN, 0 };
	return fd >= 0 && poll(&poll_one, 1, milliseconds) > 0;
}

/* Reads what is there; closes the pipe at its end. */
static bool pull(struct arena *arena, int *fd, byte_list *into)
{
	char buffer[4096];
	ssize_t n = read(*fd, buffer, sizeof(buffer));
	if (n < 0 && errno == EINTR)
		return true;
	if (n <= 0) {
		close(*fd);
		*fd = -1;
		return false;
	}
	for (ssize_t i = 0; i < n; i++)
		vec_push(arena, into, buffer[i]);
	return true;
}

/* Ends what is left of the group: it may hold the pipe of stderr open. */
static void worker_reap(struct arena *arena, struct worker *worker)
{
	kill(-worker->pid, SIGKILL);
	while (waitpid(worker->pid, &worker->status, 0) < 0 && errno == EINTR)
		;
	while (readable(worker->errors, 200))
		pull(arena, &worker->errors, &worker->printed);
	if (worker->errors >= 0)
		close(worker->errors);
	worker->errors = -1;
	worker->pid = 0;
	worker->ended = true;
}

void worker_kill(struct worker *worker)
{
	if (worker->pid)
		kill(-worker->pid, SIGKILL);
}

void worker_look(struct arena *arena, struct worker *worker, const struct job *job)
{
	if (!worker->pid)
		return;
	if (readable(worker->messages, 0) && pull(arena, &worker->messages, &worker->incoming)) {
		receive(arena, worker);
		take_news(worker, job->options);
	}
	if (readable(worker->errors, 0))
		pull(arena, &worker->errors, &worker->printed);
	if (worker->messages < 0) {
		worker_reap(arena, worker);
	} else if (now() <= worker->deadline || worker->hung) {
		return;
	} else if (is_busy(worker, job->options)) {
		worker->deadline = deadline(worker, job->options, AGAIN);
	} else {
		worker->hung = true;
		worker_kill(worker);
	}
}

static bool met_memory_limit(const struct worker *worker)
{
	return !worker->done && WIFEXITED(worker->status) &&
	       WEXITSTATUS(worker->status) == LIMIT_MEMORY_EXIT;
}

bool worker_spares(struct arena *arena, struct worker *worker, const struct job *job)
{
	if (!worker->ended || !worker->kernel || worker->hung || !met_memory_limit(worker) ||
		worker->spared.n >= MOST_SPARED)
		return false;
	vec_push(arena, &worker->spared, worker->kernel);
	worker_start(worker, job, (size_t)(worker->unit - job->project->units.at));
	return true;
}

const char *worker_failure(struct arena *arena, const struct worker *worker, const struct job *job,
	enum failure *cause)
{
	*cause = worker->hung ? FAILURE_TIME : FAILURE_CHANCE;
	if (worker->done)
		return NULL;
	double limit = job->options->unit_timeout;
	if (worker->hung && limit > 0 && now() > worker->start + limit)
		return arena_printf(
			arena, "gave up after %g s (--unit-timeout) in %s", limit, worker->doing);
	if (worker->hung)
		return arena_printf(arena, "gave up: no answer from %s", worker->doing);
	if (WIFSIGNALED(worker->status))
		return arena_printf(arena, "internal error: signal %d (%s) in %s",
			WTERMSIG(worker->status), strsignal(WTERMSIG(worker->status)),
			worker->doing);
	if (met_memory_limit(worker)) {
		*cause = FAILURE_MEMORY;
		return arena_printf(arena, "out of memory in %s (%u MiB, see --memory-limit)",
			worker->doing, job->memory);
	}
	return arena_printf(arena, "internal error: ended with exit code %d in %s",
		WEXITSTATUS(worker->status), worker->doing);
}
