// Two groups take turns at named barriers of computed numbers, each of which has two more of its own; in the twin a group does not meet before it reads.
#include <cuda_runtime.h>

__device__ void meet(int id, int n)
{
	asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory");
}

__device__ void hand_on(int id, int n)
{
	asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory");
}

__global__ void turns(float *out, int tiles)
{
	__shared__ float s[128];
	int group = threadIdx.x / 128, t = threadIdx.x % 128;

	if (group == 1)
		hand_on(1, 256);
	for (int i = 0; i < tiles; i++) {
		meet(1 + group, 256);
		s[t] = i + group; // twin-race: intra-block
		meet(3 + group, 128); // twin: 
		out[((blockIdx.x * tiles + i) * 2 + group) * 128 + t] = s[127 - t]; // twin-race: intra-block
		hand_on(1 + (group ^ 1), 256);
	}
}

void run(float *out, int tiles)
{
	turns<<<8, 256>>>(out, tiles); // launch: race-free; twin-launch: race
}
