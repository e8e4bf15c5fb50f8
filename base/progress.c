#include "base/progress.h"

#include <stddef.h>

static progress_fn *hears;
static void *hears_data;

void progress_listen(progress_fn *listener, void *data)
{
	hears = listener;
	hears_data = data;
}

void progress(const char *what)
{
	if (hears)
		hears(hears_data, what);
}
