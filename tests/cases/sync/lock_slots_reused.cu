// Who sees that a slot of an array lock is open sees that the one before is closed; in the twin no fence says so.
#include <cuda_runtime.h>

#define SLOTS 256

__device__ unsigned next_slot;
__device__ volatile int may_enter[SLOTS] = { 1 };

__global__ void count(int *total, int rounds)
{
	if (threadIdx.x)
		return;
	for (int r = 0; r < rounds; r++) {
		unsigned slot = atomicAdd(&next_slot, 1) % SLOTS;
		while (!may_enter[slot])
			;
		__threadfence();
		total[0] += 1; // twin-race: inter-block
		__threadfence();
		may_enter[slot] = 0;
		__threadfence(); // twin:
		may_enter[(slot + 1) % SLOTS] = 1;
	}
}

int main(void)
{
	int *total;
	cudaMalloc(&total, sizeof(int));
	count<<<256, 32>>>(total, 10); // launch: race-free; twin-launch: race
	return 0;
}
