// Counters that come round: what all threads of the launch add is more than the counter, or the half of it that is kept, has numbers.
#include <cuda_runtime.h>

template <unsigned STEP>
__global__ void elect(unsigned *count, unsigned *out)
{
	__shared__ bool last;

	if (threadIdx.x == 0)
		last = atomicAdd(count, STEP) / STEP == 3;
	__syncthreads();
	if (last)
		out[threadIdx.x] = blockIdx.x; // race: inter-block; twin-race: inter-block
}

__global__ void draw(unsigned long long *next, int *out)
{
	unsigned long long found = atomicAdd(next, 1ull << 23); // twin: 	unsigned long long found = atomicAdd(next, 1ull << 16);

	out[(unsigned)found] = threadIdx.x; // race: inter-block; race: intra-block; race: intra-warp
}

void run(unsigned *count, unsigned long long *next, unsigned *out, int *places)
{
	cudaMemset(count, 0, 3 * sizeof(*count));
	cudaMemset(next, 0, sizeof(*next));
	elect<1u << 30><<<64, 128>>>(count, out); // launch: race; twin-launch: race
	elect<1u << 30><<<4, 128>>>(count + 1, out); // launch: race-free; twin-launch: race-free
	elect<1u << 24><<<256, 128>>>(count + 2, out); // launch: race-free; twin-launch: race-free
	draw<<<64, 128>>>(next, places); // launch: race; twin-launch: race-free
}
