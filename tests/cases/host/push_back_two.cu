// Two places are appended in each round: all of them differ. That is not followed, and no race.

#include <cuda_runtime.h>
#include <vector>

__global__ void put(const int *at, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[at[i]] = i; // twin-race: inter-block, intra-block, intra-warp
}

void run(int *out, const int *wanted, int count)
{
	std::vector<int> at;
	for (int i = 0; i < count; i++) {
		at.push_back(2 * i);
		at.push_back(2 * i + 1);
	}
	int *list, n = at.size();
	cudaMalloc(&list, n * sizeof(int));
	cudaMemcpy(list, at.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	put<<<(n + 255) / 256, 256>>>(list, out, n); // launch: undecided; twin-launch: race; twin: 	put<<<2, 256>>>(wanted, out, n);
}
