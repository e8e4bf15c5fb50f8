// Passes of a Walsh transform in place, whose size the user gives: strides are (1 << log) >> 2 * i, over 4.
#include <cstdlib>

__global__ void pass(float *data, int stride)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int low = t & (stride - 1);
	int first = ((t - low) << 2) + low;
	int second = first + stride; // twin: int second = first + 1;
	data[first] = 2 * t; // twin-race: inter-block, intra-block, intra-warp
	data[second] = 2 * t + 1; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int log = atoi(argv[1]), size = 1 << log;
	float *data;
	cudaMalloc(&data, size * sizeof(float));
	for (int n = size / 1024; log > 11; log -= 2, size >>= 2)
		pass<<<n, 256>>>(data, size / 4); // launch: race-free; twin-launch: race
	return 0;
}
