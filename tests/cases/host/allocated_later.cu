#include <cstdlib>

// What is allocated behind a launch, or on another way, says nothing about it.
__global__ void fill(int *out, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < rows)
		for (int j = 0; j < cols; j++)
			out[i * stride + j] = j; // race: inter-block, intra-block, intra-warp
}

void run(int *out, int rows, int cols, int early, int after)
{
	int *more = nullptr;
	if (early) // twin: if (early || !early)
		cudaMalloc(&more, rows * sizeof(int) * cols);
	fill<<<(abs(rows) + 127) / 128, 128>>>(out, abs(rows), abs(cols), cols > 0 ? cols : 1); // launch: race; twin-launch: race-free
	if (after || !after)
		cudaMalloc(&more, rows * sizeof(int) * cols);
	cudaFree(more);
}
