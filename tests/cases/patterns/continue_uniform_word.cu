// A round without work ends before its second barrier, for the whole block, as the word it depends on is read-only.
#include <cuda_runtime.h>

__global__ void rounds(const float *__restrict__ model, const float *__restrict__ data, int n, int rounds,
	float limit, int *__restrict__ result)
{
	__shared__ int misses;
	int t = threadIdx.x;

	for (int round = blockIdx.x; round < rounds; round += gridDim.x) {
		if (t == 0)
			misses = 0; // twin-race: intra-block, intra-warp
		__syncthreads();
		if (model[round] < 0) // twin: if (model[round + t] < 0)
			continue;
		int mine = 0;
		for (int i = t; i < n; i += blockDim.x)
			if (data[i] * model[round] > limit)
				mine++;
		atomicAdd(&misses, mine); // twin-race: intra-block, intra-warp
		__syncthreads(); // twin-finding: barrier-divergence
		if (t == 0)
			result[round] = misses;
	}
}

void run(const float *model, const float *data, int n, int count, int *result)
{
	rounds<<<64, 256>>>(model, data, n, count, 0.5f, result); // launch: race-free; twin-launch: race
}
