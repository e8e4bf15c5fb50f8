// A block of two dimensions runs code for one: threads of one column do the same work.
#include <cuda_runtime.h>

__global__ void add(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		a[i] += i; // twin-race: intra-block
}

int main()
{
	int *a, n = 10000;
	cudaMalloc(&a, n * sizeof(int));
	dim3 threads(256); // twin: 	dim3 threads(64, 4);
	add<<<(n + threads.x - 1) / threads.x, threads>>>(a, n); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
