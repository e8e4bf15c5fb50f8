// An entry of a table of pointers beside the same allocation as an argument of its own.
#include <cuda_runtime.h>

__global__ void shift(float *const *half, float *first)
{
	int i = threadIdx.x;

	first[i] = i; // twin-race: intra-block, intra-warp
	if (i)
		half[1][i - 1] = -i; // twin-race: intra-block, intra-warp
}

int main()
{
	float *all, **table, *halves[2];

	cudaMalloc(&all, 1024 * sizeof(float));
	cudaMalloc(&table, sizeof(halves));
	halves[0] = all;
	halves[1] = all + 512; // twin: 	halves[1] = all;
	cudaMemcpy(table, halves, sizeof(halves), cudaMemcpyHostToDevice);
	shift<<<1, 256>>>(table, all); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
	return 0;
}
