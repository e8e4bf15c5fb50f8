// Three buffers in turn, of which one keeps its place in a single round, after which two are one: which of them are the same in
// which round is not followed, and no reason to take them for different ones. In the twin one pointer is
// given twice.
#include <cuda_runtime.h>

__global__ void mix(const float *x, const float *y, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = x[n - 1 - i] + y[i]; // twin-race: inter-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = 1000;
	float *p, *q, *r;
	cudaMalloc(&p, n * sizeof(float));
	cudaMalloc(&q, n * sizeof(float));
	cudaMalloc(&r, n * sizeof(float));
	for (int i = 0; i < argc; i++) {
		mix<<<4, 256>>>(p, q, r, n); // launch: undecided; twin-launch: race; twin: mix<<<4, 256>>>(r, q, r, n);
		float *last = p;
		p = q;
		q = r;
		if (i != 5)
			r = last;
	}
	return cudaDeviceSynchronize();
}
