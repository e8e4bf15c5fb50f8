// The counter of a grid barrier is set back before the gate lets the others go, as they may arrive again at once.
#include <cuda_runtime.h>

__device__ unsigned count;
__device__ volatile unsigned gate;

__device__ void sync_blocks()
{
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned seen = gate;
		__threadfence();
		if (atomicAdd(&count, 1) == gridDim.x - 1) {
			__threadfence();
			count = 0; __threadfence(); gate = seen + 1; // twin: gate = seen + 1; __threadfence(); count = 0;
		} else {
			while (gate == seen)
				;
			__threadfence();
		}
	}
	__syncthreads();
}

__global__ void steps(float *a, float *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
	b[i] = a[n - 1 - i]; // twin-race: inter-block; twin-cause: before the counter is set back
	sync_blocks();
	a[i] = 2 * b[i]; // twin-race: inter-block
	sync_blocks();
}

int main()
{
	const int n = 4096;
	float *a, *b;
	cudaMalloc(&a, n * sizeof(*a));
	cudaMalloc(&b, n * sizeof(*b));
	steps<<<n / 256, 256>>>(a, b); // launch: race-free; twin-launch: race
}
