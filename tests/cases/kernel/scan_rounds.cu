// A scan a round: two loops with barriers, one behind the other, in a loop whose rounds cannot go by without them.
#include <cuda_runtime.h>

#define N 128

__global__ void scan(long rounds, int *__restrict__ out, const int *__restrict__ in)
{
	__shared__ int part[N];
	int t = threadIdx.x;

	for (long round = blockIdx.x; round < rounds; round += gridDim.x) {
		int offset = 1;
		part[2 * t] = in[round * N + 2 * t];
		part[2 * t + 1] = in[round * N + 2 * t + 1]; // twin-race: intra-block
		for (int d = N >> 1; d > 0; d >>= 1) {
			__syncthreads();
			if (t < d)
				part[offset * (2 * t + 2) - 1] += part[offset * (2 * t + 1) - 1];
			offset *= 2;
		}
		if (t == 0)
			part[N - 1] = 0;
		for (int d = 1; d < N; d *= 2) {
			offset >>= 1;
			__syncthreads();
			if (t < d) {
				int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
				int value = part[left];
				part[left] = part[right];
				part[right] += value; // twin-race: intra-block
			}
		}
		out[round * N + 2 * t] = part[2 * t];
		out[round * N + 2 * t + 1] = part[2 * t + 1]; // twin-race: intra-block; twin: out[round * N + 2 * t + 1] = part[2 * (t ^ 32) + 1];
	}
}

void run(long rounds, int *out, const int *in, int processors)
{
	scan<<<16 * processors, N / 2>>>(rounds, out, in); // launch: race-free; twin-launch: race
}
