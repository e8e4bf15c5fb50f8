#include "base/heap.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096, GROWTH = 4 << 20, NO_MAP = 64 << 20, NO_TRIM = 256 << 20 };

void heap_prepare(size_t bytes)
{
	static bool ready;
	if (ready)
		return;
	ready = true;
	mallopt(M_MMAP_THRESHOLD, NO_MAP);
	mallopt(M_TRIM_THRESHOLD, NO_TRIM);
	mallopt(M_TOP_PAD, GROWTH);
	char *block = malloc(bytes);
	if (!block)
		return;
	char *first = block + (PAGE - (uintptr_t)block % PAGE) % PAGE;
	madvise(first, bytes - (size_t)(first - block), MADV_HUGEPAGE);
	free(block);
}
