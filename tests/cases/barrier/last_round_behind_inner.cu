// A loop with a loop inside, each with a block barrier: the last round of the outer one ends in its barrier. In the twin the last round alone has none.
#include <cuda_runtime.h>

__global__ void turns(const int *x, int *y)
{
	__shared__ int v[512];
	unsigned t = threadIdx.x;
	for (int k = 0; k < 10; k++) {
		for (int j = 0; j < 3; j++) {
			if (k > 5)
				__syncthreads();
			v[t] = x[t + j]; // twin-race: intra-block
		}
		if (k > 4) // twin:		if (k < 9)
			__syncthreads();
	}
	y[blockIdx.x * 512 + t] = v[511 - t]; // twin-race: intra-block
}

void run(const int *x, int *y, int n)
{
	turns<<<n, 512>>>(x, y); // launch: race-free; twin-launch: race
}
