// A stack of the block: rounds that push, until enough is there, then one in which threads pop.
#include <cuda_runtime.h>

__global__ void filter(const int *in, int *out, unsigned n)
{
	__shared__ unsigned stack[512];
	__shared__ unsigned count;
	int size = blockDim.x, at = threadIdx.x;

	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	while (true) {
		if (at < n && in[at] > 0)
			stack[atomicAdd(&count, 1u)] = at; // twin-race: intra-block,intra-warp
		at += size;
		__syncthreads();
		unsigned filled = count; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		if (filled < size && at / size * size < n)
			continue;
		if (threadIdx.x < filled)
			out[at] = stack[atomicSub(&count, 1u) - 1]; // twin-race: intra-block,intra-warp
		__syncthreads();
		if (at / size * size >= n && count <= 0)
			break;
	}
}

int main()
{
	int *in, *out;

	cudaMalloc(&in, 4096 * sizeof(int));
	cudaMalloc(&out, 4096 * sizeof(int));
	filter<<<1, 256>>>(in, out, 4096); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
