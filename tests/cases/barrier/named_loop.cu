// Half of the block works through a named barrier, round by round; the twin forgets the second one.
#include <cuda_runtime.h>

__global__ void rounds(int *data, int n)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	if (t >= 64)
		return;
	for (int i = 0; i < n; i++) {
		s[t] = data[i * 64 + t]; // twin-race: intra-block
		__barrier_sync_count(1, 64);
		data[i * 64 + t] += s[63 - t]; // twin-race: intra-block
		__barrier_sync_count(1, 64); // twin:
	}
}

void run(int *data, int n)
{
	rounds<<<1, 128>>>(data, n); // launch: race-free; twin-launch: race
}
