// A count of references in shared memory: the last thread to give its own back reads what all wrote; the twin has no fence.
#include <cuda_runtime.h>

__global__ void finish(int *out)
{
	__shared__ int part[256];
	__shared__ int refs;
	if (threadIdx.x == 0)
		refs = blockDim.x;
	__syncthreads();
	part[threadIdx.x] = threadIdx.x; // twin-race: intra-block,intra-warp
	__threadfence_block(); // twin:
	if (atomicSub(&refs, 1) == 1) {
		__threadfence_block();
		int s = 0;
		for (int i = 0; i < blockDim.x; i++)
			s += part[i]; // twin-race: intra-block,intra-warp
		out[blockIdx.x] = s;
	}
}

int main()
{
	int *o;
	cudaMalloc(&o, 256);
	finish<<<64, 256>>>(o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
