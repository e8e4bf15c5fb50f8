// The same, but that a file may have put any sizes into some of them; the twin reads no more than numbers.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct level {
	float *data;
	int width, height, pitch;
};

struct saved {
	double time;
	level first;
};

__global__ void clear(level l)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;

	if (x < l.width)
		l.data[y * l.pitch + x] = (float)x; // race: inter-block
}

static level make(int width, int height)
{
	level l = { nullptr, width, height, (width + 31) / 32 * 32 };
	cudaMalloc(&l.data, sizeof(float) * l.pitch * height);
	return l;
}

int main(int argc, char **argv)
{
	int width = atoi(argv[1]), height = atoi(argv[2]);
	std::vector<level> levels;
	saved from = { 0.0, make(width, height) };
	int count = 6;

	fread(&from, sizeof(from), 1, stdin); // twin: fread(&count, sizeof(count), 1, stdin);
	levels.push_back(from.first);
	for (int i = 0; i < count && width > 1 && height > 1; i++, width /= 2, height /= 2)
		levels.push_back(make(width, height));
	for (const level &l : levels)
		clear<<<dim3((l.width + 63) / 64, l.height), 64>>>(l); // launch: race; twin-launch: race-free
	cudaDeviceSynchronize();
}
