// The wait after the barrier is too late: the barrier does not cover a copy in flight.
#include <cuda_pipeline_primitives.h>
#include <cuda_runtime.h>

__global__ void load(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	__pipeline_memcpy_async(&s[t], &in[t], sizeof(int)); // race: intra-block; cause: asynchronous
	__pipeline_commit();
	__syncthreads(); // twin: __pipeline_wait_prior(0); __syncthreads();
	__pipeline_wait_prior(0);
	out[t] = s[63 - t]; // race: intra-block
}

void run(const int *in, int *out)
{
	load<<<1, 64>>>(in, out); // launch: race; twin-launch: race-free
}
