// As before, but all threads read the result: now the barrier at the end of a round is needed.
#include <cuda_runtime.h>

#define SYNC() __syncthreads()

template <typename T>
__global__ void __launch_bounds__(256) centre(const T *in, T *out, int n)
{
	extern __shared__ __align__(16) unsigned char raw[];
	T *s = reinterpret_cast<T *>(raw);
	int t = threadIdx.x;

	for (int k = blockIdx.x; k < n; k += gridDim.x) {
		T v = in[k * blockDim.x + t];
		s[t] = v; // twin-race: intra-block,intra-warp
		SYNC();
		for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
			if (t < d)
				s[t] += s[t + d];
			SYNC();
		}
		out[k * blockDim.x + t] = v - s[0] / blockDim.x; // twin-race: intra-block,intra-warp
		SYNC(); // twin:
	}
}

void run(const float *in, float *out, int n, int threads)
{
	dim3 grid(16), block(threads);
	void *args[] = { &in, &out, &n };
	cudaLaunchKernel((const void *)centre<float>, grid, block, args, threads * sizeof(float), 0); // launch: race-free; twin-launch: race
}
