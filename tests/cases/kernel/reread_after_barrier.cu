// Two loads of one address with a barrier between them may differ: what is written then, all threads write.
#include <cuda_runtime.h>

__global__ void compare(int *out, int n)
{
	__shared__ int value;
	int t = threadIdx.x;

	if (t == 0)
		value = 0;
	__syncthreads();
	int before = value;
	__syncthreads();
	if (t == 0)
		value = n;
	__syncthreads();
	int after = value;
	if (before != after)
		out[0] = t; // race: intra-block,intra-warp; twin: out[t] = t;
}

int main()
{
	int *out;

	cudaMalloc(&out, 64 * sizeof(*out));
	compare<<<1, 64>>>(out, 7); // launch: race; twin-launch: race-free
	return 0;
}
