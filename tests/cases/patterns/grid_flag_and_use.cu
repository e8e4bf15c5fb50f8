// Found by one block, used by all others in the same kernel: the barrier of the block is no barrier of the grid.
#include <cuda_runtime.h>

__global__ void threshold(const float *x, float *y, float *maximum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i == 0) {
		float m = x[0];
		for (int k = 1; k < n; k++)
			m = fmaxf(m, x[k]);
		*maximum = m; // twin-race: inter-block
	}
	__syncthreads();
	if (i < n)
		y[i] = x[i] / *maximum; // twin-race: inter-block
}

void run(const float *x, float *y, float *maximum, int n)
{
	if (n > 256 || n < 1)
		return;
	threshold<<<1, 256>>>(x, y, maximum, n); // launch: race-free; twin-launch: race; twin: 	threshold<<<2, 128>>>(x, y, maximum, n); // twin-launch: race
}
