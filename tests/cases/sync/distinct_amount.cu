// Each thread draws as many slots as it fills.
#include <cuda_runtime.h>

__global__ void expand(const int *length, int *out, int *n, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= size)
		return;
	int slot = atomicAdd(n, length[i]);
	for (int k = 0; k < length[i]; k++) // twin: for (int k = 0; k <= length[i]; k++)
		out[slot + k] = i; // twin-race: inter-block, intra-block, intra-warp
}

void run(const int *length, int *out, int *n, int size)
{
	expand<<<(size + 127) / 128, 128>>>(length, out, n, size); // launch: race-free; twin-launch: race
}
