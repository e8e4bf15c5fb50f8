// GWCP, figure 11: a stencil in place; the lock orders the writes, not the reads of the neighbours' values.
#include <cuda_runtime.h>

__global__ void stencil(double *a, double *b, int n)
{
	__shared__ int current, lock;
	int t = threadIdx.x;
	if (t == 0) {
		current = 0;
		lock = 0;
	}
	__syncthreads();
	for (bool done = false; !done;)
		if (atomicCAS(&lock, 0, 1) == 0) {
			__threadfence();
			current = t;
			__threadfence();
			atomicExch(&lock, 0);
			done = true;
		}
	double value = t > 0 && t < n - 1 ? a[t - 1] + a[t + 1] : 0; // twin-race: intra-block,intra-warp
	b[t] = value; // twin-race: intra-block,intra-warp; twin: a[t] = value;
}

void run(double *a, double *b, int n)
{
	stencil<<<1, 64>>>(a, b, n); // launch: race-free; twin-launch: race
}
