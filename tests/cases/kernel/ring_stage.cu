// Buffers that are used in turn, counted by hand; with one less than there must be, rounds overlap.
#include <cuda_runtime.h>

#define STAGES 3

__global__ void mirror(const int *in, int *out, int n)
{
	__shared__ int s[STAGES][64];
	int t = threadIdx.x, stage = 0, phase = 0;

	for (int i = 0; i < n; i++) {
		s[stage][t] = in[i * 64 + t]; // twin-race: intra-block
		__syncthreads();
		out[i * 64 + t] = s[stage][63 - t] + phase; // twin-race: intra-block
		if (++stage == STAGES) { // twin: if (++stage == STAGES - 2) {
			stage = 0;
			phase ^= 1;
		}
	}
}

void run(const int *in, int *out, int n)
{
	mirror<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
