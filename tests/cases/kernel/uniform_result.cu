// After the reduction all threads read the one result: those that store it store the same value.
#include <cuda_runtime.h>

__global__ void total(const int *in, int *out)
{
	__shared__ int part[128];
	int t = threadIdx.x;

	part[t] = in[t];
	__syncthreads();
	for (int s = 64; s > 0; s >>= 1) {
		if (t < s)
			part[t] += part[t + s]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
	}
	out[0] = part[0]; // race(warning): intra-block,intra-warp; twin-race: intra-block,intra-warp; twin-race(warning): intra-block,intra-warp
}

void run(const int *in, int *out)
{
	total<<<1, 128>>>(in, out); // launch: race; twin-launch: race
}
