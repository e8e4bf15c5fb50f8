// Entries of a table that are initialized when they are first needed, each checked twice by its own flag and under one lock for all. In the
// twin the flag of the next entry is set.
#include <cuda_runtime.h>

struct entry {
	int ready;
	float value;
};

__device__ int lock;

__global__ void use(entry *table, const int *key, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	entry *e = table + key[i];
	if (atomicAdd(&e->ready, 0) == 0) {
		bool done = false;
		while (!done) {
			if (atomicCAS(&lock, 0, 1) == 0) {
				__threadfence();
				if (atomicAdd(&e->ready, 0) == 0) {
					e->value = 1.5f * key[i]; // twin-race: inter-block, intra-block, intra-warp
					__threadfence();
					atomicExch(&e->ready, 1); // twin: atomicExch(&e[1].ready, 1);
				}
				__threadfence();
				atomicExch(&lock, 0);
				done = true;
			}
		}
	}
	__threadfence();
	out[i] = e->value; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	entry *table;
	int *key;
	float *out;
	const int n = 4096;
	cudaMalloc(&table, 257 * sizeof(entry));
	cudaMalloc(&key, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(float));
	cudaMemset(table, 0, 257 * sizeof(entry));
	use<<<n / 128, 128>>>(table, key, out, n); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
