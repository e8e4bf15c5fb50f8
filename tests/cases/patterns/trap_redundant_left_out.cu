// Every thread reads back only what it wrote itself: no barrier is needed.
#include <cuda_runtime.h>

__global__ void private_rows(const float *in, float *out, int n)
{
	__shared__ float s[8][128];
	int t = threadIdx.x;

	for (int k = 0; k < 8; k++)
		s[k][t] = in[(blockIdx.x * 8 + k) * 128 + t]; // twin-race: intra-block
	float sum = 0;
	for (int k = 0; k < 8; k++)
		sum += s[7 - k][t]; // twin-race: intra-block; twin: 		sum += s[7 - k][127 - t];
	out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int n)
{
	private_rows<<<n / 1024, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
