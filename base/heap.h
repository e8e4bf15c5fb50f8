#ifndef HGRD_BASE_HEAP_H
#define HGRD_BASE_HEAP_H

#include <stddef.h>

/*
 * Makes the C library's heap ready for `bytes` more that are used at once, on large pages where the
 * system has them: a few page faults instead of thousands. What is freed stays with the heap. A hint
 * only; calls after the first do nothing.
 */
void heap_prepare(size_t bytes);

#endif
