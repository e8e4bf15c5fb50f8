// A bit put in at a stride that doubles, by masks: (x & -s) << 1 | x & s - 1. The mask's multiple of s is written as s * (x / s).
#include <stdlib.h>

__global__ void by_stride(float *d, int s)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int i = ((t & ~(s - 1)) << 1) | (t & (s - 1)); // twin: int i = ((t & ~(s - 1)) << 1) | (t & s);
	float a = d[i], b = d[i + s]; // twin-race: inter-block, intra-block, intra-warp
	d[i] = a + b; // twin-race: inter-block, intra-block, intra-warp
	d[i + s] = a - b; // twin-race: inter-block, intra-block, intra-warp
}

__global__ void by_exponent(float *d, int q)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int low = (1 << q) - 1;
	int i = ((t & ~low) << 1) | (t & low);
	float a = d[i], b = d[i | 1 << q];
	d[i] = a + b;
	d[i | 1 << q] = a - b;
}

__global__ void two_apart(float *d, int q)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int i = ((t >> q) << (q + 2)) | (t & ((1 << q) - 1));
	float a = d[i], b = d[i | 2 << q];
	d[i] = a + b;
	d[i | 2 << q] = a - b;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), p = 512;
	while (p < n)
		p <<= 1;
	float *d;
	cudaMalloc(&d, 4 * p * sizeof(float));
	for (int s = 1; s < p; s *= 2)
		by_stride<<<p / 512, 256>>>(d, s); // launch: race-free; twin-launch: race
	for (int k = 2; k <= p; k *= 2)
		for (int s = k / 2; s >= 1; s /= 2)
			by_stride<<<p / 512, 256>>>(d, s); // launch: race-free; twin-launch: race
	for (int q = 0; (1 << q) < p; q++) {
		by_exponent<<<p / 512, 256>>>(d, q); // launch: race-free; twin-launch: race-free
		two_apart<<<p / 512, 256>>>(d, q); // launch: race-free; twin-launch: race-free
	}
}
