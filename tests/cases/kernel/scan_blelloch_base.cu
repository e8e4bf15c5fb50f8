// A block takes as many places of a list as an exclusive scan counts (Blelloch), by its last thread.
#include <cuda_runtime.h>

#define N 128

__global__ void append(const float *in, float *list, int *count)
{
	__shared__ int sum[N];
	__shared__ int base;
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	bool kept = in[i] > 0.5f;
	int stride = 1;

	sum[t] = kept;
	for (int d = N >> 1; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d)
			sum[stride * (2 * t + 2) - 1] += sum[stride * (2 * t + 1) - 1];
		stride *= 2;
	}
	if (t == 0)
		sum[N - 1] = 0;
	for (int d = 1; d < N; d *= 2) {
		stride >>= 1;
		__syncthreads();
		if (t < d) {
			int left = stride * (2 * t + 1) - 1, right = stride * (2 * t + 2) - 1;
			int up = sum[left];
			sum[left] = sum[right];
			sum[right] += up;
		}
	}
	__syncthreads();
	if (t == blockDim.x - 1)
		base = atomicAdd(count, sum[t] + kept); // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	if (kept)
		list[base + sum[t]] = in[i]; // twin-race: intra-block,intra-warp
}

void run(const float *in, float *list, int *count, int n)
{
	append<<<n / N, N>>>(in, list, count); // launch: race-free; twin-launch: race
}
