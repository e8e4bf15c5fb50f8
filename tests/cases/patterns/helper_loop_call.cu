// Mean and variance by one helper, called in a loop over channels; the helper ends without a barrier.
#include <cuda_runtime.h>

__device__ double sum_block(double v, double *s)
{
	const unsigned t = threadIdx.y * blockDim.x + threadIdx.x, n = blockDim.x * blockDim.y;

	s[t] = v; // twin-race: intra-block,intra-warp
	__syncthreads();
	for (unsigned d = n / 2; d > 0; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	double r = s[0]; // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	return r;
}

__global__ void moments(const float *x, double *mean, int channels, int size)
{
	__shared__ double s[256];

	for (int c = blockIdx.x; c < channels; c += gridDim.x) {
		double v = 0;
		for (int i = threadIdx.y * 16 + threadIdx.x; i < size; i += 256)
			v += x[c * size + i];
		double m = sum_block(v, s);
		if (threadIdx.x == 0 && threadIdx.y == 0)
			mean[c] = m / size;
	}
}

void run(const float *x, double *mean, int channels, int size)
{
	moments<<<min(channels, 64), dim3(16, 16)>>>(x, mean, channels, size); // launch: race-free; twin-launch: race
}
