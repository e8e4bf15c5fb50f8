// Blocks gather what they find, and take room for it in a list that a ticket lock guards: what they find its length to be is
// their own. In the twin the length grows by one too few.
#include <cuda_runtime.h>

struct turns {
	unsigned next, serving;
};
__device__ struct turns turn;

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
		unsigned own = atomicAdd(&turn.next, 1u);
		while (*(volatile unsigned *)&turn.serving != own)
			;
		__threadfence();
		first = *length;
		*length = first + found; // twin: 		*length = first + found - 1;
		__threadfence();
		atomicAdd(&turn.serving, 1u);
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
