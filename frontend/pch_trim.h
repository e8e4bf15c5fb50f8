#ifndef HGRD_FRONTEND_PCH_TRIM_H
#define HGRD_FRONTEND_PCH_TRIM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/*
 * A precompiled CUDA header lists the functions whose delayed errors clang looks for at the
 * end of every source that uses it; to do so it reads them all, which takes up to a third of
 * its time for a small file. Such errors are of the headers alone, and they have been told when
 * the header was precompiled. Takes the list out of the bytes of the file, by giving the record a
 * number that clang does not know and passes over. False, and the bytes are as they were: there is
 * no such list, or the file is not understood.
 *
 * Sources: the LLVM bitstream format; clang/Serialization/ASTBitCodes.h.
 */
bool pch_trim(struct arena *arena, unsigned char *bytes, size_t size);

#endif
