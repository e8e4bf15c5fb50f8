// Blocks read in some rounds and write in others, and readers are counted under a mutex, the first of whom takes the lock of the writers for all. In the twin who
// leaves a lock runs no fence before.
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
	__threadfence(); // twin:
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
	for (int r = 0; r < 100; r++) {
		if ((blockIdx.x + r) % 8 == 0) {
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
			out[i] += data[255 - threadIdx.x]; // twin-race: inter-block
			__syncthreads();
			if (threadIdx.x == 0)
				read_unlock(l);
		}
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
