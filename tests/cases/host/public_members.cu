// Sizes in a structure whose members are public: the program is all here, and whoever makes one rounds its pitch up.
#include <cuda_runtime.h>
#include <cstdlib>
#include <vector>

struct level {
	float *data;
	int width, height, pitch;
};

__global__ void clear(level l)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;

	if (x < l.width)
		l.data[y * l.pitch + x] = (float)x;
}

static level make(int width, int height)
{
	level l = { nullptr, width, height, (width + 31) / 32 * 32 }; // twin: level l = { nullptr, width, height, width / 32 * 32 };
	cudaMalloc(&l.data, sizeof(float) * l.pitch * height);
	return l;
}

int main(int argc, char **argv)
{
	int width = atoi(argv[1]), height = atoi(argv[2]);
	std::vector<level> levels;

	for (int i = 0; i < 6 && width > 1 && height > 1; i++, width /= 2, height /= 2)
		levels.push_back(make(width, height));
	for (const level &l : levels)
		clear<<<dim3((l.width + 63) / 64, l.height), 64>>>(l); // launch: race-free; twin-launch: undecided
	cudaDeviceSynchronize();
}
