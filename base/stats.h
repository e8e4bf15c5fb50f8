#ifndef HGRD_BASE_STATS_H
#define HGRD_BASE_STATS_H

#include <stdint.h>
#include <stdio.h>

/* What a run did and what it cost; base/stats.def is the table. One per process. */
struct stats {
#define STAT(name, text) uint64_t name;
#define TIMER(name, text)
#include "base/stats.def"
#undef STAT
#undef TIMER
#define STAT(name, text)
#define TIMER(name, text) double seconds_##name;
#include "base/stats.def"
#undef STAT
#undef TIMER
};

extern struct stats stats;

/* Seconds of the monotonic clock. */
double now(void);

/* Runs the statement that follows and adds the time it took to the timer `name`. */
#define TIMED(name)                                                                                \
	for (double start_ = now(), once_ = 1; once_ != 0;                                         \
		once_ = 0, stats.seconds_##name += now() - start_)

/* Adds the counters and times of another process. */
void stats_add(const struct stats *other);

/* Prints both tables; counters that are zero are left out. */
void stats_show(FILE *file);

#endif
