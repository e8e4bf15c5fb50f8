// One block looks at the flags of all others in each round, until all are set: whose signal has been found is not followed. In the twin it reads on without a
// fence.
#include <cuda_runtime.h>

__device__ void tell(volatile int *flags, int *values)
{
	values[blockIdx.x] = 1; // twin-race: inter-block
	__threadfence();
	flags[blockIdx.x] = 1;
}

__device__ void fence()
{
	__threadfence(); // twin:
}

__device__ int sum(const int *values)
{
	int all = 0;
	for (int b = 1; b < gridDim.x; b++)
		all += values[b]; // twin-race: inter-block
	return all;
}

__global__ void every(volatile int *flags, int *values, int *out) // kernel: undecided; twin-kernel: race
{
	if (threadIdx.x)
		return;
	if (blockIdx.x) {
		tell(flags, values);
	} else {
		bool all;
		do {
			all = true;
			for (int b = 1; b < gridDim.x; b++)
				all &= flags[b] != 0;
		} while (!all);
		fence();
		*out = sum(values);
	}
}

__global__ void counted(volatile int *flags, int *values, int *out) // kernel: undecided; twin-kernel: race
{
	if (threadIdx.x)
		return;
	if (blockIdx.x) {
		tell(flags, values);
	} else {
		int set;
		do {
			set = 0;
			for (int b = 1; b < gridDim.x; b++)
				if (flags[b])
					set++;
		} while (set < gridDim.x - 1);
		fence();
		*out = sum(values);
	}
}
