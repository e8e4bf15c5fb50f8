// Each claim takes four slots; the twin claims three.
#include <cuda_runtime.h>

__global__ void emit(int *out, unsigned int *n, int v)
{
	unsigned int first = atomicAdd(n, 4u); // twin: unsigned int first = atomicAdd(n, 3u);

	for (int k = 0; k < 4; k++)
		out[first + k] = v + k; // twin-race: inter-block,intra-block,intra-warp
}

void run(int *out, unsigned int *n, int v)
{
	emit<<<16, 64>>>(out, n, v); // launch: race-free; twin-launch: race
}
