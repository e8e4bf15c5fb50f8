// The last block finds 1 at a counter that begins with as many as there are blocks, one more than its limit; in the twin it begins with one less.
#include <cuda_runtime.h>
__device__ unsigned count = 64; // twin: __device__ unsigned count = 63;

__global__ void finish(int *part, int *out)
{
	__shared__ bool last;

	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
		__threadfence();
		last = atomicDec(&count, 63) == 1;
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
