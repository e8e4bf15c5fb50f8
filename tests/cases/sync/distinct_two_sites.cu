// Two places draw from one counter, one of them two slots; the twin draws from a counter of its own.
#include <cuda_runtime.h>

__global__ void push(const int *in, int *out, int *n, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= size)
		return;
	if (in[i] > 0) {
		int slot = atomicAdd(&n[0], 1); // twin: int slot = atomicAdd(&n[1], 1);
		out[slot] = i; // twin-race: inter-block, intra-block, intra-warp
	} else {
		int slot = atomicAdd(&n[0], 2);
		out[slot] = i; // twin-race: inter-block, intra-block, intra-warp
		out[slot + 1] = -i; // twin-race: inter-block, intra-block, intra-warp
	}
}

void run(const int *in, int *out, int *n, int size)
{
	push<<<(size + 127) / 128, 128>>>(in, out, n, size); // launch: race-free; twin-launch: race
}
