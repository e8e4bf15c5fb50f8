// Pairs of places that differ in bit k, put together by shifts and | around it, as a quantum gate takes them.
#include <cuda_runtime.h>

__global__ void gate(float *psi, int k, int pairs)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t >= pairs)
		return;
	int i = ((t >> k) << (k + 1)) | (t & ((1 << k) - 1)), j = i | (1 << k); // twin: int i = ((t >> k) << k) | (t & ((1 << k) - 1)), j = i | (1 << k);
	float a = psi[i], b = psi[j]; // twin-race: inter-block, intra-block, intra-warp

	psi[i] = a + b; // twin-race: inter-block, intra-block, intra-warp
	psi[j] = a - b; // twin-race: inter-block, intra-block, intra-warp
}

__global__ void wide(float *psi, int k, size_t pairs)
{
	size_t t = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

	if (t >= pairs)
		return;
	size_t i = ((t >> k) << (k + 1)) | (t & ((1ull << k) - 1)), j = i | (1ull << k);
	float a = psi[i];

	psi[i] = psi[j];
	psi[j] = a;
}

void run(float *psi, int bits)
{
	if (bits < 2 || bits > 28)
		return;
	for (int k = 0; k < bits; k++) {
		gate<<<((1 << bits) / 2 + 255) / 256, 256>>>(psi, k, (1 << bits) / 2); // launch: race-free; twin-launch: race
		wide<<<((1 << bits) / 2 + 255) / 256, 256>>>(psi, k, (1ull << bits) / 2); // launch: race-free; twin-launch: race-free
	}
}
