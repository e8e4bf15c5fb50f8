// A counter of a grid barrier that does not begin with 0 in the twin: the last block is another one.
#include <cuda_runtime.h>
__device__ int count; // twin: __device__ int count = 1;
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
	b[i] = a[(i + 1) % m]; // twin-race: inter-block
	barrier(&my_sense);
	a[i] = b[(i + 1) % m]; // twin-race: inter-block
}

int main()
{
	float *a, *b;
	cudaMalloc(&a, 32 * 128 * 4);
	cudaMalloc(&b, 32 * 128 * 4);
	steps<<<32, 128>>>(a, b, 10); // launch: race-free; twin-launch: race
}
