// Two buffers change places after every step.
#include <cuda_runtime.h>
#include <cstdlib>
#include <utility>

__global__ void step(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i > 0 && i < n - 1)
		out[i] = 0.5f * in[i] + 0.25f * (in[i - 1] + in[i + 1]); // twin-race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), steps = atoi(argv[2]);
	float *in, *out;

	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	for (int s = 0; s < steps; s++) {
		step<<<(n + 127) / 128, 128>>>(in, out, n); // launch: race-free; twin-launch: race
		std::swap(in, out); // twin: in = out;
	}
	return cudaDeviceSynchronize();
}
