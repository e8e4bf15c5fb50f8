// Every thread claims a slot of its own: the value an increasing atomicAdd returns is never the same twice.
#include <cuda_runtime.h>

__global__ void compact(const int *in, int *out, int *n, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < size && in[i] > 0) {
		int pos = atomicAdd(n, 1); // twin: int pos = atomicAdd(n, 0);

		out[pos] = in[i]; // twin-race: inter-block,intra-block,intra-warp
	}
}

void run(const int *in, int *out, int *n, int size)
{
	compact<<<(size + 255) / 256, 256>>>(in, out, n, size); // launch: race-free; twin-launch: race
}
