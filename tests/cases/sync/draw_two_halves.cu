// Two lists in one array, each with room for as many as come: no more than n threads draw from a counter that begins with 0. In
// the twin the second one begins too early.
#include <cuda_runtime.h>

__global__ void part(const int *in, int *out, int *used, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	if (in[i] < 0)
		out[atomicAdd(&used[0], 1)] = in[i]; // twin-race: inter-block, intra-block, intra-warp
	else
		out[n + atomicAdd(&used[1], 1)] = in[i]; // twin-race: inter-block, intra-block, intra-warp; twin: 		out[n / 2 + atomicAdd(&used[1], 1)] = in[i];
}

int main()
{
	const int n = 10000;
	int *in, *out, *used;
	cudaMalloc(&in, n * sizeof(*in));
	cudaMalloc(&out, 2 * n * sizeof(*out));
	cudaMalloc(&used, 2 * sizeof(*used));
	cudaMemset(used, 0, 2 * sizeof(*used));
	part<<<(n + 255) / 256, 256>>>(in, out, used, n); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
