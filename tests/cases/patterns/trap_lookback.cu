// Decoupled look-back: state and value of a tile in one word, read volatile until it is there.
#include <cuda_runtime.h>

__global__ void lookback(const unsigned *in, unsigned *out, volatile unsigned long long *state)
{
	__shared__ unsigned prefix;
	int t = threadIdx.x, b = blockIdx.x;
	unsigned v = in[b * 32 + t];

	for (int o = 1; o < 32; o *= 2) {
		unsigned w = __shfl_up_sync(0xffffffff, v, o);
		if (t >= o)
			v += w;
	}
	unsigned sum = __shfl_sync(0xffffffff, v, 31);
	if (t == 0) {
		unsigned before = 0;
		if (b > 0) {
			unsigned long long s;
			do
				s = state[b - 1];
			while (s >> 32 == 0);
			before = (unsigned)s;
		}
		state[b] = 1ull << 32 | (before + sum);
		prefix = before; // twin-race: intra-warp
	}
	__syncthreads(); // twin:
	out[b * 32 + t] = prefix + v; // twin-race: intra-warp
}

void run(const unsigned *in, unsigned *out, unsigned long long *state, int blocks)
{
	lookback<<<blocks, 32>>>(in, out, state); // launch: race-free; twin-launch: race
}
