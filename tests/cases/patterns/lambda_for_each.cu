// A device lambda run for every element; its index must be the element's own.
#include <cuda_runtime.h>

template <typename F>
__global__ void for_each(int n, F f)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		f(i);
}

void run(const float *x, float *y, int n)
{
	auto body = [=] __device__(int i) { y[i] = x[i] + 1; }; // twin-race: intra-warp; twin: 	auto body = [=] __device__(int i) { y[i / 2] = x[i] + 1; };
	for_each<<<64, 256>>>(n, body); // launch: race-free; twin-launch: race
}
