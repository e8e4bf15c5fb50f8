// A row is mirrored at column n: what both threads add up to is 0 only where both are 0.
#include <cuda_runtime.h>

__global__ void mirror(const float *in, float *out, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t >= n * n)
		return;
	int i = t / n, j = t % n;
	out[(n + i) * 2 * n + n + j] = in[t]; // twin-race: inter-block,intra-block,intra-warp
	out[(n + i) * 2 * n + n - j] = in[t]; // twin-race: inter-block,intra-block,intra-warp; twin: out[(n + i) * 2 * n + n + j + 1] = in[t];
}

int main(int argc, char **argv)
{
	int n = argc;
	float *in, *out;

	cudaMalloc(&in, sizeof(float) * n * n);
	cudaMalloc(&out, sizeof(float) * 4 * n * n);
	mirror<<<(n * n + 255) / 256, 256>>>(in, out, n); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
