#ifndef HGRD_FRONTEND_PREAMBLE_H
#define HGRD_FRONTEND_PREAMBLE_H

#include "base/options.h"

/*
 * The standard headers, and some of CUDA's, that take some time to read and that a source includes
 * before anything else, each once, in alphabetical order: as they mean the same in any order,
 * sources share what is precompiled of them. Looked at are the lines up to the first one that is
 * not an #include of such a header, of another standard header or of what comes first anyway
 * (the CUDA runtime, <cassert>), nor a comment or empty. With a toolkit, its C++ headers are among them.
 * None when the file cannot be read, or the environment names folders of headers.
 */
text_list preamble_headers(struct arena *arena, const char *source, bool toolkit);

/* Is it one of those of which many must be read until precompiling them has paid: CUDA's own, built in. */
bool preamble_is_small(const char *header, bool toolkit);

#endif
