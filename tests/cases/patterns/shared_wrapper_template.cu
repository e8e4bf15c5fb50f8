// The dynamic buffer comes through a wrapper class for templates, and is reused by the next segment.
#include <cuda_runtime.h>

template <typename T>
struct SharedMemory {
	__device__ operator T *()
	{
		extern __shared__ unsigned char __smem[];
		return (T *)__smem;
	}
};

template <typename T>
__global__ void segments(const T *in, T *out, int n)
{
	T *s = SharedMemory<T>();
	int t = threadIdx.x;

	for (int k = blockIdx.x; k < n; k += gridDim.x) {
		s[t] = in[k * blockDim.x + t];
		__syncthreads();
		for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
			if (t < d)
				s[t] = s[t] > s[t + d] ? s[t] : s[t + d];
			__syncthreads();
		}
		if (t == 0)
			out[k] = s[0];
		__syncthreads(); // twin:
	}
}

template <typename T>
void maxima(const T *in, T *out, int n, int threads)
{
	segments<T><<<16, threads, threads * sizeof(T)>>>(in, out, n);
}

void run(const double *in, double *out, int n)
{
	segments<double><<<16, 128, 128 * sizeof(double)>>>(in, out, n); // launch: race-free; twin-launch: race-free
}
