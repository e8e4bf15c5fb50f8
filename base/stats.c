#include "base/stats.h"

#include <inttypes.h>
#include <time.h>

struct stats stats;

double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void stats_add(const struct stats *other)
{
#define STAT(name, text) stats.name += other->name;
#define TIMER(name, text) stats.seconds_##name += other->seconds_##name;
#include "base/stats.def"
#undef STAT
#undef TIMER
}

void stats_show(FILE *file)
{
#define STAT(name, text)                                                                           \
	if (stats.name)                                                                            \
		fprintf(file, "%-40s %12" PRIu64 "\n", text, stats.name);
#define TIMER(name, text)                                                                          \
	if (stats.seconds_##name > 0)                                                              \
		fprintf(file, "%-40s %10.3f s\n", text, stats.seconds_##name);
#include "base/stats.def"
#undef STAT
#undef TIMER
}
