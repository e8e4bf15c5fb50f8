// Two threads broadcast what each of them was given by one counter: that is not the same number.
#include <cuda_runtime.h>

__global__ void differ(int *count, int *out)
{
	__shared__ int a, b;
	int mine = atomicAdd(count, 1);

	if (threadIdx.x == 0)
		a = mine;
	if (threadIdx.x == 1) // twin: if (threadIdx.x == 0)
		b = mine;
	__syncthreads();
	if (a != b)
		out[blockIdx.x] = threadIdx.x; // race: intra-block,intra-warp
}

void run(int *count, int *out)
{
	differ<<<1, 64>>>(count, out); // launch: race; twin-launch: race-free
}
