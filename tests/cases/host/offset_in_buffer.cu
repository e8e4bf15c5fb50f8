// Two parts of one allocation: the second starts where the first ends.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void shift(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i + 1 < n)
		out[i] = in[i + 1]; // twin-race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	float *data;

	cudaMalloc(&data, 2 * n * sizeof(float));
	float *second = data + n; // twin: float *second = data + n / 2;
	shift<<<(n + 255) / 256, 256>>>(data, second, n); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
