/* In front of a toolkit's, whose waits for a parity stop the kernel before sm_90. */
#pragma once
#include "../../cuda_awbarrier_primitives.h"
