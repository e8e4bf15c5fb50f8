// Decoupled look-back: a block publishes its aggregate, later its prefix; who sees which may read which.
#include <cuda_runtime.h>

__global__ void scan(const int *sum, int *aggregate, int *prefix, int *state, int *out)
{
	int b = blockIdx.x;
	aggregate[b] = sum[b];
	__threadfence();
	atomicExch(&state[b], 1);
	int before = 0;
	for (int i = b - 1; i >= 0; i--) {
		int s;
		do
			s = atomicAdd(&state[i], 0);
		while (s == 0);
		__threadfence();
		if (s == 2) { // twin: if (s >= 1) {
			before += prefix[i]; // twin-race: inter-block
			break;
		}
		before += aggregate[i];
	}
	prefix[b] = before + sum[b]; // twin-race: inter-block
	__threadfence();
	atomicExch(&state[b], 2);
	out[b] = before;
}

void run(const int *sum, int *aggregate, int *prefix, int *state, int *out, int n)
{
	scan<<<n, 1>>>(sum, aggregate, prefix, state, out); // launch: race-free; twin-launch: race
}
