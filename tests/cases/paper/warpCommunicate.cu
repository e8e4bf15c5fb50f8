// Lanes of a warp exchange values through global memory, as if the warp ran in lock-step.
// races: 2
#include <cuda_runtime.h>
#include <cstdlib>
#ifdef SYNC
#define SYNC_LANES() __syncwarp()
#else
#define SYNC_LANES()
#endif
// twin-flags: -- -DSYNC

__global__ void butterfly(float *buf, const float *in, float *out)
{
	int base = blockIdx.x * blockDim.x, t = threadIdx.x;
	float v = in[base + t];

	buf[base + t] = v; // race: intra-warp
	SYNC_LANES();
	v += buf[base + (t ^ 16)]; // race: intra-warp
	__syncwarp();
	buf[base + t] = v; // race: intra-warp
	SYNC_LANES();
	v += buf[base + (t ^ 8)]; // race: intra-warp
	out[base + t] = v;
}

int main(int argc, char **argv)
{
	int blocks = atoi(argv[1]);
	float *buf, *in, *out;

	cudaMalloc(&buf, blocks * 64 * sizeof(float));
	cudaMalloc(&in, blocks * 64 * sizeof(float));
	cudaMalloc(&out, blocks * 64 * sizeof(float));
	butterfly<<<blocks, 64>>>(buf, in, out); // launch: race; twin-launch: race-free
	return cudaDeviceSynchronize();
}
