// One lane of each warp that reads is counted for it; the first takes the lock of the writers for all. In the twin a reader who is not the last leaves it.
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
	if (atomicSub(&l->readers, 1) == 1) // twin: 	if (atomicSub(&l->readers, 1) == 2)
		unlock(&l->writer);
	unlock(&l->mutex);
}

__global__ void table(shared_lock *l, int *data, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	if (i / 32 % 8 == 0) {
		if (lane == 0)
			lock(&l->writer);
		__syncwarp();
		data[lane] += 1; // twin-race: inter-block, intra-block
		__syncwarp();
		if (lane == 0)
			unlock(&l->writer);
	} else {
		if (lane == 0)
			read_lock(l);
		__syncwarp();
		out[i] = data[31 - lane]; // twin-race: inter-block, intra-block
		__syncwarp();
		if (lane == 0)
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
