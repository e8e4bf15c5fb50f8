// One-time initialization: who finds state 0 initializes, the others wait for state 2; in the twin already state 1 lets them go on.
#include <cuda_runtime.h>

__device__ int state, table[64];

__global__ void use(int *out)
{
	if (atomicCAS(&state, 0, 1) == 0) {
		for (int i = 0; i < 64; i++)
			table[i] = i * i; // twin-race: inter-block, intra-block, intra-warp
		__threadfence();
		atomicExch(&state, 2);
	} else {
		while (atomicAdd(&state, 0) < 2) // twin: while (atomicAdd(&state, 0) < 1)
			;
		__threadfence();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = table[threadIdx.x & 63]; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	int *out;
	cudaMalloc(&out, 4 * 8 * 64);
	use<<<8, 64>>>(out); // launch: race-free; twin-launch: race
	return 0;
}
