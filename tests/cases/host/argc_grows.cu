// The number of arguments is not negative: added to a size it leaves room.
#include <cassert>

__global__ void put(int *d, int n, unsigned m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		d[i % m] = i; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	int *d;

	assert(n > 0 && m >= n);
	m += argc; // twin: m -= argc;
	cudaMalloc(&d, m * sizeof(int));
	put<<<(n + 63) / 64, 64>>>(d, n, m); // launch: race-free; twin-launch: race
}
