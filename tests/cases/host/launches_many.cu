// As many launches as the runtime has functions, and more: a launch's number is no function's.
#include <cuda_runtime.h>

__global__ void fill(int *p, int n)
{
	p[blockIdx.x * 32 + threadIdx.x] = n; // twin-race: inter-block; twin: 	p[threadIdx.x] = n + blockIdx.x;
}

#define FOUR(n) fill<<<2, 32>>>(p, n), fill<<<2, 32>>>(p, n + 1), fill<<<2, 32>>>(p, n + 2), fill<<<2, 32>>>(p, n + 3)
#define SIXTEEN(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12)

void run(int *p)
{
	SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48), SIXTEEN(64), SIXTEEN(80), SIXTEEN(96), SIXTEEN(112), SIXTEEN(128), SIXTEEN(144), SIXTEEN(160); // launch: race-free; twin-launch: race
}
