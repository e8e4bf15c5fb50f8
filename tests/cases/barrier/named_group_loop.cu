// Groups of two warps that alternate meet at barriers of their own in every round. In the twin they do so once a round.
#include <cuda_runtime.h>

__global__ void relax(float *data, int rounds)
{
	__shared__ float s[128];
	int t = threadIdx.x, group = t / 32 % 2;
	float x = data[blockIdx.x * 128 + t];

	for (int i = 0; i < rounds; i++) {
		s[t] = x; // twin-race: intra-block
		__barrier_sync_count(1 + group, 64);
		x = (x + s[t ^ 64]) / 2; // twin-race: intra-block
		__barrier_sync_count(1 + group, 64); // twin:
	}
	data[blockIdx.x * 128 + t] = x;
}

void run(float *data, int rounds)
{
	relax<<<8, 128>>>(data, rounds); // launch: race-free; twin-launch: race
}
