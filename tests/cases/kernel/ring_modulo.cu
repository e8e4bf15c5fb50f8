// Two buffers in turn, by a remainder; a stage that stays the same lets rounds overlap.
#include <cuda_runtime.h>

__global__ void mirror(const int *in, int *out, int n)
{
	__shared__ int s[2][64];
	int t = threadIdx.x, stage = 1;

	for (int i = 0; i < n; i++) {
		s[stage][t] = in[i * 64 + t]; // twin-race: intra-block
		__syncthreads();
		out[i * 64 + t] = s[stage][63 - t]; // twin-race: intra-block
		stage = (stage + 1) % 2; // twin: stage = (stage + 2) % 2;
	}
}

void run(const int *in, int *out, int n)
{
	mirror<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
