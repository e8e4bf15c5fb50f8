// One thread of each block that reads is counted for it; the first takes the lock of the writers for all. In the twin a block is counted off while its threads
// may still read.
#include <cuda_runtime.h>

struct shared_lock {
	int mutex, readers, writer;
};

__device__ void lock(int *l)
{
	while (atomicCAS(l, 0, 1) != 0)
		;
	__threadfence();
}

__device__ void unlock(int *l)
{
	__threadfence();
	atomicExch(l, 0);
}

__device__ void read_lock(shared_lock *l)
{
	lock(&l->mutex);
	if (atomicAdd(&l->readers, 1) == 0)
		lock(&l->writer);
	unlock(&l->mutex);
}

__device__ void read_unlock(shared_lock *l)
{
	lock(&l->mutex);
	if (atomicSub(&l->readers, 1) == 1)
		unlock(&l->writer);
	unlock(&l->mutex);
}

__global__ void table(shared_lock *l, int *data, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (blockIdx.x % 8 == 0) {
		if (threadIdx.x == 0)
			lock(&l->writer);
		__syncthreads();
		data[threadIdx.x] += 1; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0)
			unlock(&l->writer);
	} else {
		if (threadIdx.x == 0)
			read_lock(l);
		__syncthreads();
		out[i] = data[255 - threadIdx.x]; // twin-race: inter-block
		__syncthreads(); // twin:
		if (threadIdx.x == 0)
			read_unlock(l);
	}
}

int main()
{
	shared_lock *l;
	int *data, *out;
	cudaMalloc(&l, sizeof(*l));
	cudaMalloc(&data, 256 * sizeof(int));
	cudaMalloc(&out, 64 * 256 * sizeof(int));
	cudaMemset(l, 0, sizeof(*l));
	table<<<64, 256>>>(l, data, out); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
