// An assumption may mention the built-in variables: the stride of the loop is the number of threads.
#include <cuda_runtime.h>

__global__ void scale(float *a, int stride)
{
	__builtin_assume(stride == blockDim.x); // fact: assume; twin:
	for (int i = threadIdx.x; i < 100 * stride; i += stride)
		a[i] *= 2; // twin-race: intra-block; twin-race: intra-warp
}

void run(float *a, int stride)
{
	scale<<<1, 1024>>>(a, stride); // launch: race-free; twin-launch: race
}
