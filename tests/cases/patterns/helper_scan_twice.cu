// A block scan called for keys and for values on the same storage.
#include <cuda_runtime.h>

__device__ int scan(int v, int *s)
{
	int t = threadIdx.x;

	s[t] = v; // twin-race: intra-block,intra-warp
	__syncthreads();
	for (int d = 1; d < blockDim.x; d <<= 1) {
		int add = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += add;
		__syncthreads();
	}
	return t > 0 ? s[t - 1] : 0; // twin-race: intra-block,intra-warp
}

__global__ void split(const int *in, int *zeros, int *ones)
{
	extern __shared__ int s[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int z = scan(in[i] == 0, s);

	__syncthreads(); // twin:
	int o = scan(in[i] != 0, s);
	zeros[i] = z;
	ones[i] = o;
}

void run(const int *in, int *zeros, int *ones, int blocks, int threads)
{
	split<<<blocks, threads, threads * sizeof(int)>>>(in, zeros, ones); // launch: race-free; twin-launch: race
}
