// Counters that come round where the launch gives what each thread adds, in shared memory, and over several launches. Each is proved where the sum of all that is
// added has room, and, in the twin, raced where it has not.
#include <cuda_runtime.h>

enum { MORE = 0 }; // twin: enum { MORE = 1 };

__global__ void draw(unsigned *next, int *out, unsigned step)
{
	unsigned found = atomicAdd(next, step);
	out[found >> 4] = blockIdx.x; // twin-race: inter-block
}

__global__ void draw_widths(unsigned *next, int *out)
{
	unsigned found = atomicAdd(next, blockDim.x << (MORE ? 24 : 8));
	out[found >> 4] = threadIdx.x; // twin-race: inter-block; twin-race: intra-warp
}

__global__ void first_of_block(int *out)
{
	__shared__ unsigned count;

	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	if (atomicAdd(&count, MORE ? 1u << 27 : 1u << 16) == 0)
		out[blockIdx.x] = threadIdx.x; // twin-race: intra-block; twin-race: intra-warp
}

__global__ void overflow(int *count, int *out)
{
	if (atomicAdd(count, 1 << 28) < 0)
		out[0] = threadIdx.x; // race: intra-warp; twin-race: intra-warp
}

__global__ void steps(int *count, int *out)
{
	if (atomicAdd(count, 1) < 0)
		out[0] = threadIdx.x; // twin-race: inter-block; twin-race: intra-block; twin-race: intra-warp
}

void run(unsigned *next, int *count, int *out, int *places)
{
	cudaMemset(next, 0, 2 * sizeof(*next));
	cudaMemset(count, 0, 2 * sizeof(*count));
	draw<<<64, 1>>>(next, out, MORE ? 1u << 30 : 16); // launch: race-free; twin-launch: race
	draw_widths<<<64, 16>>>(next + 1, places); // launch: race-free; twin-launch: race
	first_of_block<<<4, 64>>>(out); // launch: race-free; twin-launch: race
	for (int i = 0; i < 3; i++)
		overflow<<<1, 4>>>(count, out); // launch: race; twin-launch: race
	cudaMemset(count + 1, MORE ? 0x7f : 0, 4);
	steps<<<1 << 16, 1024>>>(count + 1, out); // launch: race-free; twin-launch: race
}
