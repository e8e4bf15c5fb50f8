// Rows of a two-dimensional block are warps only when they are 32 wide.
#include <cuda_runtime.h>

template <int W>
__global__ void rows(const float *in, float *out, int n)
{
	__shared__ float s[8][W];
	int r = threadIdx.y, c = threadIdx.x;
	int i = (blockIdx.x * 8 + r) * W + c;

	s[r][c] = in[i]; // twin-race: intra-block
	__syncwarp();
	out[i] = s[r][W - 1 - c]; // twin-race: intra-block
}

void run(const float *in, float *out, int n)
{
	rows<32><<<n / 256, dim3(32, 8)>>>(in, out, n); // launch: race-free; twin-launch: race; twin: 	rows<48><<<n / 384, dim3(48, 8)>>>(in, out, n); // twin-launch: race
}
