// Indices that threads put into a shared table behind a barrier, each at its own place, are what they computed.
#include <cuda_runtime.h>

__global__ void expand(int *out, const int *in)
{
	__shared__ int start[256];

	start[threadIdx.x] = threadIdx.x * 16; // twin: start[threadIdx.x] = threadIdx.x * 8;
	__syncthreads();
	int other = threadIdx.x ^ 1;
	for (int i = 0; i < 16; i++)
		out[blockIdx.x * 4096 + start[other] + i] = in[threadIdx.x + i]; // twin-race: intra-block,intra-warp
}

__global__ void reverse(int *out, const int *in, int n)
{
	__shared__ int order[256];

	if (threadIdx.x < n)
		order[threadIdx.x] = n - 1 - threadIdx.x;
	__syncthreads();
	if (threadIdx.x < n)
		out[blockIdx.x * 256 + order[threadIdx.x]] = in[threadIdx.x];
}

int main()
{
	int *in, *out;

	cudaMalloc(&in, 1024 * sizeof(int));
	cudaMalloc(&out, 16 * 4096 * sizeof(int));
	expand<<<16, 256>>>(out, in); // launch: race-free; twin-launch: race
	reverse<<<16, 256>>>(out, in, 200); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
