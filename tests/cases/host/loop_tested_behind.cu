// Rounds that a test behind the launch lets begin: a do-while loop's, and a break of the round before.
#include <cuda_runtime.h>

#include <stdlib.h>

__global__ void fold(int *out, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < m)
		out[i % n] = i; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), times = atoi(argv[3]), *out;

	cudaMalloc(&out, 1 << 20);
	if (m > n)
		return 1;
	do {
		fold<<<64, 256>>>(out, n, m); // launch: race-free; twin-launch: race
		m++;
	} while (m <= n); // twin: } while (m <= n + 1);
	m = 0;
	for (int i = 0; i < times; i++) {
		fold<<<64, 256>>>(out, n, m); // launch: race-free; twin-launch: race-free
		m = atoi(argv[i]);
		if (m > n)
			break;
	}
}
