// Rule 110: each thread publishes its cells with a flag and waits for its neighbours' flags, block scope inside a block.
#include <cuda_runtime.h>

#define BLOCKS 4
#define THREADS 64
#define TOTAL (BLOCKS * THREADS)

__global__ void rule110(int *arr, int *copy, int *flag, int size, int step)
{
	int btid = threadIdx.x, tid = btid + blockIdx.x * THREADS;

	for (int i = tid; i < size; i += TOTAL)
		copy[i] = arr[i]; // twin-race: inter-block; twin-cause: scope
	if (btid == 0 || btid == THREADS - 1) {
		__threadfence(); // twin: __threadfence_block();
		atomicExch(&flag[tid], step);
	} else {
		__threadfence_block();
		atomicExch_block(&flag[tid], step);
	}

	if (btid <= 1) {
		while (atomicAdd(&flag[(TOTAL + tid - 1) % TOTAL], 0) != step)
			;
		__threadfence();
	} else {
		while (atomicAdd_block(&flag[tid - 1], 0) != step)
			;
		__threadfence_block();
	}
	for (int i = tid; i < size; i += TOTAL)
		arr[i] = i > 0 ? copy[i - 1] : 0; // twin-race: inter-block

	if (btid >= THREADS - 2) {
		while (atomicAdd(&flag[(TOTAL + tid + 1) % TOTAL], 0) != step)
			;
		__threadfence();
	} else {
		while (atomicAdd_block(&flag[tid + 1], 0) != step)
			;
		__threadfence_block();
	}
	for (int i = tid; i < size; i += TOTAL) {
		int cells = arr[i] * 4 + copy[i] * 2;

		if (i + 1 < size)
			cells += copy[i + 1]; // twin-race: inter-block
		arr[i] = cells != 7 && cells != 4 && cells != 0;
	}
}

int main()
{
	const int size = 1 << 12;
	int *arr, *copy, *flag;

	cudaMalloc(&arr, size * sizeof(int));
	cudaMalloc(&copy, size * sizeof(int));
	cudaMalloc(&flag, TOTAL * sizeof(int));
	cudaMemset(flag, 0, TOTAL * sizeof(int));
	for (int step = 1; step <= 100; step++)
		rule110<<<BLOCKS, THREADS>>>(arr, copy, flag, size, step); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
