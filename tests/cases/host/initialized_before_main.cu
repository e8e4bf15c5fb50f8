// Members that a constructor fills before main runs are constants, beside streams that have constructors too.
#include <cuda_runtime.h>
#include <iostream>

struct params {
	const int most = 10;
	const unsigned features;
	params(unsigned n) : features(n) {} // twin: params(unsigned n) : features(n - 1) {}
};
static params sizes(5);

__global__ void clear(float *data, int most, int features)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;

	for (int i = 0; i < 50; i++)
		data[v * most * features + i] = v; // twin-race: inter-block,intra-block,intra-warp
}

int main()
{
	float *data;

	cudaMalloc(&data, 1 << 20);
	clear<<<16, 256>>>(data, sizes.most, sizes.features); // launch: race-free; twin-launch: race
	std::cout << cudaDeviceSynchronize();
	return 0;
}
