// A bitonic sort by products and quotients, of as many keys as a block has threads: all threads and rounds are tried.
#include <cuda_runtime.h>
#define N 256

__device__ void order(int &a, int &b, bool up)
{
	if ((a > b) == up) { // twin-race: intra-warp
		int kept = a;

		a = b; // twin-race: intra-warp
		b = kept; // twin-race: intra-warp
	}
}

__global__ void sort(int *keys)
{
	__shared__ int s[N];
	int t = threadIdx.x;

	s[t] = keys[blockIdx.x * N + t];
	__syncthreads();
	for (int k = 2; k <= N; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			int p = t ^ j; // twin: 			int p = t ^ (j == 32 && k == N && t == 77 ? 33 : j);

			if (p > t)
				order(s[t], s[p], (t & k) == 0);
			__syncthreads();
		}
	keys[blockIdx.x * N + t] = s[t];
}

void run(int *keys, int blocks)
{
	sort<<<blocks, N>>>(keys); // launch: race-free; twin-launch: race
}
