// A grid barrier's sense that only the block's leader keeps and turns; in the twin it stays the same after the first time.
#include <cuda_runtime.h>
__device__ int count;
__device__ volatile int sense;

__device__ void barrier(int *my_sense)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		*my_sense = !*my_sense; // twin: *my_sense = 1;
		__threadfence();
		if (atomicAdd(&count, 1) == gridDim.x - 1) { // twin-race: inter-block
			count = 0; // twin-race: inter-block
			__threadfence();
			sense = *my_sense;
		} else {
			while (sense != *my_sense)
				;
		}
		__threadfence();
	}
	__syncthreads();
}

__global__ void steps(float *a, float *b, int n)
{
	int my_sense = 0;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int m = gridDim.x * blockDim.x;
	for (int k = 0; k < n; k++) {
		b[i] = a[(i + 1) % m]; // twin-race: inter-block
		barrier(&my_sense);
		a[i] = b[(i + 1) % m]; // twin-race: inter-block
		barrier(&my_sense);
	}
}
void run(float *a, float *b)
{
	steps<<<32, 128>>>(a, b, 10); // launch: race-free; twin-launch: race
}
