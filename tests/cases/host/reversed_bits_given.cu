// Bits are put in reverse, as many as the host has made the size of: by an intrinsic, handed over one by one, or put in their places.
#include <cuda_runtime.h>

__device__ unsigned handed_over(unsigned x, int bits)
{
	unsigned r = 0;

	for (int b = 0; b < bits; b++) {
		r = r << 1 | (x & 1);
		x >>= 1;
	}
	return r;
}

__device__ int put_in_place(int x, int bits)
{
	int r = 0;

	for (int b = 0; b < bits; b++)
		r |= ((x >> b) & 1) << (bits - 1 - b);
	return r;
}

__global__ void exchanged(float2 *x, int n, int bits)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	int j = __brev(i) >> (32 - bits);
	if (i > j) {
		float2 kept = x[i]; // twin-race: inter-block
		x[i] = x[j]; // twin-race: inter-block
		x[j] = kept; // twin-race: inter-block
	}
}

__global__ void copied(float2 *out, const float2 *in, int n, int bits)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[handed_over(i, bits)] = in[i]; // twin-race: inter-block
}

__global__ void placed(float2 *out, const float2 *in, int n, int bits)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[put_in_place(i, bits)] = in[i]; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	float2 *x, *y;
	int bits = argc + 7;
	int n = 1 << bits; // twin: int n = 2 << bits;

	cudaMalloc(&x, n * sizeof(float2));
	cudaMalloc(&y, n * sizeof(float2));
	exchanged<<<(n + 127) / 128, 128>>>(x, n, bits); // launch: race-free; twin-launch: race
	copied<<<(n + 127) / 128, 128>>>(y, x, n, bits); // launch: race-free; twin-launch: race
	placed<<<(n + 127) / 128, 128>>>(x, y, n, bits); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
