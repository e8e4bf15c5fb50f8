// A number that a loop inside brings up to a bound stays where it is when the bound falls back: in round 6 it is 7. In the twin the bound never falls.
#include <cuda_runtime.h>

__global__ void fills(int *out, int n)
{
	int next = 0, t = threadIdx.x;

	for (int i = 0; i < n; i++) {
		int before = next;
		for (; next < i % 5 + 3; next++) // twin: for (; next < i + 3; next++)
			out[64 * next + 64 + t] = i;
		if (t == 0 && i == 6)
			out[before] = 1; // race: intra-warp
		if (t == 1 && i == 6)
			out[7] = 2; // race: intra-warp
	}
}

void run(int *out, int n)
{
	fills<<<1, 64>>>(out, n); // launch: race; twin-launch: race-free
}
