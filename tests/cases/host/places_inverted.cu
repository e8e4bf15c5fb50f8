// xfail: what an earlier kernel has put into memory is not followed, so that the places there may be one
// The inverse of a permutation, which one kernel makes and the other one stores by.
#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

__global__ void invert(const int *order, int *inverse, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		inverse[order[i]] = i;
}

__global__ void put(const int *inverse, const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[inverse[i]] = in[i]; // twin-race: inter-block, intra-block, intra-warp; twin: 		out[inverse[i] / 2] = in[i];
}

int main(int argc, char **argv)
{
	int n = argc * 1000, blocks = (n + 255) / 256, *order, *inverse;
	float *in, *out;
	std::vector<int> list(n);
	std::iota(list.begin(), list.end(), 0);
	std::shuffle(list.begin(), list.end(), std::mt19937(1));
	cudaMalloc(&order, n * sizeof(int));
	cudaMalloc(&inverse, n * sizeof(int));
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	cudaMemcpy(order, list.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	invert<<<blocks, 256>>>(order, inverse, n); // launch: race-free; twin-launch: race-free
	put<<<blocks, 256>>>(inverse, in, out, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
