// Tickets of at least the last one's number: as many are drawn as there are blocks; in the twin two blocks are let in.
#include <cuda_runtime.h>

__global__ void finish(int *part, int *tickets, int *out)
{
	__shared__ bool last;

	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
		__threadfence();
		last = atomicAdd(tickets, 1) >= 63; // twin: last = atomicAdd(tickets, 1) >= 62;
		__threadfence();
	}
	__syncthreads();
	if (last && threadIdx.x < gridDim.x)
		out[threadIdx.x] = part[threadIdx.x]; // twin-race: inter-block
}

int main()
{
	int *p, *t, *o;

	cudaMalloc(&p, 256);
	cudaMalloc(&t, 4);
	cudaMalloc(&o, 256);
	cudaMemset(t, 0, 4);
	finish<<<64, 64>>>(p, t, o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
