// Bitonic sort of a block's keys in shared memory: xor partners, a barrier after each step.
#include <cuda_runtime.h>

__global__ void sort(int *data)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	s[t] = data[blockIdx.x * 64 + t];
	__syncthreads();
	for (int k = 2; k <= 64; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			int p = t ^ j;

			if (p > t) {
				int a = s[t], b = s[p]; // twin-race: intra-block,intra-warp

				if ((a > b) == ((t & k) == 0)) {
					s[t] = b; // twin-race: intra-block,intra-warp
					s[p] = a; // twin-race: intra-block,intra-warp
				}
			}
			__syncthreads(); // twin:
		}
	__syncthreads();
	data[blockIdx.x * 64 + t] = s[t];
}

void run(int *data, int blocks)
{
	sort<<<blocks, 64>>>(data); // launch: race-free; twin-launch: race
}
