#include "driver/bar.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/stats.h"

#define FIRST 0.5 /* seconds before anything is shown */
#define EVERY 0.1
#define WIDTH 20

struct bar bar_new(const struct options *options, size_t n)
{
	const char *terminal = getenv("TERM");
	bool able = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
	return (struct bar){
		.on = able && n > 1 && !options->quiet && !options->verbose && !options->dump,
		.n = n,
		.start = now(),
	};
}

static int columns(void)
{
	struct winsize size;
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 40)
		return 80;
	return size.ws_col;
}

/* "1:05 left", by the mean time of the finished units. */
static void time_left(const struct bar *bar, size_t finished, char text[32])
{
	double spent = now() - bar->start;
	unsigned seconds = (unsigned)(spent / (double)finished * (double)(bar->n - finished));
	snprintf(text, 32, "  about %u:%02u left", seconds / 60, seconds % 60);
}

void bar_show(struct bar *bar, size_t finished, size_t races, const char *what)
{
	double time = now();
	if (!bar->on || time < bar->start + FIRST || time < bar->last + EVERY)
		return;
	char line[512], done[WIDTH + 1], left[32] = "";
	for (size_t i = 0; i < WIDTH; i++)
		done[i] = i * bar->n < finished * WIDTH ? '#' : '.';
	done[WIDTH] = '\0';
	if (finished)
		time_left(bar, finished, left);
	snprintf(line, sizeof(line), "[%s] %zu/%zu  %zu %s%s  %s", done, finished, bar->n, races,
		races == 1 ? "race" : "races", left, what);
	fprintf(stderr, "\r%.*s\033[K", columns() - 1, line);
	fflush(stderr);
	bar->shown = true;
	bar->last = time;
}

void bar_clear(struct bar *bar)
{
	if (bar->shown)
		fputs("\r\033[K", stderr);
	bar->shown = false;
}
