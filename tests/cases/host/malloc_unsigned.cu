// Allocation sizes computed in unsigned arithmetic: a width that sizes memory is positive as an int too.
#include <cuda_runtime.h>

__global__ void fill(float *out, int w)
{
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;

	out[y * w + x] = x - y; // twin-race: inter-block,intra-block,intra-warp
}

void run(unsigned int w, unsigned int h)
{
	float *out;
	unsigned int bytes = sizeof(float) * (w * h);

	cudaMalloc(&out, bytes); // fact: allocation; twin: cudaMalloc(&out, 1 << 20);
	fill<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(out, w); // launch: race-free; twin-launch: race
}
