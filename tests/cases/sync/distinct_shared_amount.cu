// One thread reserves as many places as its block or warp fills; the number is read again from shared memory, or is the warp's own.
#include <cuda_runtime.h>

__global__ void of_block(const int *in, int *out, int *total)
{
	__shared__ int count, base;
	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	if (in[blockIdx.x * blockDim.x + threadIdx.x] > 0)
		atomicAdd(&count, 1);
	__syncthreads();
	if (threadIdx.x == 0)
		base = atomicAdd(total, count);
	__syncthreads();
	for (int j = threadIdx.x; j < count; j += blockDim.x) // twin: 	for (int j = threadIdx.x; j <= count; j += blockDim.x)
		out[base + j] = j; // twin-race: inter-block
}

// The number is changed between the two readings.
__global__ void changed(const int *in, int *out, int *total)
{
	__shared__ int count, base;
	if (threadIdx.x == 0)
		count = in[blockIdx.x];
	__syncthreads();
	if (threadIdx.x == 0)
		base = atomicAdd(total, count);
	__syncthreads();
	if (threadIdx.x == 0)
		count = in[blockIdx.x] + 1;
	__syncthreads();
	for (int j = threadIdx.x; j < count; j += blockDim.x)
		out[base + j] = j; // race: inter-block; twin-race: inter-block
}

__global__ void of_warp(const int *__restrict__ in, int *__restrict__ out, int *total)
{
	int w = threadIdx.x / 32, l = threadIdx.x % 32;
	int c = in[blockIdx.x * 8 + w], base = 0;
	if (l == 0)
		base = atomicAdd(total, c);
	base = __shfl_sync(~0u, base, 0);
	for (int j = l; j < c; j += 32)
		out[base + j] = j;
}

int main()
{
	int *a, *b, *t;
	cudaMalloc(&a, 1 << 20);
	cudaMalloc(&b, 1 << 20);
	cudaMalloc(&t, sizeof(int));
	of_block<<<16, 256>>>(a, b, t); // launch: race-free; twin-launch: race
	changed<<<16, 256>>>(a, b, t); // launch: race; twin-launch: race
	of_warp<<<16, 256>>>(a, b, t); // launch: race-free; twin-launch: race-free
	return cudaDeviceSynchronize();
}
