// The threads of one block collect the flags of all blocks by strides, and let them go in the same way, in rounds whose number is not known (Xiao and
// Feng's lock-free barrier). In the twin there is no fence behind the last wait.
// flags: --timeout=5
#include <cuda_runtime.h>
__device__ void all_blocks(int goal, volatile int *arrive, volatile int *leave)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		arrive[blockIdx.x] = goal;
	}
	if (blockIdx.x == 0) {
		for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
			while (arrive[i] != goal)
				;
		__threadfence();
		__syncthreads();
		__threadfence();
		for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
			leave[i] = goal;
	}
	if (threadIdx.x == 0) {
		while (leave[blockIdx.x] != goal)
			;
		__threadfence(); // twin:
	}
	__syncthreads();
}
__global__ void steps(int *a, int *b, int *arrive, int *leave, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int m = gridDim.x * blockDim.x;
	for (int r = 0; r < n; r++) {
		a[i] = b[i] + r; // twin-race: inter-block
		all_blocks(2 * r + 1, arrive, leave);
		b[i] = a[(i + 1) % m]; // twin-race: inter-block
		all_blocks(2 * r + 2, arrive, leave);
	}
}
void run(int *a, int *b, int *arrive, int *leave, int n)
{
	steps<<<48, 32>>>(a, b, arrive, leave, n); // launch: race-free; twin-launch: race
}
