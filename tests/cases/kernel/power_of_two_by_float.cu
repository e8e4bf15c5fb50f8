// Strides that are powers of two, made by way of floats.
#include <cuda_runtime.h>

__global__ void reduce(int *out, const int *in)
{
	__shared__ int sum[256];
	int t = threadIdx.x;

	sum[t] = in[t];
	__syncthreads();
	for (int i = 1; i <= 8; i++) {
		int step = (int)pow(2.0, i);
		int half = (int)exp2f((float)(i - 1)); // twin: int half = (int)exp2f((float)i);
		if (t % step == 0 && t + half < 256)
			sum[t] += sum[t + half]; // twin-race: intra-block, intra-warp
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = sum[0];
}

int main()
{
	int *in, *out;

	cudaMalloc(&in, 256 * sizeof(*in));
	cudaMalloc(&out, 4 * sizeof(*out));
	reduce<<<4, 256>>>(out, in); // launch: race-free; twin-launch: race
	return 0;
}
