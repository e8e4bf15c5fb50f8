// A launch changes nothing that the host reads: sizes that a thread of the host captured by reference are the same for all its launches.
#include <cuda_runtime.h>
#include <cstdio>
#include <thread>

__global__ void fill(float *out, int columns)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;

	out[row * columns + column] = row; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	int rows, columns;
	float *a, *b;

	if (scanf("%d %d", &rows, &columns) != 2 || rows < 16 || columns < 16)
		return 1;
	cudaMalloc((void **)&a, sizeof(float) * rows * columns);
	cudaMalloc((void **)&b, sizeof(float) * rows * columns);
	std::thread worker([&]() { // finding: launch-order; twin-finding: launch-order
		dim3 grid(columns / 16, rows / 16);
		dim3 block(16, 16);
		fill<<<grid, block>>>(a, columns); // launch: race-free; twin-launch: race-free
		columns += 0; // twin: columns -= 16;
		fill<<<grid, block>>>(b, columns); // launch: race-free; twin-launch: race
	});
	worker.join();
	cudaFree(a);
	cudaFree(b);
	return 0;
}
