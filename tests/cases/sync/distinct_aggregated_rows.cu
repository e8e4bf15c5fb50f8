// Lanes that agree on a row draw places from the row's counter together: what the counters of two rows begin with is the
// host's, which sets them as far apart as there are elements. That is not followed, and no race.

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__device__ int drawn(int row, int *counter)
{
	auto same = cg::labeled_partition(cg::coalesced_threads(), row);
	int first = 0;
	if (same.thread_rank() == 0)
		first = atomicAdd(&counter[row], same.size());
	return same.shfl(first, 0) + same.thread_rank();
}

__global__ void share(const int *row, int *counter, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[drawn(row[i], counter)] = i; // twin-race: inter-block, intra-block, intra-warp; twin: 		out[row[i]] = i;
}

int main()
{
	const int n = 1 << 16, rows = 8;
	int begin[rows], *row, *counter, *out;
	for (int i = 0; i < rows; i++)
		begin[i] = i * n;
	cudaMalloc(&row, n * sizeof(int));
	cudaMalloc(&counter, rows * sizeof(int));
	cudaMalloc(&out, n * rows * sizeof(int));
	cudaMemcpy(counter, begin, sizeof(begin), cudaMemcpyHostToDevice);
	share<<<n / 256, 256>>>(row, counter, out, n); // launch: undecided; twin-launch: race
}
