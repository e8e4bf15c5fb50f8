// How far an array in a struct is filled is what the launch says, which in the twin is one entry too far.
#include <cuda_runtime.h>

struct list {
	float first;
	float rest[8];
};

__global__ void fill(list *lists, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	lists[i].first = i; // twin-race: intra-block, intra-warp
	for (int j = 0; j < n; j++)
		lists[i].rest[j] = i + j; // twin-race: intra-block, intra-warp
}

void run(list *lists)
{
	fill<<<1, 64>>>(lists, 8); // launch: race-free; twin-launch: race; twin: 	fill<<<1, 64>>>(lists, 9);
}
