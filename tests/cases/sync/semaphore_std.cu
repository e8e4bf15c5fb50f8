// A semaphore of cuda::std lets one block at a time through; the twin is one for the threads of a block.
#include <cuda/std/semaphore>

__device__ cuda::std::binary_semaphore turn(1); // twin: __device__ cuda::binary_semaphore<cuda::thread_scope_block> turn(1);

__global__ void add(int *total, const int *in)
{
	if (threadIdx.x == 0) {
		turn.acquire(); // twin-race: inter-block
		*total += in[blockIdx.x]; // twin-race: inter-block
		turn.release(); // twin-race: inter-block
	}
}

void run(int *total, const int *in)
{
	add<<<8, 128>>>(total, in); // launch: race-free; twin-launch: race
}
