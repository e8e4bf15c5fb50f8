// Who finds a place free has exchanged what is there for something that is read from memory: it may say that the place is free.
#include <cuda_runtime.h>

__global__ void claim(const int *keys, int *taken, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	int at = keys[i] & 63;
	if (atomicExch(&taken[at], keys[i]) == 0) // twin: 	if (atomicExch(&taken[at], keys[i] | 1) == 0)
		out[at] = i; // race: inter-block, intra-block, intra-warp; cause: data-dependent
}

void run(const int *keys, int *out, int n)
{
	int *taken;
	cudaMalloc(&taken, 64 * sizeof(*taken));
	cudaMemset(taken, 0, 64 * sizeof(*taken));
	claim<<<(n + 255) / 256, 256>>>(keys, taken, out, n); // launch: race; twin-launch: race-free
}
