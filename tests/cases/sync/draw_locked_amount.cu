// The same under a lock by compare-and-swap. In the twin it is left before the length has grown.
#include <cuda_runtime.h>

__device__ unsigned guard;

__global__ void append(const int *in, int *out, int *length, int n)
{
	__shared__ int queue[256], found, first;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (threadIdx.x == 0)
		found = 0;
	__syncthreads();
	if (i < n && in[i] > 0)
		queue[atomicAdd(&found, 1)] = in[i];
	__syncthreads();
	if (threadIdx.x == 0) {
		while (atomicCAS(&guard, 0u, 1u) != 0)
			;
		__threadfence();
		first = *length; // twin-race: inter-block
		; // twin: 		atomicExch(&guard, 0u);
		*length = first + found; // twin-race: inter-block
		__threadfence();
		atomicExch(&guard, 0u);
	}
	__syncthreads();
	if (threadIdx.x < found)
		out[first + threadIdx.x] = queue[threadIdx.x]; // twin-race: inter-block
}

void run(const int *in, int *out, int n)
{
	int *length;
	cudaMalloc(&length, sizeof(*length));
	cudaMemset(length, 0, sizeof(*length));
	append<<<(n + 255) / 256, 256>>>(in, out, length, n); // launch: race-free; twin-launch: race
}
