// A lock shared by blocks needs atomics of device scope.
#include <cuda_runtime.h>

__global__ void append(int *list, int *size, int *mutex)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(mutex, 0, 1) != 0) // twin-race: inter-block; twin: 		while (atomicCAS_block(mutex, 0, 1) != 0)
			;
		__threadfence();
		list[*size] = blockIdx.x; // twin-race: inter-block
		*size += 1; // twin-race: inter-block
		__threadfence();
		atomicExch(mutex, 0); // twin-race: inter-block
	}
}

void run(int *list, int *size, int *mutex)
{
	append<<<128, 32>>>(list, size, mutex); // launch: race-free; twin-launch: race
}
