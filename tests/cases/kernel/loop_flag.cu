// A shared flag as loop condition: cleared, set and read in three barrier intervals.
#include <cuda_runtime.h>

__global__ void settle(int *data)
{
	__shared__ int again;
	int t = threadIdx.x;
	bool more = true;

	while (more) {
		__syncthreads();
		if (t == 0)
			again = 0; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		if (data[blockIdx.x * 128 + t] > 9) {
			data[blockIdx.x * 128 + t] /= 2;
			atomicExch(&again, 1); // twin-race: intra-block,intra-warp
		}
		__syncthreads();
		more = again != 0;
	}
}

void run(int *data, int blocks)
{
	settle<<<blocks, 128>>>(data); // launch: race-free; twin-launch: race
}
