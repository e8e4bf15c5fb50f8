// Producers draw a slot in each round, fill it and set its flag; consumers draw slots, too, and wait for their flags: no other round of the
// producer has drawn that slot. In the twin every second round draws the slot of the one before again.
#include <cuda_runtime.h>

__global__ void work(int *item, int *ready, int *tail, int *head, int *out, int n)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x < 16) {
		for (int i = 0; i < 4; i++) {
			int slot = atomicAdd(tail, 1); // twin: int slot = atomicAdd(tail, i & 1);
			item[slot] = i; // twin-race: inter-block
			__threadfence();
			atomicExch(&ready[slot], 1);
		}
	} else {
		for (;;) {
			int slot = atomicAdd(head, 1);
			if (slot >= n)
				break;
			while (atomicAdd(&ready[slot], 0) == 0)
				;
			__threadfence();
			out[slot] = item[slot]; // twin-race: inter-block
		}
	}
}

int main()
{
	int *item, *ready, *ends, *out;
	cudaMalloc(&item, 64 * sizeof(int));
	cudaMalloc(&ready, 64 * sizeof(int));
	cudaMalloc(&ends, 2 * sizeof(int));
	cudaMalloc(&out, 64 * sizeof(int));
	cudaMemset(ready, 0, 64 * sizeof(int));
	cudaMemset(ends, 0, 2 * sizeof(int));
	work<<<32, 32>>>(item, ready, ends, ends + 1, out, 64); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
