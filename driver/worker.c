/*
 * A worker sends messages over a pipe: whenever something new starts, all
 * results so far and the name of what starts; at the end the results, its
 * statistics, and a last message that tells a finished worker from a dead one.
 */
#include "driver/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/progress.h"
#include "base/stats.h"
#include "driver/check.h"
#include "driver/transfer.h"

enum message_kind { MESSAGE_RESULTS, MESSAGE_DOING, MESSAGE_STATS, MESSAGE_DONE };

struct message {
	enum message_kind kind;
	size_t size; /* of the payload that follows */
};

struct worker {
	const char *path;
	pid_t pid;	      /* 0: not started, or ended */
	int messages, errors; /* pipes; -1: none, or at its end */
	byte_list incoming;   /* not yet complete messages */
	byte_list results;    /* the latest snapshot */
	byte_list printed;    /* what it wrote to stderr */
	const char *doing;
	double deadline; /* when it counts as hung */
	bool started, done, hung, ended;
	int status;
};

/* The worker's side. */

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

static void send_progress(void *data, const char *what)
{
	const struct sender *sender = data;
	send_results(sender);
	send_message(sender->fd, MESSAGE_DOING, what, strlen(what));
}

/* What all workers share. */
struct round {
	const struct options *options;
	const struct compiler *compiler;
	work_fn *work;
	void *data;
};

static _Noreturn void work(const struct round *round, size_t file, int fd)
{
	struct results results = { 0 };
	struct sender sender = { arena_new(), &results, fd };
	stats = (struct stats){ 0 };
	progress_listen(send_progress, &sender);
	round->work(sender.arena, round->options, round->compiler, round->data, file, &results);
	fflush(NULL);
	send_results(&sender);
	send_message(fd, MESSAGE_STATS, &stats, sizeof(stats));
	send_message(fd, MESSAGE_DONE, NULL, 0);
	_exit(0);
}

/* The side that waits for the workers. */

static double patience(const struct options *options, const char *doing)
{
	return !strcmp(doing, "clang") ? 300 : 60 + 3 * options->timeout;
}

/* Standard error is collected only where several workers would mix theirs. */
static void worker_start(
	struct worker *worker, const struct round *round, size_t file, bool collect)
{
	int messages[2], errors[2] = { -1, -1 };
	if (pipe2(messages, O_CLOEXEC) || (collect && pipe2(errors, O_CLOEXEC)))
		die("cannot make a pipe: %s", strerror(errno));
	fflush(NULL);
	worker->pid = fork();
	if (worker->pid < 0)
		die("cannot start a process: %s", strerror(errno));
	if (worker->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (collect)
			dup2(errors[1], STDERR_FILENO);
		dup2(STDERR_FILENO, STDOUT_FILENO); /* dumps: reports alone go to stdout */
		work(round, file, messages[1]);
	}
	close(messages[1]);
	if (collect)
		close(errors[1]);
	worker->messages = messages[0];
	worker->errors = errors[0];
	worker->started = true;
	worker->doing = "clang";
	worker->deadline = now() + patience(round->options, worker->doing);
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

static void worker_reap(struct worker *worker)
{
	while (waitpid(worker->pid, &worker->status, 0) < 0 && errno == EINTR)
		;
	worker->pid = 0;
	worker->ended = true;
}

/* Waits until some worker says something or its time is over. */
static void workers_wait(
	struct arena *arena, const struct options *options, struct worker *workers, size_t n)
{
	VEC(struct pollfd) polls = { 0 };
	double next = now() + 3600;
	for (size_t i = 0; i < n; i++) {
		if (!workers[i].pid)
			continue;
		struct pollfd pair[2] = { { workers[i].messages, POLLIN, 0 },
			{ workers[i].errors, POLLIN, 0 } };
		vec_push(arena, &polls, pair[0]);
		vec_push(arena, &polls, pair[1]);
		if (workers[i].deadline < next)
			next = workers[i].deadline;
	}
	double seconds = next - now();
	poll(polls.at, polls.n, seconds > 0 ? (int)(1000 * seconds) + 1 : 0);
	size_t at = 0;
	for (size_t i = 0; i < n; i++) {
		struct worker *worker = &workers[i];
		if (!worker->pid)
			continue;
		if (polls.at[at].revents && pull(arena, &worker->messages, &worker->incoming)) {
			receive(arena, worker);
			worker->deadline = now() + patience(options, worker->doing);
		}
		if (polls.at[at + 1].revents)
			pull(arena, &worker->errors, &worker->printed);
		at += 2;
		if (worker->messages < 0 && worker->errors < 0) {
			worker_reap(worker);
		} else if (now() > worker->deadline && !worker->hung) {
			worker->hung = true;
			kill(worker->pid, SIGKILL);
		}
	}
}

/* Adds the results of an ended worker and says its errors. */
static void worker_finish(struct arena *arena, const struct worker *worker, struct results *out)
{
	size_t before = out->errors.n;
	if (worker->printed.n)
		fwrite(worker->printed.at, 1, worker->printed.n, stderr);
	if (worker->results.n && !transfer_read(arena, worker->results.at, worker->results.n, out))
		bug("damaged results for %s", worker->path);
	if (worker->hung)
		file_failed(arena, out, worker->path,
			arena_printf(arena, "gave up: no answer from %s", worker->doing));
	else if (WIFSIGNALED(worker->status))
		file_failed(arena, out, worker->path,
			arena_printf(arena, "internal error: signal %d (%s) in %s",
				WTERMSIG(worker->status), strsignal(WTERMSIG(worker->status)),
				worker->doing));
	else if (!worker->done)
		file_failed(arena, out, worker->path,
			arena_printf(arena, "internal error: ended with exit code %d in %s",
				WEXITSTATUS(worker->status), worker->doing));
	for (size_t i = before; i < out->errors.n; i++)
		complain("%s: %s", out->errors.at[i].file, out->errors.at[i].message);
}

static void run_in_process(struct arena *arena, const struct round *round, struct results *out)
{
	for (size_t file = 0; file < round->options->files.n; file++) {
		size_t before = out->errors.n;
		round->work(arena, round->options, round->compiler, round->data, file, out);
		for (size_t i = before; i < out->errors.n; i++)
			complain("%s: %s", out->errors.at[i].file, out->errors.at[i].message);
	}
}

void workers_run(struct arena *arena, const struct options *options,
	const struct compiler *compiler, work_fn *work_on, void *data, struct results *out)
{
	struct round round = { options, compiler, work_on, data };
	if (options->in_process) {
		run_in_process(arena, &round, out);
		return;
	}
	size_t n = options->files.n, started = 0, finished = 0;
	struct worker *workers = arena_alloc(arena, n * sizeof(*workers));
	while (finished < n) {
		size_t running = 0;
		for (size_t i = 0; i < started; i++)
			running += workers[i].pid != 0;
		for (; started < n && running < options->jobs; started++, running++) {
			workers[started].path = options->files.at[started];
			worker_start(&workers[started], &round, started, n > 1 && options->jobs > 1);
		}
		workers_wait(arena, options, workers, started);
		for (; finished < started && workers[finished].ended; finished++)
			worker_finish(arena, &workers[finished], out);
	}
}
