// Levels of a search, whose ends the host keeps in an array until all nodes are in one: what is launched behind that loop
// needs no particular ends. In the twin two threads have one place.
#include <cuda_runtime.h>

__global__ void step(int *found, int from, int to)
{
	if (threadIdx.x == 0 && from < to)
		atomicAdd(found, 1);
}

__global__ void mark(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = i; // twin-race: intra-warp; twin: 		out[i / 2] = i;
}

void search(int *d_found, int *out, int n, int rounds)
{
	int *border = new int[n + 2];
	for (int round = 0; round < rounds; round++) {
		int level = 0, found = 1;
		border[0] = 0;
		border[1] = found;
		while (border[level + 1] < n) {
			step<<<1, 256>>>(d_found, border[level], border[level + 1]); // launch: race-free; twin-launch: race-free
			cudaMemcpy(&found, d_found, sizeof(int), cudaMemcpyDeviceToHost);
			level++;
			border[level + 1] = found;
		}
		mark<<<(n + 255) / 256, 256>>>(out, n); // launch: race-free; twin-launch: race
	}
	delete[] border;
}
