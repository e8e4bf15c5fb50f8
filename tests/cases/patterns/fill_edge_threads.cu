// Halo cells are loaded by the edge threads of the block.
#include <cuda_runtime.h>

#define BLOCK 256
#define RADIUS 4

__global__ void stencil(const int *in, int *out, int n)
{
	__shared__ int temp[BLOCK + 2 * RADIUS];
	int g = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
	int l = threadIdx.x + RADIUS;

	temp[l] = in[g]; // twin-race: intra-block,intra-warp
	if (threadIdx.x < RADIUS) {
		temp[l - RADIUS] = in[g - RADIUS]; // twin-race: intra-warp
		temp[l + BLOCK] = in[g + BLOCK]; // twin-race: intra-block
	}
	__syncthreads(); // twin:
	int result = 0;
	for (int o = -RADIUS; o <= RADIUS; o++)
		result += temp[l + o]; // twin-race: intra-block,intra-warp
	out[g] = result;
}

void run(const int *in, int *out, int n)
{
	stencil<<<n / BLOCK, BLOCK>>>(in, out, n); // launch: race-free; twin-launch: race
}
