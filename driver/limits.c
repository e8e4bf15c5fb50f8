#include "driver/limits.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define LEAST 4096

static unsigned limit;

#ifdef __SANITIZE_ADDRESS__
#define SHADOW true /* the sanitizer reserves terabytes */
#else
#define SHADOW false
#endif

unsigned limit_of(const struct options *options)
{
	if (SHADOW)
		return 0;
	if (options->memory_limit)
		return options->memory_limit;
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
	unsigned long memory = pages > 0 ? (unsigned long)pages * (unsigned long)size >> 20 : 0;
	unsigned long share = memory / options->jobs;
	return share > LEAST ? (unsigned)share : LEAST;
}

/* The largest address space so far, in MiB, read without allocating. */
static unsigned long peak(void)
{
	char text[4096];
	int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);
	text[n > 0 ? n : 0] = '\0';
	const char *at = strstr(text, "VmPeak:");
	return at ? strtoul(at + strlen("VmPeak:"), NULL, 10) >> 10 : 0;
}

/* Who runs out of memory aborts or touches address 0: with the limit nearly reached, that is why.
 */
static void on_crash(int signal_number)
{
	if (peak() > limit / 2)
		_exit(LIMIT_MEMORY_EXIT);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

void limit_set(unsigned mebibytes)
{
	struct rlimit none = { 0 };
	setrlimit(RLIMIT_CORE, &none);
	if (!mebibytes)
		return;
	limit = mebibytes;
	struct rlimit bytes = { .rlim_cur = (rlim_t)mebibytes << 20,
		.rlim_max = (rlim_t)mebibytes << 20 };
	setrlimit(RLIMIT_AS, &bytes);
	signal(SIGABRT, on_crash);
	signal(SIGSEGV, on_crash);
}
