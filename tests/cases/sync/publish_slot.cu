// A writer fills a new slot for each version and publishes its number; who reads a number reads its slot: that slot is written no more.
// Threads draw slots and publish them in the same way, or push them to a list. In the twin there are eight slots, which are used again.
#include <cuda_runtime.h>

#define SLOT(k) (k) // twin: #define SLOT(k) ((k) & 7)

__global__ void versions(int *slot, int *index, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (blockIdx.x == 0) {
		if (threadIdx.x == 0)
			for (int k = 1; k <= n; k++) {
				slot[SLOT(k)] = k; // twin-race: inter-block
				__threadfence();
				atomicExch(index, k);
			}
	} else {
		int k = atomicAdd(index, 0);
		__threadfence();
		if (k > 0)
			out[i] = slot[SLOT(k)]; // twin-race: inter-block
	}
}

__global__ void drawn(float4 *pool, unsigned *next, unsigned *head, float4 *out)
{
	if (blockIdx.x < 8) {
		if (threadIdx.x == 0) {
			unsigned s = atomicAdd(next, 1u);
			pool[SLOT(s)] = make_float4(s, s, s, s); // twin-race: inter-block
			__threadfence();
			atomicExch(head, s + 1);
		}
	} else {
		unsigned h = *(volatile unsigned *)head;
		if (h != 0) {
			__threadfence();
			out[blockIdx.x * blockDim.x + threadIdx.x] = pool[SLOT(h - 1)]; // twin-race: inter-block
		}
	}
}

__global__ void pushed(int *value, int *head, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (blockIdx.x < 8) {
		int old = atomicAdd(head, 0), seen;
		value[SLOT(i)] = i; // twin-race: inter-block, intra-block, intra-warp
		do {
			seen = old;
			__threadfence();
			old = atomicCAS(head, seen, i + 1);
		} while (old != seen);
	} else {
		int h = atomicAdd(head, 0);
		__threadfence();
		out[i] = h ? value[SLOT(h - 1)] : 0; // twin-race: inter-block
	}
}

int main()
{
	int *slot, *index, *head, *out;
	float4 *pool, *copies;
	cudaMalloc(&slot, 1000 * sizeof(int));
	cudaMalloc(&out, 64 * 64 * sizeof(int));
	cudaMalloc(&index, 4 * sizeof(int));
	cudaMalloc(&pool, 64 * sizeof(float4));
	cudaMalloc(&copies, 64 * 64 * sizeof(float4));
	cudaMalloc(&head, sizeof(int));
	cudaMemset(index, 0, 4 * sizeof(int));
	cudaMemset(head, 0, sizeof(int));
	versions<<<64, 64>>>(slot, index, out, 100); // launch: race-free; twin-launch: race
	drawn<<<64, 64>>>(pool, (unsigned *)index + 1, (unsigned *)index + 2, copies); // launch: race-free; twin-launch: race
	pushed<<<64, 64>>>(slot, head, out); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
