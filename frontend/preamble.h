#ifndef HGRD_FRONTEND_PREAMBLE_H
#define HGRD_FRONTEND_PREAMBLE_H

#include "base/options.h"

/*
 * The standard headers, and some of CUDA's, that a source includes before anything
 * else, in their order: up to the first line that is not such an #include, an #include
 * of what comes first anyway (the CUDA runtime, <cassert>), a comment or empty. Empty
 * when the file cannot be read.
 */
text_list preamble_headers(struct arena *arena, const char *source);

#endif
