// Rows of a pitch for a width that a loop has rounded up to a power of two: the kernel is given the width before that alone.
#include <cstdlib>

__global__ void window(float *rows, int stride, int length)
{
	int row = blockIdx.x;

	for (int i = threadIdx.x; i < length; i += blockDim.x)
		rows[row * stride + i] = i; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int frames = atoi(argv[1]), length = atoi(argv[2]), padded = 1;
	float *rows;
	size_t pitch;

	if (frames <= 0 || length <= 0)
		return 1;
	while (padded < length)
		padded *= 2;
	if (cudaMallocPitch(&rows, &pitch, padded * sizeof(float), frames) != cudaSuccess) // twin: if (cudaMallocPitch(&rows, &pitch, padded / 2 * sizeof(float), frames) != cudaSuccess)
		return 1;
	window<<<frames, 256>>>(rows, pitch / sizeof(float), length); // launch: race-free; twin-launch: race
	return 0;
}
