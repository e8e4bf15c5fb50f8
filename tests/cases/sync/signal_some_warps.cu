// Warps of a block that are told by their numbers signal to another one, which waits for as many as there are of them; so do blocks from some
// number on. In the twin one fewer is waited for.
#include <cuda_runtime.h>

enum { MISSING = 0 }; // twin: enum { MISSING = 1 };

#define ALL_BUT_LAST (warp < blockDim.x / 32 - 1)
#define FROM_SECOND (warp >= 2 && warp != 5)

__global__ void warps(const int *in, int *out)
{
	__shared__ int done, left, part[256], other[256];
	int t = threadIdx.x, warp = t / 32, lane = t % 32;
	if (t == 0)
		done = left = 0;
	__syncthreads();
	if (ALL_BUT_LAST) {
		part[t] = in[t]; // twin-race: intra-block
		__threadfence_block();
		__syncwarp();
		if (lane == 0)
			atomicAdd(&done, 1);
	} else {
		while (atomicAdd(&done, 0) < blockDim.x / 32 - 1 - MISSING)
			;
		__threadfence_block();
		out[blockIdx.x * 32 + lane] = part[lane] + part[lane + 32]; // twin-race: intra-block
	}
	if (FROM_SECOND && lane == 3) {
		other[warp] = in[warp]; // twin-race: intra-block
		__threadfence_block();
		atomicAdd(&left, 1);
	}
	if (warp == 0) {
		while (atomicAdd(&left, 0) < 5 - MISSING)
			;
		__threadfence_block();
		out[blockIdx.x * 32 + lane + 1000] = other[2] + other[6]; // twin-race: intra-block
	}
}

__global__ void blocks(int *part, int *done, int *out, int first)
{
	if (threadIdx.x)
		return;
	if ((int)blockIdx.x >= first) {
		part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
		__threadfence();
		atomicAdd(done, 1);
	} else {
		while (atomicAdd(done, 0) < gridDim.x - first - MISSING)
			;
		__threadfence();
		int sum = 0;
		for (int i = first; i < gridDim.x; i++)
			sum += part[i]; // twin-race: inter-block
		out[blockIdx.x] = sum;
	}
}

int main(int argc, char **argv)
{
	int *in, *out, *done;
	cudaMalloc(&in, 256 * sizeof(int));
	cudaMalloc(&out, 2000 * sizeof(int));
	cudaMalloc(&done, sizeof(int));
	cudaMemset(done, 0, sizeof(int));
	warps<<<10, 256>>>(in, out); // launch: race-free; twin-launch: race
	if (argc < 20)
		blocks<<<40, 64>>>(in, done, out, argc); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
