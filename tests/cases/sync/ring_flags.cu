// A ring of slots, each with a flag of its own; the twin reads the slot after the one that it has waited for.
#include <cuda_runtime.h>

enum { SLOTS = 4 };

__global__ void ring(int *full, int *slot, int *out, int n)
{
	if (threadIdx.x)
		return;
	for (int i = 0; i < n; i++) {
		int at = i % SLOTS;
		if (blockIdx.x == 0) {
			while (atomicAdd(&full[at], 0) != 0)
				;
			__threadfence();
			slot[at] = i * i; // twin-race: inter-block
			__threadfence();
			atomicExch(&full[at], 1);
		} else {
			while (atomicAdd(&full[at], 0) != 1)
				;
			__threadfence();
			out[i] = slot[at]; // twin-race: inter-block; twin: out[i] = slot[(i + 1) % SLOTS];
			__threadfence();
			atomicExch(&full[at], 0);
		}
	}
}

int main()
{
	int *full, *slot, *out;
	cudaMalloc(&full, SLOTS * sizeof(int));
	cudaMalloc(&slot, SLOTS * sizeof(int));
	cudaMalloc(&out, 64 * sizeof(int));
	cudaMemset(full, 0, SLOTS * sizeof(int));
	ring<<<2, 32>>>(full, slot, out, 64); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
