#ifndef HGRD_BASE_EFFORT_H
#define HGRD_BASE_EFFORT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The clock that time limits of the analysis go by: processor seconds of this
 * process since effort_start, so that verdicts depend little on what else the
 * machine does; but never less than a quarter of the seconds that have passed.
 */
void effort_start(void);
double effort_now(void);

/*
 * Is effort_now past this time? For loops of small steps: the clock, which is a system call, is
 * read at each sixteenth question of a thread, so that the answer comes up to fifteen questions late.
 */
bool effort_soon_past(double end);

/*
 * Steps of searches that are counted since effort_start: as many on each machine and under each
 * load, so that what goes by them is the same in each run. In seconds that such steps take, about.
 */
void effort_count(uint64_t steps);
double effort_counted(void);

/* Seconds that have passed since some point in the past. */
double wall_now(void);

#endif
