// A launch may change managed memory, but no variable of the host whose address nothing takes.
#include <cuda_runtime.h>

int columns;
int option(const char *name);

__global__ void count(int *steps)
{
	*steps += 1;
}

// tiles of one diagonal
__global__ void tiles(int *m, int columns, int diagonal)
{
	int y = diagonal - 1 - blockIdx.x, x = blockIdx.x;

	for (int t = 0; t < 16; t++)
		m[columns * (16 * y + t) + 16 * x + threadIdx.x] = blockIdx.x; // twin-race: inter-block; twin-race(warning): intra-warp
}

void run()
{
	int *m, *steps;

	columns = option("columns");
	if (columns <= 0)
		return;
	cudaMallocManaged(&steps, sizeof(int));
	cudaMalloc(&m, sizeof(int) * columns * columns);
	int width = columns / 16;
	for (int i = 1; i <= width; i++) {
		tiles<<<i, 16>>>(m, columns, i); // launch: race-free; twin-launch: race
		count<<<1, 1>>>(steps); // launch: race-free; twin-launch: race-free; twin: 		count<<<1, 1>>>(&columns);
		cudaDeviceSynchronize();
	}
}
