// A slot in a list of the block; read again, the counter may have moved on.
#include <cuda_runtime.h>

#define MAX 256

__global__ void collect(const float *x, int *out, int *count, float limit)
{
	__shared__ int list[MAX];
	__shared__ int n;
	int i = blockIdx.x * MAX + threadIdx.x;

	if (threadIdx.x == 0)
		n = 0;
	__syncthreads();
	if (x[i] > limit) {
		int slot = atomicAdd(&n, 1); // twin-race: intra-block,intra-warp; twin: 		atomicAdd(&n, 1); int slot = n - 1;
		list[slot] = i;
	}
	__syncthreads();
	for (int k = threadIdx.x; k < n; k += MAX)
		out[blockIdx.x * MAX + k] = list[k];
	if (threadIdx.x == 0)
		count[blockIdx.x] = n;
}

void run(const float *x, int *out, int *count, float limit, int blocks)
{
	collect<<<blocks, MAX>>>(x, out, count, limit); // launch: race-free; twin-launch: race
}
