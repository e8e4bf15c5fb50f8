// The last block finds 0 at a counter that begins with one less than there are blocks; the twin has no fence.
#include <cuda_runtime.h>
__device__ unsigned count = 63;

__global__ void finish(int *part, int *out)
{
	__shared__ bool last;

	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
		__threadfence(); // twin:
		last = atomicDec(&count, 63) == 0;
		__threadfence();
	}
	__syncthreads();
	if (last && threadIdx.x < gridDim.x)
		out[threadIdx.x] = part[threadIdx.x]; // twin-race: inter-block
}

int main()
{
	int *p, *o;

	cudaMalloc(&p, 256);
	cudaMalloc(&o, 256);
	finish<<<64, 64>>>(p, o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
