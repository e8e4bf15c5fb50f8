#include <cuda_runtime.h>

// Many counters of statistics, and rows of results beside them: what is found at the counters is no index.

__global__ void tally(const int *sample, int *row, unsigned *above, unsigned *equal, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int *own = row + i * 18; // twin: 	int *own = row + i * 17;
	own[0] = sample[i] + 0; // twin-race: inter-block, intra-block, intra-warp
	if (sample[i * 18 + 0] > 0)
		atomicAdd(&above[0], 1);
	else if (sample[i * 18 + 0] == 0)
		atomicAdd(&equal[0], 1);
	own[1] = sample[i] + 1;
	if (sample[i * 18 + 1] > 1)
		atomicAdd(&above[1], 1);
	else if (sample[i * 18 + 1] == 1)
		atomicAdd(&equal[1], 1);
	own[2] = sample[i] + 2;
	if (sample[i * 18 + 2] > 2)
		atomicAdd(&above[2], 1);
	else if (sample[i * 18 + 2] == 2)
		atomicAdd(&equal[2], 1);
	own[3] = sample[i] + 3;
	if (sample[i * 18 + 3] > 3)
		atomicAdd(&above[3], 1);
	else if (sample[i * 18 + 3] == 3)
		atomicAdd(&equal[3], 1);
	own[4] = sample[i] + 4;
	if (sample[i * 18 + 4] > 4)
		atomicAdd(&above[4], 1);
	else if (sample[i * 18 + 4] == 4)
		atomicAdd(&equal[4], 1);
	own[5] = sample[i] + 5;
	if (sample[i * 18 + 5] > 5)
		atomicAdd(&above[5], 1);
	else if (sample[i * 18 + 5] == 5)
		atomicAdd(&equal[5], 1);
	own[6] = sample[i] + 6;
	if (sample[i * 18 + 6] > 6)
		atomicAdd(&above[6], 1);
	else if (sample[i * 18 + 6] == 6)
		atomicAdd(&equal[6], 1);
	own[7] = sample[i] + 7;
	if (sample[i * 18 + 7] > 7)
		atomicAdd(&above[7], 1);
	else if (sample[i * 18 + 7] == 7)
		atomicAdd(&equal[7], 1);
	own[8] = sample[i] + 8;
	if (sample[i * 18 + 8] > 8)
		atomicAdd(&above[8], 1);
	else if (sample[i * 18 + 8] == 8)
		atomicAdd(&equal[8], 1);
	own[9] = sample[i] + 9;
	if (sample[i * 18 + 9] > 9)
		atomicAdd(&above[9], 1);
	else if (sample[i * 18 + 9] == 9)
		atomicAdd(&equal[9], 1);
	own[10] = sample[i] + 10;
	if (sample[i * 18 + 10] > 10)
		atomicAdd(&above[10], 1);
	else if (sample[i * 18 + 10] == 10)
		atomicAdd(&equal[10], 1);
	own[11] = sample[i] + 11;
	if (sample[i * 18 + 11] > 11)
		atomicAdd(&above[11], 1);
	else if (sample[i * 18 + 11] == 11)
		atomicAdd(&equal[11], 1);
	own[12] = sample[i] + 12;
	if (sample[i * 18 + 12] > 12)
		atomicAdd(&above[12], 1);
	else if (sample[i * 18 + 12] == 12)
		atomicAdd(&equal[12], 1);
	own[13] = sample[i] + 13;
	if (sample[i * 18 + 13] > 13)
		atomicAdd(&above[13], 1);
	else if (sample[i * 18 + 13] == 13)
		atomicAdd(&equal[13], 1);
	own[14] = sample[i] + 14;
	if (sample[i * 18 + 14] > 14)
		atomicAdd(&above[14], 1);
	else if (sample[i * 18 + 14] == 14)
		atomicAdd(&equal[14], 1);
	own[15] = sample[i] + 15;
	if (sample[i * 18 + 15] > 15)
		atomicAdd(&above[15], 1);
	else if (sample[i * 18 + 15] == 15)
		atomicAdd(&equal[15], 1);
	own[16] = sample[i] + 16;
	if (sample[i * 18 + 16] > 16)
		atomicAdd(&above[16], 1);
	else if (sample[i * 18 + 16] == 16)
		atomicAdd(&equal[16], 1);
	own[17] = sample[i] + 17; // twin-race: inter-block, intra-block, intra-warp
	if (sample[i * 18 + 17] > 17)
		atomicAdd(&above[17], 1);
	else if (sample[i * 18 + 17] == 17)
		atomicAdd(&equal[17], 1);
}

int main(int argc, char **argv)
{
	int n = 1000, *sample, *row;
	unsigned *above, *equal;
	cudaMalloc(&sample, n * 18 * sizeof(int));
	cudaMalloc(&row, n * 18 * sizeof(int));
	cudaMalloc(&above, 18 * sizeof(unsigned));
	cudaMalloc(&equal, 18 * sizeof(unsigned));
	tally<<<(n + 127) / 128, 128>>>(sample, row, above, equal, n); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
