// One barrier at the top of each round is not enough when a single buffer is filled and read in it; two halves are.
#include <cuda_runtime.h>

__global__ void march(const float *in, float *out, int n, int steps)
{
	extern __shared__ float buf[];
	float *mine = buf;
	int t = threadIdx.x;

	buf[t] = in[blockIdx.x * blockDim.x + t];
	for (int s = 0; s < steps; s++) {
		__syncthreads();
		float left = mine[t == 0 ? 0 : t - 1], right = mine[t + 1 == blockDim.x ? t : t + 1]; // twin-race: intra-block,intra-warp
		float v = 0.25f * left + 0.5f * mine[t] + 0.25f * right;
		mine = buf + ((s + 1) & 1) * blockDim.x; // twin:
		mine[t] = v; // twin-race: intra-block,intra-warp
	}
	out[blockIdx.x * blockDim.x + t] = mine[t];
}

void run(const float *in, float *out, int n, int steps)
{
	march<<<n / 128, 128, 2 * 128 * sizeof(float)>>>(in, out, n, steps); // launch: race-free; twin-launch: race
}
