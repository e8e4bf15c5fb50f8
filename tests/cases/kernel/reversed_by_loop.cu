// Bits are gathered in reverse by loops: handed over one by one, with remainders, put in their places.
#include <cuda_runtime.h>

#define BITS 10 // twin: #define BITS 9

__device__ unsigned handed_over(unsigned x)
{
	unsigned r = 0;

	for (int b = 0; b < BITS; b++) {
		r = r << 1 | (x & 1);
		x >>= 1;
	}
	return r;
}

__device__ int by_remainders(int x)
{
	int r = 0;

	for (int b = 0; b < BITS; b++) {
		r = 2 * r + x % 2;
		x /= 2;
	}
	return r;
}

__device__ int put_in_place(int x)
{
	int r = 0;

	for (int b = 0; b < BITS; b++)
		r |= ((x >> b) & 1) << (BITS - 1 - b);
	return r;
}

__global__ void copied(float2 *out, const float2 *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[handed_over(i)] = in[i]; // twin-race: inter-block
}

__global__ void counted(float2 *out, const float2 *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[by_remainders(i)] = in[i]; // twin-race: inter-block
}

__global__ void placed(float2 *out, const float2 *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[put_in_place(i)] = in[i]; // twin-race: inter-block
}

__global__ void exchanged(float2 *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = handed_over(i);

	if (i < j) {
		float2 kept = x[i];
		x[i] = x[j];
		x[j] = kept;
	}
}

int main()
{
	float2 *x, *y;

	cudaMalloc(&x, 1024 * sizeof(float2));
	cudaMalloc(&y, 1024 * sizeof(float2));
	copied<<<8, 128>>>(y, x); // launch: race-free; twin-launch: race
	counted<<<8, 128>>>(x, y); // launch: race-free; twin-launch: race
	placed<<<8, 128>>>(y, x); // launch: race-free; twin-launch: race
	exchanged<<<8, 128>>>(y); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
