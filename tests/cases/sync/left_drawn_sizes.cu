// Who draws the last number sums up. A launch of more blocks begins with what the one before has drawn: a block draws that number
// while others are still to come. In the twin the host sets the count back. A count that comes round, or is set back by the last block, is found at 0.
#include <cuda_runtime.h>

__global__ void sum(int *part, unsigned int *count, int *out)
{
	part[blockIdx.x] = blockIdx.x;
	__threadfence();
	unsigned int found = atomicAdd(count, 1);
	if (found == gridDim.x - 1) {
		__threadfence();
		int total = 0;
		for (unsigned int i = 0; i < gridDim.x; i++)
			total += part[i];
		*out = total;
	}
}

__global__ void sum_round(int *part, unsigned int *count, int *out)
{
	part[blockIdx.x] = blockIdx.x;
	__threadfence();
	if (atomicInc(count, gridDim.x - 1) == gridDim.x - 1) {
		__threadfence();
		int total = 0;
		for (unsigned int i = 0; i < gridDim.x; i++)
			total += part[i];
		*out = total;
	}
}

__global__ void sum_back(int *part, unsigned int *count, int *out)
{
	part[blockIdx.x] = blockIdx.x;
	__threadfence();
	if (atomicAdd(count, 1) == gridDim.x - 1) {
		__threadfence();
		int total = 0;
		for (unsigned int i = 0; i < gridDim.x; i++)
			total += part[i];
		*out = total;
		*count = 0;
	}
}

int main()
{
	int *part, *out;
	unsigned int *count, *round, *back;
	cudaMalloc(&part, 4 * 200);
	cudaMalloc(&out, 4);
	cudaMalloc(&count, 4);
	cudaMalloc(&round, 4);
	cudaMalloc(&back, 4);
	cudaMemset(count, 0, 4);
	cudaMemset(round, 0, 4);
	cudaMemset(back, 0, 4);
	sum<<<100, 1>>>(part, count, out); // launch: race-free; twin-launch: race-free
	; // twin: cudaMemset(count, 0, 4);
	sum<<<200, 1>>>(part, count, out); // launch: undecided; twin-launch: race-free
	sum_round<<<100, 1>>>(part, round, out); // launch: race-free; twin-launch: race-free
	sum_round<<<200, 1>>>(part, round, out); // launch: race-free; twin-launch: race-free
	sum_back<<<100, 1>>>(part, back, out); // launch: race-free; twin-launch: race-free
	sum_back<<<200, 1>>>(part, back, out); // launch: race-free; twin-launch: race-free
}
