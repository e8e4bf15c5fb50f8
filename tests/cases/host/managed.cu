// cudaMallocManaged buffers are separate allocations too.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void shift(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i + 1 < n)
		out[i] = in[i + 1]; // twin-race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *a, *b;

	cudaMallocManaged(&a, n * sizeof(int));
	cudaMallocManaged(&b, n * sizeof(int));
	for (int i = 0; i < n; i++)
		a[i] = i;
	shift<<<(n + 255) / 256, 256>>>(a, b, n); // launch: race-free; twin-launch: race; twin: shift<<<(n + 255) / 256, 256>>>(a, a, n);
	return cudaDeviceSynchronize();
}
