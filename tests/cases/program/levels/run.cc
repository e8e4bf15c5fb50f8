#include <cuda_runtime.h>

void clear(float *m, int width, int height);

extern "C" void run(int width, int height)
{
	float *m;

	cudaMalloc(&m, sizeof(float) * width * height);
	clear(m, width, height);
	cudaFree(m);
}
