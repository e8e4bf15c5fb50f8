// Error-check macros around every call neither hide the allocation nor the launch.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define CHECK(call) \
	do { \
		cudaError_t err_ = (call); \
		if (err_ != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
			exit(1); \
		} \
	} while (0)

__global__ void shift(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i + 1 < n)
		out[i] = in[i + 1]; // twin-race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	float *in, *out;

	CHECK(cudaMalloc(&in, n * sizeof(float)));
	CHECK(cudaMalloc(&out, n * sizeof(float))); // twin: out = in;
	CHECK(cudaMemset(in, 0, n * sizeof(float)));
	shift<<<(n + 255) / 256, 256>>>(in, out, n); // launch: race-free; twin-launch: race
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	return 0;
}
