// Cases that are multiples of 32 become a rotated value in a dense switch: one thread for each.
#include <cuda_runtime.h>

__global__ void frame(const int *in, int *out)
{
	__shared__ int low, high, left, right;

	switch (threadIdx.x) { // twin: switch (threadIdx.x / 2 * 2) {
	case 0:
		low = in[blockIdx.x]; // twin-race(warning): intra-warp
		break;
	case 64:
		high = in[blockIdx.x + 1]; // twin-race(warning): intra-warp
		break;
	case 32:
		left = in[blockIdx.x + 2]; // twin-race(warning): intra-warp
		break;
	case 96:
		right = in[blockIdx.x + 3]; // twin-race(warning): intra-warp
		break;
	}
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = low + high + left + right;
}

void run(const int *in, int *out)
{
	frame<<<112, 128>>>(in, out); // launch: race-free; twin-launch: race
}
