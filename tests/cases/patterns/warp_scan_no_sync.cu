// A warp scan in shared memory, each warp in its own part.
#include <cuda_runtime.h>

__global__ void scan(const int *in, int *out)
{
	__shared__ int s[4][32];
	int w = threadIdx.x / 32, l = threadIdx.x & 31;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	s[w][l] = in[i];
	__syncwarp();
	for (int d = 1; d < 32; d *= 2) {
		int v = l >= d ? s[w][l - d] : 0; // twin-race: intra-warp
		__syncwarp(); // twin:
		s[w][l] += v; // twin-race: intra-warp
		__syncwarp();
	}
	out[i] = s[w][l];
}

void run(const int *in, int *out, int blocks)
{
	scan<<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
}
