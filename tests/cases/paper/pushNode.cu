// CSR graph, one warp a vertex: lane 0 pushes the vertex's value to its neighbours, which other warps share.
// races: 2
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void push(const int *nindex, const int *nlist, const int *value, int *data, int nodes)
{
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int lane = threadIdx.x % 32;

	if (v < nodes && lane == 0) {
		int end = nindex[v + 1];

		for (int j = nindex[v]; j < end; j++)
			data[nlist[j]] = value[v]; // race: inter-block,intra-block; twin: atomicMax(&data[nlist[j]], value[v]);
	}
}

int main(int argc, char **argv)
{
	int nodes = atoi(argv[1]), edges = atoi(argv[2]);
	int *nindex, *nlist, *value, *data;

	cudaMalloc(&nindex, (nodes + 1) * sizeof(int));
	cudaMalloc(&nlist, edges * sizeof(int));
	cudaMalloc(&value, nodes * sizeof(int));
	cudaMalloc(&data, nodes * sizeof(int));
	push<<<(nodes + 7) / 8, 256>>>(nindex, nlist, value, data, nodes); // launch: race; twin-launch: race-free
	return cudaDeviceSynchronize();
}
