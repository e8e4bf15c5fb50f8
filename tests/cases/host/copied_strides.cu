// A view whose constructor copies sizes and strides with std::copy, as tensor accessors do.
#include <algorithm>
#include <cuda_runtime.h>

struct view {
	float *data;
	long sizes[2], strides[2];

	view(float *d, const long *s, const long *t) : data(d)
	{
		std::copy(s, s + 2, sizes);
		std::copy(t, t + 2, strides);
	}
	__host__ __device__ view(const view &) = default;
	__device__ float &at(long i, long j) const { return data[i * strides[0] + j * strides[1]]; }
};

__global__ void fill(view v)
{
	long i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < v.sizes[1])
		for (long row = 0; row < v.sizes[0]; row++)
			v.at(row, i) = row + i; // twin-race: inter-block, intra-block, intra-warp
}

void run(float *d, long rows, long n)
{
	const long sizes[2] = { rows, n };
	const long strides[2] = { n, 1 }; // twin: 	const long strides[2] = { n, 0 };
	fill<<<(n + 255) / 256, 256>>>(view(d, sizes, strides)); // launch: race-free; twin-launch: race
}
