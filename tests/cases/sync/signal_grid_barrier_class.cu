// A grid barrier as a class: every thread's writes are passed on by the block's first thread.
#include <cuda_runtime.h>

class grid_barrier {
	unsigned *arrived_;

public:
	__device__ explicit grid_barrier(unsigned *arrived) : arrived_(arrived) {}
	__device__ void wait()
	{
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence(); // twin:
			atomicAdd(arrived_, 1);
			while (*(volatile unsigned *)arrived_ < gridDim.x)
				;
			__threadfence();
		}
		__syncthreads();
	}
};

__global__ void two_phases(float *a, float *b, unsigned *arrived, int n)
{
	grid_barrier barrier(arrived);
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		a[i] = i; // twin-race: inter-block
	barrier.wait();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		b[i] = a[n - 1 - i]; // twin-race: inter-block
}

void run(float *a, float *b, unsigned *arrived, int n)
{
	cudaMemset(arrived, 0, sizeof(unsigned));
	two_phases<<<80, 256>>>(a, b, arrived, n); // launch: race-free; twin-launch: race
}
