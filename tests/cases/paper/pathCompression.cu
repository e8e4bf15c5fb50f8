// Union-find in CSR graph codes: every block shortens the path of its own vertex with plain accesses.
// races: 2
#include <cuda_runtime.h>
#include <cstdlib>
#ifdef ATOMIC
#define READ(p) atomicAdd(p, 0)
#define STORE(p, v) atomicExch(p, v)
#else
#define READ(p) (*(p))
#define STORE(p, v) (*(p) = (v))
#endif
// twin-flags: -- -DATOMIC

__global__ void compress(int *parent, int nodes)
{
	int v = blockIdx.x;

	if (threadIdx.x == 0 && v < nodes) {
		int prev = v, curr = v, next;

		while ((next = READ(&parent[curr])) < curr) { // race: inter-block
			STORE(&parent[prev], next);           // race: inter-block
			prev = curr;
			curr = next;
		}
	}
}

int main(int argc, char **argv)
{
	int nodes = atoi(argv[1]), *parent;

	cudaMalloc(&parent, nodes * sizeof(int));
	cudaMemcpy(parent, argv[2], nodes * sizeof(int), cudaMemcpyHostToDevice);
	compress<<<nodes, 32>>>(parent, nodes); // launch: race; twin-launch: race-free
	return cudaDeviceSynchronize();
}
