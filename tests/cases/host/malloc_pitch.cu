// cudaMallocPitch: pitch in bytes, at least the width asked for; rows addressed through char pointers.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void fill(char *base, size_t pitch, int width)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	float *row = (float *)(base + blockIdx.y * pitch);

	if (x < width)
		row[x] = x; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int width = atoi(argv[1]), height = atoi(argv[2]);
	size_t pitch;
	char *base;

	cudaMallocPitch((void **)&base, &pitch, width * sizeof(float), height); // fact: allocation; twin: cudaMallocPitch((void **)&base, &pitch, width * sizeof(short), height);
	fill<<<dim3((width + 63) / 64, height), 64>>>(base, pitch, width); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
