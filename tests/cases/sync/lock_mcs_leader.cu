// An MCS lock in arrays, taken by a block's leader in each round; in the twin the fence before it is left has block scope.
#include <cuda_runtime.h>

__global__ void count(int *tail, volatile int *locked, volatile int *next, int *total, int rounds)
{
	int me = blockIdx.x;
	for (int r = 0; r < rounds; r++) {
		if (threadIdx.x == 0) {
			next[me] = -1;
			locked[me] = 1;
			__threadfence();
			int pred = atomicExch(tail, me);
			if (pred >= 0) {
				next[pred] = me;
				while (locked[me] == 1)
					;
			}
			__threadfence();
		}
		__syncthreads();
		total[threadIdx.x] += r; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence(); // twin: __threadfence_block();
			int succ = next[me];
			if (succ < 0) {
				if (atomicCAS(tail, me, -1) != me) {
					do succ = next[me]; while (succ < 0);
					locked[succ] = 0;
				}
			} else {
				locked[succ] = 0;
			}
		}
	}
}

int main(void)
{
	int *tail, *locked, *next, *total;
	cudaMalloc(&tail, sizeof(int));
	cudaMalloc(&locked, 512 * sizeof(int));
	cudaMalloc(&next, 512 * sizeof(int));
	cudaMalloc(&total, 128 * sizeof(int));
	cudaMemset(tail, 0xff, sizeof(int));
	count<<<512, 128>>>(tail, locked, next, total, 10); // launch: race-free; twin-launch: race
	return 0;
}
