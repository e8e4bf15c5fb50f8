// Three buffers in turn, two of which change places besides in some rounds. In the twin one takes another's place instead, so that
// what is written comes to be what is read.
#include <cuda_runtime.h>
#include <utility>

__global__ void mix(const float *x, const float *y, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = x[n - 1 - i] + y[n - 1 - i]; // twin-race: inter-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = 1000;
	float *p, *q, *r;
	cudaMalloc(&p, n * sizeof(float));
	cudaMalloc(&q, n * sizeof(float));
	cudaMalloc(&r, n * sizeof(float));
	for (int i = 0; i < argc; i++) {
		mix<<<4, 256>>>(p, q, r, n); // launch: race-free; twin-launch: race
		float *last = p;
		p = q;
		q = r;
		r = last;
		if (i % 3 == 2)
			std::swap(p, q); // twin: q = r;
	}
	return cudaDeviceSynchronize();
}
