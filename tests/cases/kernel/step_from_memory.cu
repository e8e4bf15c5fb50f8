// A loop's step is read in each round from memory that the kernel leaves alone: one number in all rounds where the place is one.
#include <cuda_runtime.h>
#include <cstdlib>

__constant__ int height;

__global__ void rows(float *w, const int *count, const int *steps, int width)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x >= width || y >= height)
		return;
	for (int i = 0, at = y; i < count[y * width + x]; i++, at += height) // twin: for (int i = 0, at = y; i < count[y * width + x]; i++, at += steps[i])
		w[at * width + x] *= 2; // twin-race: inter-block
}

// Here it is changed between two rounds.
__global__ void changed(int *w, int *step)
{
	int at = threadIdx.x;
	for (int i = 0; i < 8; i++) {
		w[at] = threadIdx.x; // race: intra-block, intra-warp; twin-race: intra-block, intra-warp
		at += step[0];
		__syncthreads();
		if (threadIdx.x == 0)
			step[0] = i;
		__syncthreads();
	}
}

int main(int argc, char **argv)
{
	int width = atoi(argv[1]), high = atoi(argv[2]), *count, *steps;
	float *w;
	if (width <= 0 || high <= 0)
		return 1;
	cudaMalloc(&w, 100 * width * high * sizeof(float));
	cudaMalloc(&count, width * high * sizeof(int));
	cudaMalloc(&steps, 100 * sizeof(int));
	cudaMemcpyToSymbol(height, &high, sizeof(high));
	rows<<<dim3((width + 31) / 32, high), 32>>>(w, count, steps, width); // launch: race-free; twin-launch: race
	changed<<<1, 64>>>(count, steps); // launch: race; twin-launch: race
	return cudaDeviceSynchronize();
}
