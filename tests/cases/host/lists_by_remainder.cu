// Lists in a vector of vectors: each round appends its number to one of them, by the round's remainder, and each list is copied and used in turn.
#include <stdlib.h>
#include <vector>

__global__ void relax(float *x, const int *list, int count, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= count)
		return;
	int v = list[t];
	float l = v > 0 ? x[v - 1] : 0, r = v < n - 1 ? x[v + 1] : 0; // twin-race: inter-block, intra-block, intra-warp
	x[v] = 0.5f * (l + r); // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *list;
	float *x;
	std::vector<std::vector<int>> lists(3);
	for (int v = 0; v < n; v++)
		if (v % 7 != 4)
			lists[v % 3].push_back(v); // twin: lists[v * v % 3].push_back(v);
	cudaMalloc(&x, n * sizeof(float));
	cudaMalloc(&list, n * sizeof(int));
	for (const auto &l : lists) {
		cudaMemcpy(list, l.data(), l.size() * sizeof(int), cudaMemcpyHostToDevice);
		relax<<<((int)l.size() + 127) / 128, 128>>>(x, list, (int)l.size(), n); // launch: race-free; twin-launch: race
	}
	cudaDeviceSynchronize();
}
