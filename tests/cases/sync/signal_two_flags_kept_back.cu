// Whoever has found the first flag looks at the second one, until that is set, too; what he has found of it is kept otherwise. In the twin he looks at it as long
// as the first one is not set.
#include <cuda_runtime.h>

__global__ void both(volatile int *a, volatile int *b, int *data, int *out) // kernel: race-free; twin-kernel: race
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data[0] = 1; // twin-race: inter-block
		__threadfence();
		*a = 1;
	} else if (blockIdx.x == 1) {
		data[1] = 1;
		__threadfence();
		*b = 1;
	} else if (blockIdx.x == 2) {
		int ok = 0;
		while (!ok)
			if (*a) // twin: 			if (!*a)
				ok = *b;
		__threadfence();
		*out = data[0] + data[1]; // twin-race: inter-block
	}
}

__global__ void by_truth(int *a, int *b, int *data, int *out) // kernel: race-free; twin-kernel: race-free
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data[0] = 1;
		__threadfence();
		atomicExch(a, 1);
	} else if (blockIdx.x == 1) {
		data[1] = 1;
		__threadfence();
		atomicExch(b, 1);
	} else if (blockIdx.x == 2) {
		bool ok = false;
		while (!ok)
			if (atomicAdd(a, 0) == 1)
				ok = atomicAdd(b, 0) == 1;
		__threadfence();
		*out = data[0] + data[1];
	}
}
