// Places that an earlier kernel has computed: a race needs equal ones among them, and the cause says whose they are.
#include <cuda_runtime.h>

__global__ void ranks(const float *x, int *rank, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;

	if (i >= n)
		return;
	for (int j = 0; j < n; j++)
		r += x[j] < x[i];
	rank[i] = r;
}

__global__ void scatter(const float *x, const int *rank, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[rank[i]] = x[i]; // race: inter-block,intra-block,intra-warp; cause: which an earlier kernel has computed; twin: y[i + rank[0]] = x[i];
}

void run(const float *x, float *y, int n)
{
	int *rank;

	cudaMalloc(&rank, n * sizeof(int));
	ranks<<<(n + 255) / 256, 256>>>(x, rank, n); // launch: race-free; twin-launch: race-free
	scatter<<<(n + 255) / 256, 256>>>(x, rank, y, n); // launch: race; twin-launch: race-free
	cudaFree(rank);
}
