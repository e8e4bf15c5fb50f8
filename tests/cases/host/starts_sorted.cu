// Where buckets begin, as random numbers that the standard library has sorted: none is less than the one before it.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdlib.h>
#include <vector>

__global__ void fill(int *out, const int *start, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int k = start[i]; k < start[i + 1]; k++)
			out[k] = i; // twin-race: inter-block, intra-block, intra-warp
}

// One is moved after the sort.
__global__ void fill_moved(int *out, const int *start, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int k = start[i]; k < start[i + 1]; k++)
			out[k] = i; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *out, *start, *moved;
	if (n < 2 || n > 10000)
		return 1;
	std::vector<int> list(n + 1);
	for (int i = 0; i <= n; i++)
		list[i] = rand() % 10000;
	std::sort(list.begin(), list.end()); // twin: std::sort(list.begin(), list.end(), [](int a, int b) { return a % 100 < b % 100; });
	cudaMalloc(&out, 10000 * sizeof(int));
	cudaMalloc(&start, list.size() * sizeof(int));
	cudaMalloc(&moved, list.size() * sizeof(int));
	cudaMemcpy(start, list.data(), list.size() * sizeof(int), cudaMemcpyHostToDevice);
	fill<<<(n + 127) / 128, 128>>>(out, start, n); // launch: race-free; twin-launch: race
	list[n / 2] = 0;
	cudaMemcpy(moved, list.data(), list.size() * sizeof(int), cudaMemcpyHostToDevice);
	fill_moved<<<(n + 127) / 128, 128>>>(out, moved, n); // launch: race; twin-launch: race
	return 0;
}
