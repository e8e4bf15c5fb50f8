// A number that is halved or doubled in each round, of more rounds than it has bits: it is 0 then, and the rounds go on.
#include <cuda_runtime.h>

__global__ void halve(int *out, int n)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	unsigned step = 64;

	for (int k = 0; k < n; k++) {
		int near = k >= 40 && step < 1;

		s[t] = near; // twin-race: intra-warp; twin: 		s[near ? t / 2 : t] = t;
		step >>= 1;
		__syncthreads();
	}
	out[blockIdx.x * 64 + t] = s[t];
}

__global__ void shrink(int *out, int n, int step)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	for (int k = 0; k < n; k++) {
		s[t] = 0;
		__syncthreads();
		if (k == 50 && step == 0)
			s[t / 2] = t; // race: intra-warp; twin-race: intra-warp
		step /= 4;
		__syncthreads();
	}
	out[blockIdx.x * 64 + t] = s[t];
}

__global__ void pass(int *out, int n)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	unsigned bit = 1;

	for (int k = 0; k < n; k++) {
		if (bit == 0)
			s[t / 2] = t; // race: intra-warp; twin-race: intra-warp
		bit <<= 1;
		__syncthreads();
	}
	out[blockIdx.x * 64 + t] = s[t];
}

__global__ void sweep(int *out)
{
	__shared__ int s[256];
	int t = threadIdx.x, offset = 256;

	s[t] = s[t + 128] = 1;
	for (int d = 1; d < 256; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (t < d) {
			int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;

			s[b] += s[a];
		}
	}
	__syncthreads();
	out[blockIdx.x * 128 + t] = s[t];
}

void run(int *out, int n, int step)
{
	halve<<<8, 64>>>(out, n); // launch: race-free; twin-launch: race
	shrink<<<8, 64>>>(out, n, step); // launch: race; twin-launch: race
	pass<<<8, 64>>>(out, n); // launch: race; twin-launch: race
	sweep<<<8, 128>>>(out); // launch: race-free; twin-launch: race-free
}
