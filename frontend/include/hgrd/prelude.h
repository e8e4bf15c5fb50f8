/* Included before every CUDA source, as nvcc includes cuda_runtime.h. */
#ifndef HGRD_PRELUDE_H
#define HGRD_PRELUDE_H

#include "cuda_runtime.h"

#endif
