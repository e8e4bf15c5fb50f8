// Groups of 32 numbers change places with those of the reversed number, in a loop that all threads leave in its first round.
#include <cuda_runtime.h>

__global__ void by_groups(long *x, unsigned bits)
{
	const unsigned n = 1u << bits;
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;

	do {
		unsigned group = i >> 5, other = __brev(group) >> (32 - (bits - 5));
		if (group > other) // twin: if (group == other)
			continue;
		long a = x[group * 32 + lane], b = x[other * 32 + lane]; // twin-race: inter-block
		x[group * 32 + lane] = b; // twin-race: inter-block
		x[other * 32 + lane] = a; // twin-race: inter-block
	} while ((i += blockDim.x * gridDim.x) < n);
}

int main()
{
	long *x;

	cudaMalloc(&x, 4096 * sizeof(long));
	by_groups<<<128, 32>>>(x, 12); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
