// One block comes to a block barrier of its own, behind which nobody signals: what it has written is not released by the others' counter. In the twin all come to one barrier.
#include <cuda_runtime.h>

__device__ unsigned arrived, other;

__device__ void meet(unsigned *counter, unsigned goal)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(counter, 1);
		while (*(volatile unsigned *)counter < goal)
			;
		__threadfence();
	}
	__syncthreads();
}

__global__ void neighbours(int *data)
{
	data[blockIdx.x * 32 + threadIdx.x] = threadIdx.x; // race: inter-block
	int lonely = 1; // twin: 	int lonely = -1;
	if ((int)blockIdx.x == lonely)
		meet(&other, 1);
	else
		meet(&arrived, lonely < 0 ? gridDim.x : gridDim.x - 1);
	int next = (blockIdx.x + 1) % gridDim.x;
	data[next * 32 + threadIdx.x] += 1; // race: inter-block
}

int main()
{
	int *data;
	cudaMalloc(&data, 4 * 32 * sizeof(int));
	neighbours<<<4, 32>>>(data); // launch: race; twin-launch: race-free
}
