// A dim3 that is assigned a uint3: the constructor in between says what its members are.
#include <cuda_runtime.h>

__global__ void fill(int *out)
{
	out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}

void run(int *out, int n)
{
	dim3 grid(n, 1, 1), block(128, 1, 1);

	if (n > 4) {
		grid = make_uint3(4, 1, 1);
		block = make_uint3(64, 1, 1); // twin: block = make_uint3(65, 1, 1);
		fill<<<grid, block>>>(out); // launch: race-free; twin-launch: race
	}
}
