// What is kept of a block goes to places that a scan in shared memory counts (Hillis and Steele), inclusive.
#include <cuda_runtime.h>

#define N 256

__global__ void keep(const int *in, int *out, int n)
{
	__shared__ int sum[N];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	int kept = i < n && in[i] > 0 ? 1 : 0;

	sum[t] = kept;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		int before = t >= d ? sum[t - d] : 0; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		sum[t] += before; // twin-race: intra-block,intra-warp
		__syncthreads();
	}
	if (kept)
		out[blockIdx.x * N + sum[t] - 1] = in[i];
}

void run(const int *in, int *out, int n)
{
	keep<<<(n + N - 1) / N, N>>>(in, out, n); // launch: race-free; twin-launch: race
}
