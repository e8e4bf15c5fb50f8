// requires: toolkit
// Loads and stores with cache hints, the host's clock and CUDA 12's advice on managed memory, with a toolkit's headers.
#include <stdio.h>

__global__ void copy(const float *from, float *to, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		__stcs(to + i % 1024, __ldcs(from + i)); // twin-race: inter-block
}

int main()
{
	float *from, *to;
	clock_t start = clock();
	cudaMallocManaged(&from, 8192);
	cudaMallocManaged(&to, 8192);
	cudaMemAdvise(from, 8192, cudaMemAdviseSetReadMostly, 0);
	cudaMemPrefetchAsync(from, 8192, 0);
	copy<<<8, 256>>>(from, to, 1024); // launch: race-free; twin-launch: race; twin: 	copy<<<8, 256>>>(from, to, 2048);
	cudaDeviceSynchronize();
	printf("%ld\n", (long)(clock() - start));
}
