// Up to 2^24 blocks counted by way of float are those of integers, whatever the divisor.
#include <cmath>

__global__ void pad(float *d, int ld)
{
	int x = blockIdx.x * 100 + threadIdx.x;

	d[blockIdx.y * ld + x] = x; // twin-race: inter-block
}

void run(float *d, int n, int rows)
{
	int ld = (n + 99) / 100 * 100;

	if (n < 0 || n > 16000000) // twin: if (n < 0)
		return;
	pad<<<dim3(ceil((float)n / 100), rows), 100>>>(d, ld); // launch: race-free; twin-launch: race
}
