#include <cstdlib>

// The host's list has places that differ, but threads behind its end all take the last one: that is a race whatever the places are.
__global__ void put(const int *at, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > n - 1)
		i = n - 1; // twin: 		return;
	out[at[i]] = threadIdx.x; // race: inter-block, intra-block, intra-warp
}

void run(int *out, const int *wanted, int count)
{
	int *at = (int *)malloc(count * sizeof(int)), *list, n = 0;
	for (int i = 0; i < count; i++)
		if (wanted[i])
			at[n++] = i;
	cudaMalloc(&list, n * sizeof(int));
	cudaMemcpy(list, at, n * sizeof(int), cudaMemcpyHostToDevice);
	put<<<(n + 255) / 256 + 1, 256>>>(list, out, n); // launch: race; twin-launch: undecided
	free(at);
}
