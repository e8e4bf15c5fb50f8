#ifndef HGRD_DRIVER_BAR_H
#define HGRD_DRIVER_BAR_H

#include "base/options.h"

/* One line on a terminal that says how far a scan is; nothing elsewhere. */
struct bar {
	bool on, shown;
	size_t n; /* of units */
	double start, last;
};

struct bar bar_new(const struct options *options, size_t n);

/* Shows how many units are finished, how many races were found and what goes on, now and then. */
void bar_show(struct bar *bar, size_t finished, size_t races, const char *what);

/* Takes the line away, for something else to be printed. */
void bar_clear(struct bar *bar);

#endif
