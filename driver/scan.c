#include "driver/scan.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/stats.h"
#include "driver/bar.h"
#include "driver/check.h"
#include "driver/limits.h"
#include "driver/worker.h"

struct scan {
	struct arena *arena;
	struct job job;
	const struct round *round;
	struct worker *workers;
	size_t n, started, finished;
	int signals; /* signalfd */
	bool interrupted;
	struct bar bar;
	struct results *out;
};

static sigset_t ending_signals(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	return set;
}

/* Makes the worker's failure an error of its unit. */
static void lose(
	struct scan *scan, const struct worker *worker, const char *failure, enum failure cause)
{
	struct lost lost = { .unit = (size_t)(worker - scan->workers),
		.clock = worker->clock,
		.results = worker->results,
		.printed = arena_strndup(scan->arena, worker->printed.at, worker->printed.n),
		.error = failure,
		.cause = cause };
	file_failed_by(scan->arena, scan->out, worker->unit->path, failure, cause);
	if (scan->round->lost && cause != FAILURE_CHANCE)
		vec_push(scan->arena, &scan->round->lost->lost, lost);
}

/* Adds the results of an ended worker and says its errors. */
static void finish(struct scan *scan, const struct worker *worker)
{
	struct results *out = scan->out;
	size_t before = out->errors.n;
	enum failure cause;
	const char *failure = worker_failure(scan->arena, worker, &scan->job, &cause);
	bar_clear(&scan->bar);
	if (worker->printed.n && !scan->round->silent)
		fwrite(worker->printed.at, 1, worker->printed.n, stderr);
	if (worker->results.n &&
		!transfer_read(scan->arena, worker->results.at, worker->results.n, out))
		bug("damaged results for %s", worker->unit->path);
	if (failure && scan->interrupted)
		out->unchecked++;
	else if (failure)
		lose(scan, worker, failure, cause);
	if (!scan->round->silent)
		errors_show(out, before);
}

static size_t races_of(const struct results *results)
{
	size_t n = 0;
	vec_each(kernel, &results->kernels)
		vec_each(launch, &kernel->launches)
			n += launch->verdict == VERDICT_RACE;
	return n;
}

/* The bar names the unit that has been under way for the longest time. */
static void show_bar(struct scan *scan)
{
	if (!scan->bar.on)
		return;
	size_t ended = 0;
	const struct worker *oldest = NULL;
	for (size_t i = 0; i < scan->started; i++) {
		ended += scan->workers[i].ended;
		if (scan->workers[i].pid && !oldest)
			oldest = &scan->workers[i];
	}
	if (!oldest)
		return;
	const char *doing = scan->round->title ? scan->round->title : oldest->doing;
	bar_show(&scan->bar, ended, races_of(scan->out),
		arena_printf(scan->arena, "%s: %s", oldest->unit->path, doing));
}

/* Waits until some worker says something or its time is over. */
static void wait_for_news(struct scan *scan)
{
	VEC(struct pollfd) polls = { 0 };
	double next = now() + (scan->bar.on ? 1 : 3600);
	struct pollfd signals = { scan->signals, POLLIN, 0 };
	vec_push(scan->arena, &polls, signals);
	for (size_t i = 0; i < scan->started; i++) {
		const struct worker *worker = &scan->workers[i];
		if (!worker->pid)
			continue;
		struct pollfd pair[2] = { { worker->messages, POLLIN, 0 },
			{ worker->errors, POLLIN, 0 } };
		vec_push(scan->arena, &polls, pair[0]);
		vec_push(scan->arena, &polls, pair[1]);
		if (worker->deadline < next)
			next = worker->deadline;
	}
	double seconds = next - now();
	poll(polls.at, polls.n, seconds > 0 ? (int)(1000 * seconds) + 1 : 0);
	struct signalfd_siginfo what;
	if (polls.at[0].revents && read(scan->signals, &what, sizeof(what)) > 0)
		scan->interrupted = true;
}

static void start_more(struct scan *scan)
{
	size_t running = 0;
	for (size_t i = 0; i < scan->started; i++)
		running += scan->workers[i].pid != 0;
	for (; scan->started < scan->n && running < scan->job.options->jobs; running++) {
		size_t i = scan->started++;
		worker_start(&scan->workers[i], &scan->job, i);
	}
}

static void look_at_all(struct scan *scan)
{
	for (size_t i = 0; i < scan->started; i++) {
		worker_look(scan->arena, &scan->workers[i], &scan->job);
		if (!scan->interrupted)
			worker_spares(scan->arena, &scan->workers[i], &scan->job);
	}
	for (; scan->finished < scan->started && scan->workers[scan->finished].ended;
		scan->finished++)
		finish(scan, &scan->workers[scan->finished]);
}

/* Ends all workers; what they have sent counts. */
static void interrupt(struct scan *scan)
{
	for (size_t i = 0; i < scan->started; i++)
		worker_kill(&scan->workers[i]);
	while (scan->finished < scan->started)
		look_at_all(scan);
	scan->out->partial = true;
	scan->out->unchecked += scan->n - scan->started;
	bar_clear(&scan->bar);
}

static void scan_in_process(struct scan *scan)
{
	const struct job *job = &scan->job;
	for (size_t i = 0; i < scan->n; i++) {
		size_t before = scan->out->errors.n;
		struct results results = { 0 };
		byte_list bytes = { 0 };
		struct compiler compiler = unit_compiler(
			scan->arena, job->project, job->compiler, &job->project->units.at[i]);
		job->work(scan->arena, job->options, &compiler, job->data, i, &results);
		transfer_write(scan->arena, &results, &bytes);
		if (!transfer_read(scan->arena, bytes.at, bytes.n, scan->out))
			bug("damaged results");
		if (!scan->round->silent)
			errors_show(scan->out, before);
	}
}

void scan(struct arena *arena, const struct options *options, const struct project *project,
	const struct compiler *compiler, const struct round *round, struct results *out)
{
	size_t n = project->units.n;
	sigset_t ending = ending_signals(), before;
	struct scan all = { .arena = arena,
		.job = { options, project, compiler, round->work, round->data, limit_of(options),
			n > 1 || round->silent },
		.round = round,
		.workers = arena_alloc(arena, n * sizeof(*all.workers)),
		.n = n,
		.out = out };
	if (options->in_process) {
		scan_in_process(&all);
		return;
	}
	all.bar = bar_new(options, n);
	sigprocmask(SIG_BLOCK, &ending, &before);
	all.signals = signalfd(-1, &ending, SFD_CLOEXEC);
	while (all.finished < n && !all.interrupted) {
		start_more(&all);
		wait_for_news(&all);
		look_at_all(&all);
		show_bar(&all);
	}
	if (all.interrupted && all.finished < n)
		interrupt(&all);
	bar_clear(&all.bar);
	close(all.signals);
	if (!all.interrupted)
		sigprocmask(SIG_SETMASK, &before, NULL);
}
