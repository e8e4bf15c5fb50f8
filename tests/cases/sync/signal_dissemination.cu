// A dissemination barrier: hop by hop. The twin has no fence before the first one.
#include <cuda_runtime.h>
__device__ volatile int flags[5][32];
__global__ void steps(int *a, int *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int m = gridDim.x * blockDim.x;
	b[i] = a[i]; // twin-race: inter-block
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence(); // twin:
		for (int r = 0; r < 5; r++) {
			int partner = (blockIdx.x + (1 << r)) % 32;
			flags[r][partner] = 1;
			while (!flags[r][blockIdx.x])
				;
			__threadfence();
		}
	}
	__syncthreads();
	a[i] = b[(i + 1) % m]; // twin-race: inter-block
}
void run(int *data, int *out)
{
	steps<<<32, 128>>>(data, out); // launch: race-free; twin-launch: race
}
