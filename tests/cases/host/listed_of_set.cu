// Places come out of a set: no two are the same. That is not followed, and no race.

#include <cuda_runtime.h>
#include <set>
#include <vector>

__global__ void put(const int *at, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[at[i]] = i; // twin-race: inter-block, intra-block, intra-warp
}

void run(int *out, const int *from, int count)
{
	std::set<int> once(from, from + count);
	std::vector<int> at(once.begin(), once.end()); // twin: 	std::vector<int> at(from, from + count);
	int *list, n = at.size();
	cudaMalloc(&list, n * sizeof(int));
	cudaMemcpy(list, at.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	put<<<(n + 255) / 256, 256>>>(list, out, n); // launch: undecided; twin-launch: race
}
