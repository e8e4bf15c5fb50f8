// A token that goes round the blocks again and again; in the twin two blocks share a place.
#include <cuda_runtime.h>

__global__ void pass(volatile int *token, int *log, int rounds)
{
	if (threadIdx.x)
		return;
	for (int r = 0; r < rounds; r++) {
		while (*token % gridDim.x != blockIdx.x) // twin: while (*token % 4 != blockIdx.x % 4)
			;
		__threadfence();
		log[0] += 1; // twin-race: inter-block
		__threadfence();
		*token = *token + 1;
	}
}

void run(int *token, int *log, int rounds)
{
	pass<<<8, 32>>>(token, log, rounds); // launch: race-free; twin-launch: race
}
