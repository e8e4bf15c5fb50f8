// The first wrong element is reported, by either of two tests: one counter elects one thread for both places.
#include <cuda_runtime.h>

__global__ void check(const int *a, const int *b, int *report)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (a[i] < 0)
		if (atomicAdd(&report[0], 1) == 0)
			report[1] = i; // twin-race: inter-block,intra-block,intra-warp
	if (a[i] != b[i])
		if (atomicAdd(&report[0], 1) == 0) // twin: if (atomicAdd(&report[2], 1) == 0)
			report[1] = i; // twin-race: inter-block,intra-block,intra-warp
}

/* In each round anew. */
__global__ void rounds(const int *a, int *report, int n)
{
	__shared__ int found, who;

	for (int r = 0; r < n; r++) {
		int first = 1, second = 1;
		if (threadIdx.x == 0)
			found = 0;
		__syncthreads();
		if (a[threadIdx.x] > r)
			first = atomicAdd(&found, 1);
		if (a[threadIdx.x] < -r)
			second = atomicAdd(&found, 1);
		if (first == 0)
			who = threadIdx.x;
		if (second == 0)
			who = threadIdx.x;
		__syncthreads();
		if (threadIdx.x == 0)
			report[r] = who;
	}
}

int main()
{
	int *a, *b, *report;

	cudaMalloc(&a, 1 << 22);
	cudaMalloc(&b, 1 << 22);
	cudaMalloc(&report, 64);
	cudaMemset(report, 0, 64);
	check<<<4096, 256>>>(a, b, report); // launch: race-free; twin-launch: race
	rounds<<<1, 256>>>(a, report, 16); // launch: race-free; twin-launch: race-free
	return cudaDeviceSynchronize();
}
