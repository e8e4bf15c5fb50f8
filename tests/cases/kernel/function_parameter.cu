// A reduction that is given its operator as a function, through two functions.
#include <cuda_runtime.h>

__device__ float add(float a, float b)
{
	return a + b;
}

__device__ float larger(float a, float b)
{
	return fmaxf(a, b);
}

template <typename T>
__device__ T reduce(T v, T *buf, T (*op)(T, T))
{
	int t = threadIdx.x;
	buf[t] = v; // twin-race: intra-block, intra-warp
	__syncthreads();
	for (int s = blockDim.x >> 1; s; s >>= 1) {
		if (t < s)
			buf[t] = op(buf[t], buf[t + s]);
		__syncthreads();
	}
	T r = buf[0]; // twin-race: intra-block, intra-warp
	__syncthreads(); // twin:
	return r;
}

__device__ float of_row(const float *row, int cols, float first, float *buf, float (*op)(float, float))
{
	float v = first;
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		v = op(v, row[c]);
	return reduce(v, buf, op);
}

__global__ void normalise(const float *in, float *out, int cols)
{
	extern __shared__ float buf[];
	const float *row = in + (size_t)blockIdx.x * cols;
	float most = of_row(row, cols, -1e30f, buf, larger), sum = of_row(row, cols, 0, buf, add);
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		out[(size_t)blockIdx.x * cols + c] = (row[c] - most) / sum;
}

int main()
{
	float *a, *b;
	cudaMalloc(&a, 1000 * 1000 * sizeof(float));
	cudaMalloc(&b, 1000 * 1000 * sizeof(float));
	normalise<<<1000, 128, 128 * sizeof(float)>>>(a, b, 1000); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
