// A counter is set back between two draws of a round: 0 is found at either place, though the back edge brings both between two barriers.
#include <cuda_runtime.h>

__global__ void elect(int n)
{
	__shared__ int counter, who;

	if (threadIdx.x == 0)
		counter = 0;
	__syncthreads();
	for (int r = 0; r < n; r++) {
		int first = atomicAdd(&counter, 1);
		__syncthreads();
		if (threadIdx.x == 0)
			counter = 0;
		__syncthreads();
		int second = atomicAdd(&counter, 1);
		if (first == 0)
			who = r; // race: intra-block,intra-warp
		__threadfence_block();
		if (second == 0) // twin: if (second < 0)
			who = r + 1; // race: intra-block,intra-warp
		__syncthreads();
	}
}

/* Every thread sets it, so that no branch stands between. */
__global__ void places(int n)
{
	__shared__ int counter, place[512];

	counter = 0; // race(warning): intra-block,intra-warp; twin-race(warning): intra-block,intra-warp
	__syncthreads();
	int first = atomicAdd(&counter, 1);
	__syncthreads();
	counter = 0; // race(warning): intra-block,intra-warp; twin-race(warning): intra-block,intra-warp
	__syncthreads();
	int second = atomicAdd(&counter, 1);
	place[threadIdx.x < 64 ? first : second] = threadIdx.x; // race: intra-block; twin-race: intra-block
}

int main()
{
	elect<<<1, 256>>>(10); // launch: race; twin-launch: race-free
	places<<<1, 256>>>(10); // launch: race; twin-launch: race
	return cudaDeviceSynchronize();
}
