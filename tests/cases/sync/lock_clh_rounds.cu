// A CLH lock taken in rounds: who leaves it goes on with the node of the one before; in the twin only every other time.
#include <cuda_runtime.h>

__global__ void count(int *tail, int *locked, int *total, int rounds)
{
	int me = blockIdx.x + 1;
	for (int r = 0; r < rounds; r++) {
		int pred;
		if (threadIdx.x == 0) {
			atomicExch(&locked[me], 1);
			__threadfence();
			pred = atomicExch(tail, me);
			while (atomicAdd(&locked[pred], 0))
				;
			__threadfence();
		}
		__syncthreads();
		total[threadIdx.x] += r; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(&locked[me], 0);
			me = pred; // twin: if (r & 1) me = pred;
		}
	}
}

int main(void)
{
	int *tail, *locked, *total;
	cudaMalloc(&tail, sizeof(int));
	cudaMalloc(&locked, 513 * sizeof(int));
	cudaMalloc(&total, 128 * sizeof(int));
	cudaMemset(tail, 0, sizeof(int));
	cudaMemset(locked, 0, 513 * sizeof(int));
	count<<<512, 128>>>(tail, locked, total, 10); // launch: race-free; twin-launch: race
	return 0;
}
