// Two warps meet at a named barrier of 64 threads; the twin's counts one warp of the two that reach it.
#include <cuda_runtime.h>

__global__ void swap(int *data)
{
	__shared__ int s[128];
	int t = threadIdx.x;

	s[t] = data[t];
	if (t < 64)
		asm volatile("bar.sync 1, 64;" : : : "memory"); // twin-finding: barrier-count; twin: asm volatile("bar.sync %0, 32;" : : "n"(1) : "memory");
	else
		asm volatile("bar.sync 2, 64;" : : : "memory");
	data[t] = s[t ^ 32];
}

void run(int *data)
{
	swap<<<1, 128>>>(data); // launch: race-free; twin-launch: undecided
}
