// Pairs of warps, each with two stages and named barriers for full and empty ones, numbered by pair and stage; the twin reads the other stage.
#include <cuda_runtime.h>

__device__ void meet(int id, int n)
{
	asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory");
}

__device__ void hand_on(int id, int n)
{
	asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory");
}

__global__ void pairs(const float *in, float *out, int tiles)
{
	__shared__ float s[2][2][32];
	int pair = threadIdx.x / 64, role = threadIdx.x / 32 % 2, lane = threadIdx.x % 32;

	if (role == 0) {
		for (int i = 0; i < tiles; i++) {
			int stage = i & 1;
			meet(3 + pair * 4 + stage, 64);
			s[pair][stage][lane] = in[i * 32 + lane]; // twin-race: intra-block
			hand_on(1 + pair * 4 + stage, 64);
		}
	} else {
		hand_on(3 + pair * 4, 64);
		hand_on(4 + pair * 4, 64);
		for (int i = 0; i < tiles; i++) {
			int stage = i & 1;
			meet(1 + pair * 4 + stage, 64);
			out[((blockIdx.x * tiles + i) * 2 + pair) * 32 + lane] = s[pair][stage][31 - lane]; // twin-race: intra-block; twin: out[((blockIdx.x * tiles + i) * 2 + pair) * 32 + lane] = s[pair][stage ^ 1][31 - lane];
			hand_on(3 + pair * 4 + stage, 64);
		}
	}
}

void run(const float *in, float *out, int tiles)
{
	pairs<<<8, 128>>>(in, out, tiles); // launch: race-free; twin-launch: race
}
