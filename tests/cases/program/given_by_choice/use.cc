#include <cuda_runtime.h>

void reverse(float *out, const float *in, int n);

void run(bool in_place)
{
	float *a, *b;
	cudaMalloc(&a, 8000);
	cudaMalloc(&b, 4000);
	float *out = b;
	if (in_place)
		out = a + 1000; // twin: 		out = a;
	reverse(out, a, 1000);
}
