// Lists to each of which a loop appends the halves of its numbers: that two are equal is not followed. The twin appends inputs.
#include <stdlib.h>
#include <vector>

__global__ void put(float *x, const int *list, int count)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < count)
		x[list[t]] = t; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *list;
	float *x;
	std::vector<std::vector<int>> lists(2);
	for (int v = 0; v < n; v++)
		lists[v % 2].push_back(v / 2); // twin: lists[v % 2].push_back(atoi(argv[v]));
	cudaMalloc(&x, n * sizeof(float));
	cudaMalloc(&list, n * sizeof(int));
	for (int c = 0; c < 2; c++) {
		cudaMemcpy(list, lists[c].data(), lists[c].size() * sizeof(int), cudaMemcpyHostToDevice);
		put<<<((int)lists[c].size() + 127) / 128, 128>>>(x, list, (int)lists[c].size()); // launch: undecided; twin-launch: race
	}
	cudaDeviceSynchronize();
}
