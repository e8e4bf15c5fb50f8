// Places are sorted and equal ones left out: no two entries are the same. That is not followed, and no race.

#include <algorithm>
#include <cuda_runtime.h>
#include <vector>

__global__ void put(const int *at, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[at[i]] = i; // twin-race: inter-block, intra-block, intra-warp
}

void run(int *out, const int *from, int count)
{
	std::vector<int> at(from, from + count);
	std::sort(at.begin(), at.end());
	at.erase(std::unique(at.begin(), at.end()), at.end()); // twin:
	int *list, n = at.size();
	cudaMalloc(&list, n * sizeof(int));
	cudaMemcpy(list, at.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	put<<<(n + 255) / 256, 256>>>(list, out, n); // launch: undecided; twin-launch: race
}
