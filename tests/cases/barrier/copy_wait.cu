// An asynchronous copy is there for others after its wait and a barrier; the twin does not wait.
#include <cuda_pipeline_primitives.h>
#include <cuda_runtime.h>

__global__ void load(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	__pipeline_memcpy_async(&s[t], &in[t], sizeof(int)); // twin-race: intra-block,intra-warp
	__pipeline_commit();
	__pipeline_wait_prior(0); // twin:
	__syncthreads();
	out[t] = s[63 - t] + s[t ^ 1]; // twin-race: intra-block,intra-warp
}

void run(const int *in, int *out)
{
	load<<<1, 64>>>(in, out); // launch: race-free; twin-launch: race
}
