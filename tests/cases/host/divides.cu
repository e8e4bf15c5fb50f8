// What the host divides by before the launch is not 0. In the twin it divides by something else.
#include <cuda_runtime.h>

__global__ void first_of_part(int *count, int n, int parts)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		count[t * parts] = t; // twin-race: inter-block, intra-block, intra-warp
}

int spread(int *count, int n, int parts, int width)
{
	int each = width / parts; // twin:	int each = parts / width;
	first_of_part<<<(n + 255) / 256, 256>>>(count, n, parts); // launch: race-free; twin-launch: race
	return each;
}

int remainders(int *count, int n, int parts)
{
	if (n % parts)
		return -1;
	first_of_part<<<(n + 255) / 256, 256>>>(count, n, parts); // launch: race-free; twin-launch: race-free
	return 0;
}
