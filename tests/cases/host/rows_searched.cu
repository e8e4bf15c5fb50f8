// Where rows begin, found in a sorted list: not followed, but no arbitrary numbers either.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdlib>
#include <vector>

__global__ void scale(const int *begin, float *values, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;

	if (row < n)
		for (int k = begin[row]; k < begin[row + 1]; k++)
			values[k] *= 2; // twin-race: inter-block,intra-block,intra-warp
}

int main()
{
	int n = 1000, m = 5000, *begin;
	float *values;
	std::vector<int> of(m), first(n + 1);

	for (int &row : of)
		row = rand() % n;
	std::sort(of.begin(), of.end());
	for (int i = 0; i <= n; i++)
		first[i] = std::lower_bound(of.begin(), of.end(), i) - of.begin(); // twin: 		first[i] = of[i];
	cudaMalloc(&begin, (n + 1) * sizeof(int));
	cudaMalloc(&values, m * sizeof(float));
	cudaMemcpy(begin, first.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	scale<<<(n + 127) / 128, 128>>>(begin, values, n); // launch: undecided; twin-launch: race
	cudaDeviceSynchronize();
	return 0;
}
