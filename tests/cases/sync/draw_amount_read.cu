// Each thread draws room for as much as it has, which it reads: that no number takes the counter back is part of no-wrap. In the
// twin it writes one more.
#include <cuda_runtime.h>

__global__ void expand(const int *lengths, int *out, int *used, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	int many = lengths[i], first = atomicAdd(used, many);
	for (int q = 0; q < many; q++) // twin: 	for (int q = 0; q <= many; q++)
		out[first + q] = i; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	const int n = 10000;
	int *lengths, *out, *used;
	cudaMalloc(&lengths, n * sizeof(*lengths));
	cudaMalloc(&out, 64 * n * sizeof(*out));
	cudaMalloc(&used, sizeof(*used));
	cudaMemset(used, 0, sizeof(*used));
	expand<<<(n + 255) / 256, 256>>>(lengths, out, used, n); // launch: race-free; assumes: no-wrap; twin-launch: race
	return cudaDeviceSynchronize();
}
