// A halving distance is a power of two: elements with that bit set are written, those with it clear are read.
#include <cuda_runtime.h>

__global__ void spread(float *data, int n, int s)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t < n && (t & s) != 0)
		data[t] = data[t - s]; // twin-race: inter-block,intra-block,intra-warp
}

void run(float *data, int n)
{
	for (int s = 1024; s > 0; s >>= 1) // twin: for (int s = 1023; s > 0; s >>= 1)
		spread<<<(n + 255) / 256, 256>>>(data, n, s); // launch: race-free; twin-launch: race
}
