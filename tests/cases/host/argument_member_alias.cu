// A pointer in a struct that is passed by value, and a pointer parameter: in the twin the host passes one allocation for both.
#include <cuda_runtime.h>

struct job {
	float *out;
	int n;
};

__global__ void shift(job j, const float *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i + 1 < j.n)
		j.out[i] = in[i + 1]; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	float *a, *b;
	job j;

	cudaMalloc(&a, 4096);
	cudaMalloc(&b, 4096);
	j.n = 1024;
	j.out = b; // twin: j.out = a;
	shift<<<8, 128>>>(j, a); // launch: race-free; twin-launch: race
	cudaFree(a);
	cudaFree(b);
}
