// Two critical sections of one lock in either order: what lies before the first and behind the second is not ordered.
#include <cuda_runtime.h>

__device__ int busy, done;

__device__ void enter()
{
	while (atomicCAS(&busy, 0, 1) != 0)
		;
	__threadfence();
}

__device__ void leave()
{
	__threadfence();
	atomicExch(&busy, 0);
}

__global__ void step(int *data)
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		data[0] = 1; // twin-race: inter-block
		enter();
		done = 1;
		leave();
	} else {
		enter();
		bool seen = done == 1;
		leave();
		if (seen) // twin:
			data[0] = 2; // twin-race: inter-block
	}
}

void run(int *data)
{
	step<<<2, 32>>>(data); // launch: race-free; twin-launch: race
}
