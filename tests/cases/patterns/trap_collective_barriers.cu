// A collective with barriers inside separates the uses of the caller's buffer.
#include <cuda_runtime.h>

template <int N>
struct Scan {
	int s[N];
	__device__ int exclusive(int v)
	{
		int t = threadIdx.x;
		s[t] = v;
		__syncthreads();
		for (int d = 1; d < N; d *= 2) {
			int add = t >= d ? s[t - d] : 0;
			__syncthreads();
			s[t] += add;
			__syncthreads();
		}
		return s[t] - v;
	}
};

__global__ void scatter(const int *key, int *out)
{
	__shared__ Scan<128> scan;
	__shared__ int buf[128];
	int t = threadIdx.x, k = key[blockIdx.x * 128 + t];

	buf[t] = k; // twin-race: intra-block
	int at = scan.exclusive(k > 0); // twin: 	int at = t;
	if (buf[127 - t] > 0) // twin-race: intra-block
		out[blockIdx.x * 128 + t] = at;
}

void run(const int *key, int *out, int blocks)
{
	scatter<<<blocks, 128>>>(key, out); // launch: race-free; twin-launch: race
}
