#include "base/progress.h"

#include <stdio.h>

#define LONGEST 256 /* bytes of a message, which is cut there */

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
		hears(hears_data, what, NULL);
}

void progress_kernel(const char *name, const char *mangled)
{
	char what[LONGEST];
	snprintf(what, sizeof(what), "kernel '%s'", name);
	if (hears)
		hears(hears_data, what, mangled);
}
