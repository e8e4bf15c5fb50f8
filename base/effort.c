#include "base/effort.h"

#include <time.h>

#define LOOK_EACH 16 /* questions */
#define WALL_SHARE 4 /* passed seconds that count as one processor second at least */

#define STEP_SECONDS 20e-9

static double start_processor, start_wall;
static uint64_t counted;

static double read_clock(clockid_t clock)
{
	struct timespec time;
	clock_gettime(clock, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double wall_now(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

void effort_start(void)
{
	start_processor = read_clock(CLOCK_PROCESS_CPUTIME_ID);
	start_wall = wall_now();
	counted = 0;
}

void effort_count(uint64_t steps)
{
	counted += steps;
}

double effort_counted(void)
{
	return STEP_SECONDS * (double)counted;
}

bool effort_soon_past(double end)
{
	static _Thread_local unsigned asked;
	static _Thread_local double last;
	if (asked++ % LOOK_EACH == 0)
		last = effort_now();
	return last > end;
}

double effort_now(void)
{
	double processor = read_clock(CLOCK_PROCESS_CPUTIME_ID) - start_processor;
	double wall = (wall_now() - start_wall) / WALL_SHARE;
	return processor > wall ? processor : wall;
}
