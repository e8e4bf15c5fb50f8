#pragma once
#include <cuda_runtime.h>

void both(int *data, cudaStream_t first, cudaStream_t second);
