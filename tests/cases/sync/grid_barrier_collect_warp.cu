// A warp collects the flags of all blocks, each lane those of several, and lets them go. In the twin its lanes do not wait for each other.
// flags: --timeout=5
#include <cuda_runtime.h>
__device__ volatile int in[64], out[64];
__device__ void all_blocks(int round)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		in[blockIdx.x] = round;
	}
	if (blockIdx.x == 0 && threadIdx.x < 32) {
		for (int b = threadIdx.x; b < gridDim.x; b += 32)
			while (in[b] != round)
				;
		__threadfence();
		__syncwarp(); // twin:
		__threadfence();
		for (int b = threadIdx.x; b < gridDim.x; b += 32)
			out[b] = round;
	}
	if (threadIdx.x == 0) {
		while (out[blockIdx.x] != round)
			;
		__threadfence();
	}
	__syncthreads();
}
__global__ void steps(int *a, int *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int m = gridDim.x * blockDim.x;
	a[i] = b[i]; // twin-race: inter-block
	all_blocks(1);
	b[i] = a[(i + 1) % m]; // twin-race: inter-block
}
void run(int *a, int *b)
{
	steps<<<40, 128>>>(a, b); // launch: race-free; twin-launch: race
}
