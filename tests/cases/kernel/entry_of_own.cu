// Each thread reads back the place in a shared table that it has stored itself, and takes it as an index.
#include <cuda_runtime.h>

__global__ void gather(const int *places, const float *in, float *out)
{
	__shared__ float values[128];
	__shared__ int chosen[128];
	int t = threadIdx.x, i = blockIdx.x * 128 + t;

	values[t] = in[i]; // twin-race: intra-block
	chosen[t] = places[i] & 127;
	__syncthreads(); // twin: __syncwarp();
	out[i] = values[chosen[t]]; // twin-race: intra-block
}

void run(const int *places, const float *in, float *out)
{
	gather<<<32, 128>>>(places, in, out); // launch: race-free; twin-launch: race
}
