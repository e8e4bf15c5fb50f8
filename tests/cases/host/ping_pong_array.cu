// The same with an array of two buffers and an index that flips.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void step(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i > 0 && i < n - 1)
		out[i] = 0.5f * in[i] + 0.25f * (in[i - 1] + in[i + 1]); // twin-race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), now = 0;
	float *buffer[2];

	cudaMalloc(&buffer[0], n * sizeof(float));
	cudaMalloc(&buffer[1], n * sizeof(float));
	for (int s = 0; s < 100; s++) {
		int next = 1 - now; // twin: int next = now;

		step<<<(n + 127) / 128, 128>>>(buffer[now], buffer[next], n); // launch: race-free; twin-launch: race
		now = next;
	}
	return cudaDeviceSynchronize();
}
