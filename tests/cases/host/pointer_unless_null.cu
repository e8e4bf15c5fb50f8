// A buffer that is used where there is one, and the other one otherwise; the twin is given none.
#include <cuda_runtime.h>

__global__ void shift(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1]; // twin-race: inter-block, intra-block, intra-warp
}

static void run(float *in, float *out, int n)
{
	float *to = out ? out : in;
	shift<<<(n + 255) / 256, 256>>>(in, to, n); // launch: race-free; twin-launch: race
}

int main()
{
	float *a, *b;
	int n = 1000;
	cudaMalloc(&a, 4 * n);
	cudaMalloc(&b, 4 * n);
	run(a, b, n); // twin: 	run(a, nullptr, n);
}
