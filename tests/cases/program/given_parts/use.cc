#include <cuda_runtime.h>

void copy(float *out, const float *in, int blocks);

void apart()
{
	float *a, *b;
	cudaMalloc(&a, 4096);
	cudaMalloc(&b, 4096);
	copy(a, b, 8);
}

void parts()
{
	float *both;
	cudaMalloc(&both, 8192);
	float *in = both;
	copy(both + 1024, in, 8); // twin: 	copy(both + 896, in, 8);
}
