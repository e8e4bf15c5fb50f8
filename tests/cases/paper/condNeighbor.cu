// CSR graph: each block counts a vertex's neighbours that meet a condition; thread 0 adds without an atomic.
// races: 2
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void cond_neighbor(const int *nindex, const int *nlist, const int *key, int *count, int nodes)
{
	__shared__ int found;
	int v = blockIdx.x;

	if (v >= nodes)
		return;
	if (threadIdx.x == 0)
		found = 0;
	__syncthreads();
	for (int j = nindex[v] + threadIdx.x; j < nindex[v + 1]; j += blockDim.x)
		if (key[nlist[j]] > key[v])
			atomicAdd(&found, 1);
	__syncthreads();
	if (threadIdx.x == 0)
		count[0] += found; // race: inter-block; twin: atomicAdd(&count[0], found);
}

int main(int argc, char **argv)
{
	int nodes = atoi(argv[1]), edges = atoi(argv[2]);
	int *nindex, *nlist, *key, *count;

	cudaMalloc(&nindex, (nodes + 1) * sizeof(int));
	cudaMalloc(&nlist, edges * sizeof(int));
	cudaMalloc(&key, nodes * sizeof(int));
	cudaMalloc(&count, sizeof(int));
	cond_neighbor<<<nodes, 256>>>(nindex, nlist, key, count, nodes); // launch: race; twin-launch: race-free
	return cudaDeviceSynchronize();
}
