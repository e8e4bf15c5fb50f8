// Hillis-Steele scan: reads of a step and its writes need a barrier between, and one after.
#include <cuda_runtime.h>

template <int N>
__global__ void prefix(int *data, int *sums)
{
	__shared__ int s[N];
	const int t = threadIdx.x;

	s[t] = data[blockIdx.x * N + t];
	__syncthreads();
#pragma unroll
	for (int d = 1; d < N; d *= 2) {
		int v = 0;
		if (t >= d)
			v = s[t - d]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		s[t] += v; // twin-race: intra-block,intra-warp
		__syncthreads();
	}
	data[blockIdx.x * N + t] = s[t];
	if (t == N - 1)
		sums[blockIdx.x] = s[t];
}

void run(int *data, int *sums, int blocks)
{
	prefix<128><<<blocks, 128>>>(data, sums); // launch: race-free; twin-launch: race
}
