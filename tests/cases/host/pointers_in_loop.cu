// An array of pointers that the host fills in a loop and gives to the kernel by value.
#include <cuda_runtime.h>

struct planes {
	float *of[4];
};

__global__ void clear(planes p)
{
	p.of[blockIdx.y][threadIdx.x] = blockIdx.y; // twin-race: inter-block
}

int main()
{
	planes p;
	float *all;
	cudaMalloc(&all, 400 * sizeof(float));
	for (int i = 0; i < 4; i++)
		p.of[i] = all + i * 100; // twin: p.of[i] = all + i * 99;
	clear<<<dim3(1, 4), 100>>>(p); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
