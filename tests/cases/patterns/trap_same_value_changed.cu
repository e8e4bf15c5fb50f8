// Label propagation: every thread that changes something sets the same flag.
#include <cuda_runtime.h>

__global__ void propagate(const int *row, const int *col, const int *in, int *out, int *changed, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;

	if (v >= n)
		return;
	int best = in[v];
	for (int e = row[v]; e < row[v + 1]; e++)
		best = min(best, in[col[e]]);
	out[v] = best;
	if (best != in[v])
		*changed = 1; // race(warning): inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp; twin: 		*changed = v;
}

int main()
{
	int n = 1 << 16, *row, *col, *a, *b, *changed;
	cudaMalloc(&row, (n + 1) * sizeof(int));
	cudaMalloc(&col, 8 * n * sizeof(int));
	cudaMalloc(&a, n * sizeof(int));
	cudaMalloc(&b, n * sizeof(int));
	cudaMalloc(&changed, sizeof(int));
	propagate<<<n / 256, 256>>>(row, col, a, b, changed, n); // launch: race; twin-launch: race
	return cudaDeviceSynchronize();
}
