// Each block adds its sum to one result.
#include <cuda_runtime.h>

__global__ void dot(const double *a, const double *b, double *result, int n)
{
	__shared__ double s[256];
	double v = 0;
	int t = threadIdx.x;

	for (int i = blockIdx.x * 256 + t; i < n; i += 256 * gridDim.x)
		v += a[i] * b[i];
	s[t] = v;
	__syncthreads();
	for (int d = 128; d; d >>= 1) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		atomicAdd(result, s[0]); // twin-race: inter-block; twin: 		*result += s[0];
}

void run(const double *a, const double *b, double *result, int n)
{
	dot<<<64, 256>>>(a, b, result, n); // launch: race-free; twin-launch: race
}
