// iGUARD, figures 2 and 8: the last steps of a reduction inside one warp.
#include <cuda_runtime.h>

template <unsigned SIZE>
__global__ void reduce(const int *in, int *out)
{
	__shared__ int s[SIZE];
	unsigned t = threadIdx.x;
	int sum = s[t] = in[blockIdx.x * SIZE + t];
	__syncwarp();
	if (SIZE >= 4 && t < 2)
		s[t] = sum = sum + s[t + 2]; // twin-race: intra-warp
	__syncwarp(); // twin:
	if (SIZE >= 2 && t == 0)
		s[t] = sum = sum + s[t + 1]; // twin-race: intra-warp
	if (t == 0)
		out[blockIdx.x] = sum;
}

void run(const int *in, int *out)
{
	reduce<4><<<64, 4>>>(in, out); // launch: race-free; twin-launch: race
}
