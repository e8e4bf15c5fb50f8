#include <cstdlib>

__global__ void draw(int *out, int left, int width)
{
	int x = threadIdx.x + left, y = blockIdx.x;
	if (x < width)
		out[y * width + x] = y; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int *out, *left = (int *)malloc(argc * sizeof(int));
	cudaMalloc(&out, 4 * 64 * sizeof(int));
	for (int i = 0; i < argc; i++)
		left[i] = rand() % 64; // twin: left[i] = rand() % 64 - 32;
	for (int i = 0; i < argc; i++)
		draw<<<4, 96>>>(out, left[i], 64); // launch: race-free; twin-launch: race
	free(left);
}
