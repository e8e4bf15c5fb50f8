// The last block to take one off the number that the host has put there reads what all wrote; the twin has no fence.
#include <cuda_runtime.h>

__global__ void finish(int *part, int *left, int *out)
{
	__shared__ bool last;

	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
		__threadfence(); // twin:
		last = atomicSub(left, 1) == 1;
		__threadfence();
	}
	__syncthreads();
	if (last && threadIdx.x < gridDim.x)
		out[threadIdx.x] = part[threadIdx.x]; // twin-race: inter-block
}

int main()
{
	int *p, *l, *o, n = 64;

	cudaMalloc(&p, 256);
	cudaMalloc(&l, 4);
	cudaMalloc(&o, 256);
	cudaMemcpy(l, &n, 4, cudaMemcpyHostToDevice);
	finish<<<64, 64>>>(p, l, o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
