// Of the first block the difference is below zero before the columns in front are added, read as unsigned it wraps in every launch.
#include <cuda_runtime.h>

__global__ void columns(float *out, int pitch)
{
	const int x = (blockIdx.x * 8 - 1) * 16 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	out += y * pitch + x;
	for (int i = 1; i < 9; i++)
		out[i * 16] = x; // twin-race: inter-block
}

void run(float *out)
{
	columns<<<dim3(23, 768), dim3(16, 4)>>>(out, 3000); // launch: race-free; twin-launch: race; twin: 	columns<<<dim3(24, 768), dim3(16, 4)>>>(out, 3000);
}
