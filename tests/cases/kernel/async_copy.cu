// When an asynchronous copy ends is not modelled: undecided, never race-free; the twin copies plainly.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>

__global__ void load(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	__pipeline_memcpy_async(&s[t], &in[t], sizeof(int)); // twin: s[t] = in[t];
	__syncthreads();
	out[t] = s[63 - t];
}

void run(const int *in, int *out)
{
	load<<<1, 64>>>(in, out); // launch: undecided; twin-launch: race-free
}
