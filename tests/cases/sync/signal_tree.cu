// Blocks wait for those below them in a tree, and tell the one above. In the twin nobody hands an order on.
#include <cuda_runtime.h>
__device__ volatile int arrived[32];
__device__ volatile int go;
__global__ void steps(float *a, float *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int m = gridDim.x * blockDim.x;
	b[i] = a[i]; // twin-race: inter-block
	__syncthreads();
	if (threadIdx.x == 0) {
		int me = blockIdx.x;
		if (2 * me + 1 < 32)
			while (!arrived[2 * me + 1])
				;
		if (2 * me + 2 < 32)
			while (!arrived[2 * me + 2])
				;
		__threadfence(); // twin:
		if (me != 0) {
			arrived[me] = 1;
			while (!go)
				;
		} else
			go = 1;
		__threadfence();
	}
	__syncthreads();
	a[i] = b[(i + 1) % m]; // twin-race: inter-block
}
void run(float *a, float *b)
{
	steps<<<32, 128>>>(a, b); // launch: race-free; twin-launch: race
}
