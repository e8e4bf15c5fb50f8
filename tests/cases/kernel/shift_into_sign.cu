// xfail: a power of two is taken to stay below the sign of its type, which a shift by 31 reaches
// 1 << b is negative for b = 31, and all threads store to one place then. In the twin b is less.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void put(int *out, int b)
{
	int i = threadIdx.x, n = 1 << b;

	out[n < 0 ? 0 : i] = i; // race: intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int *out, b = atoi(argv[1]);

	if (b < 0 || b > 31) // twin: 	if (b < 0 || b > 30)
		return 1;
	cudaMalloc(&out, 64 * sizeof(int));
	put<<<1, 64>>>(out, b); // launch: race; twin-launch: race-free
	cudaDeviceSynchronize();
}
