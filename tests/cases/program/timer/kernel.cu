// Between the assert and the launch stands a call into another file that is not given the object.
#include "grid.h"

__global__ void rows(float *m, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;

	if (x < 128)
		m[y * width + x] = y; // twin-race: inter-block
}

void launch_rows(float *m, int width, int height)
{
	rows<<<dim3(2, height), 64>>>(m, width, height); // launch: race-free; twin-launch: race
}
