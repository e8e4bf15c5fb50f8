// Places that all threads of the grid have counted before: no two are the same, which is not proved; that the memory they are
// kept in holds equal numbers is no race.

#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void compact(const int *in, int *rank, int *out, int n)
{
	int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
	for (int i = first; i < n; i += threads) {
		int before = 0;
		for (int j = 0; j < i; j++)
			before += in[j] != 0;
		rank[i] = before; // twin:
	}
	cooperative_groups::this_grid().sync();
	for (int i = first; i < n; i += threads)
		if (in[i] != 0)
			out[rank[i]] = in[i]; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	int *in, *rank, *out, n = 100000;
	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&rank, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	void *args[] = { &in, &rank, &out, &n };
	cudaLaunchCooperativeKernel((void *)compact, 64, 256, args); // launch: undecided; twin-launch: race
}
