// Addition of doubles as the programming guide writes it.
#include <cuda_runtime.h>

__device__ double add(double *address, double val)
{
	unsigned long long int *p = (unsigned long long int *)address;
	unsigned long long int old = *p, assumed;

	do {
		assumed = old;
		old = atomicCAS(p, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
	} while (assumed != old);
	return __longlong_as_double(old);
}

__global__ void sum(const double *x, const int *bin, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		add(&out[bin[i]], x[i]); // twin-race: inter-block,intra-block,intra-warp; twin: 		out[bin[i]] = out[bin[i]] + x[i];
}

void run(const double *x, const int *bin, double *out, int n)
{
	sum<<<(n + 255) / 256, 256>>>(x, bin, out, n); // launch: race-free; twin-launch: race
}
