// Two lists in one array, of which a kernel chooses one for each entry: each member of the structures is a choice, and no more than n draw from
// the two counters, be it one lane for those that are converged there. In the twin the second one begins too early.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

struct list {
	int *items;
	unsigned *size;
	__device__ void push(int v) const
	{
		items[atomicAdd(size, 1u)] = v; // twin-race: inter-block, intra-block, intra-warp
	}
	__device__ void push_together(int v) const
	{
		auto group = cg::coalesced_threads();
		unsigned first = 0;
		if (group.thread_rank() == 0)
			first = atomicAdd(size, group.size());
		items[group.shfl(first, 0) + group.thread_rank()] = v; // twin-race: inter-block, intra-block, intra-warp
	}
};

__global__ void part(const unsigned char *kind, int n, list a, list b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	(kind[i] ? a : b).push(i);
}

__global__ void sort_out(const unsigned char *kind, int n, list a, list b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	switch (kind[i]) {
	case 1:
		a.push(i);
		break;
	case 2:
		b.push(i);
		break;
	}
}

__global__ void sort_together(const unsigned char *kind, int n, list a, list b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	if (kind[i] == 1)
		a.push_together(i);
	else if (kind[i] == 2)
		b.push_together(i);
}

int main(int argc, char **argv)
{
	const int n = 1000 * argc;
	const int room = n; // twin: 	const int room = n - 2;
	unsigned char *kind;
	int *items, *others, *third;
	unsigned *sizes, *more, *last;
	cudaMalloc(&kind, n);
	cudaMalloc(&items, 2 * n * sizeof(*items));
	cudaMalloc(&others, 2 * n * sizeof(*others));
	cudaMalloc(&third, 2 * n * sizeof(*third));
	cudaMalloc(&last, 2 * sizeof(*last));
	cudaMemset(last, 0, 2 * sizeof(*last));
	cudaMalloc(&sizes, 2 * sizeof(*sizes));
	cudaMalloc(&more, 2 * sizeof(*more));
	cudaMemset(sizes, 0, 2 * sizeof(*sizes));
	cudaMemset(more, 0, 2 * sizeof(*more));
	part<<<(n + 127) / 128, 128>>>(kind, n, { items, sizes }, { items + room, sizes + 1 }); // launch: race-free; twin-launch: race
	sort_out<<<(n + 127) / 128, 128>>>(kind, n, { others, more }, { others + room, more + 1 }); // launch: race-free; twin-launch: race
	sort_together<<<(n + 127) / 128, 128>>>(kind, n, { third, last }, { third + room, last + 1 }); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
