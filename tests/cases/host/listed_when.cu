// The host makes a list of the places that are wanted: it grows, so that no two entries are the same. That is not followed, and
// no race.

#include <cuda_runtime.h>
#include <stdlib.h>

__global__ void put(const int *at, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[at[i]] = i; // twin-race: inter-block, intra-block, intra-warp
}

void run(int *out, const int *wanted, int count)
{
	int *at = (int *)malloc(count * sizeof(int)), *list, n = 0;
	for (int i = 0; i < count; i++)
		if (wanted[i])
			at[n++] = i;
	cudaMalloc(&list, n * sizeof(int));
	cudaMemcpy(list, at, n * sizeof(int), cudaMemcpyHostToDevice);
	put<<<(n + 255) / 256, 256>>>(list, out, n); // launch: undecided; twin-launch: race; twin: 	put<<<(n + 255) / 256, 256>>>(wanted, out, n);
}
