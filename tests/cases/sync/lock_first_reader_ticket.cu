// Readers count themselves under a ticket lock, and the first takes the lock of the writers for all. In the twin two have one ticket.
#include <cuda_runtime.h>

struct shared_lock {
	unsigned next, serving;
	int readers, writer;
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

__device__ void enter(shared_lock *l)
{
	unsigned ticket = atomicAdd(&l->next, 1); // twin: 	unsigned ticket = atomicAdd(&l->next, 1) / 2;
	while (atomicAdd(&l->serving, 0) != ticket)
		;
	__threadfence();
}

__device__ void leave(shared_lock *l)
{
	__threadfence();
	atomicAdd(&l->serving, 1);
}

__device__ void read_lock(shared_lock *l)
{
	enter(l);
	if (atomicAdd(&l->readers, 1) == 0)
		lock(&l->writer);
	leave(l);
}

__device__ void read_unlock(shared_lock *l)
{
	enter(l);
	if (atomicSub(&l->readers, 1) == 1)
		unlock(&l->writer);
	leave(l);
}

__global__ void table(shared_lock *l, int *data, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x % 8 == 0) {
		lock(&l->writer);
		data[0] = data[0] + 1; // twin-race: inter-block
		unlock(&l->writer);
	} else {
		read_lock(l);
		out[blockIdx.x] = data[0]; // twin-race: inter-block
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
