// Two grid barriers in each round leave their gate as they found it for the next launch; in the twin a third one is behind the loop.
#include <cuda_runtime.h>
__device__ int count;
__device__ volatile int sense;

__device__ void barrier(int *my_sense)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		*my_sense = !*my_sense;
		__threadfence();
		if (atomicAdd(&count, 1) == gridDim.x - 1) {
			count = 0;
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
		b[i] = a[(i + 1) % m];
		barrier(&my_sense);
		a[i] = b[(i + 1) % m];
		barrier(&my_sense);
	}
	b[i] = 0; // twin: 	barrier(&my_sense);
}

int main()
{
	float *a, *b;
	cudaMalloc(&a, 32 * 128 * 4);
	cudaMalloc(&b, 32 * 128 * 4);
	for (int i = 0; i < 10; i++)
		steps<<<32, 128>>>(a, b, 10); // launch: race-free; twin-launch: undecided
}
