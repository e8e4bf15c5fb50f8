// Look-back whose status and value share one 64-bit word: the word needs no fence, two halves of it would.
#include <cuda_runtime.h>

enum : unsigned { NOT_YET = 0, AGGREGATE = 1, PREFIX = 2 };

__device__ void publish(volatile unsigned long long *at, unsigned status, unsigned value)
{
	*at = (unsigned long long)value << 32 | status; // twin-race: inter-block; twin: ((volatile unsigned *)at)[1] = value, ((volatile unsigned *)at)[0] = status;
}

__global__ void scan(unsigned *out, const unsigned *in, volatile unsigned long long *state, unsigned *next)
{
	__shared__ unsigned tile, exclusive;
	if (threadIdx.x == 0)
		tile = atomicAdd(next, 1);
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned own = in[tile], before = 0;
		publish(&state[tile], AGGREGATE, own);
		for (int look = (int)tile - 1; look >= 0;) {
			unsigned long long word = state[look]; // twin-race: inter-block
			unsigned status = (unsigned)word;
			if (status == NOT_YET)
				continue;
			before += (unsigned)(word >> 32);
			if (status == PREFIX)
				break;
			look--;
		}
		publish(&state[tile], PREFIX, before + own);
		exclusive = before;
	}
	__syncthreads();
	out[tile * blockDim.x + threadIdx.x] = exclusive;
}

void run(unsigned *out, const unsigned *in, unsigned long long *state, unsigned *next, int tiles)
{
	cudaMemset(next, 0, sizeof(unsigned));
	scan<<<tiles, 128>>>(out, in, state, next); // launch: race-free; twin-launch: race
}
