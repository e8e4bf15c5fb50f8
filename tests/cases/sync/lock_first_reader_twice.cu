// Readers who come twice, one time after the other; in the twin they read once more when they have gone.
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
	if (threadIdx.x)
		return;
	if (blockIdx.x % 8 == 0) {
		lock(&l->writer);
		data[0] = data[0] + 1; // twin-race: inter-block
		unlock(&l->writer);
	} else {
		read_lock(l);
		out[blockIdx.x] = data[0];
		read_unlock(l);
		read_lock(l);
		int more = data[0];
		read_unlock(l);
		out[blockIdx.x] += more; // twin-race: inter-block; twin: 		out[blockIdx.x] += data[0];
	}
}

int main()
{
	shared_lock *l;
	int *data, *out;
	cudaMalloc(&l, sizeof(*l));
	cudaMalloc(&data, sizeof(int));
	cudaMalloc(&out, 64 * sizeof(int));
	cudaMemset(l, 0, sizeof(*l));
	table<<<64, 32>>>(l, data, out); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
