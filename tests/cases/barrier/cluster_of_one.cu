// A launch that says nothing of clusters has clusters of one block, so that their barrier orders no two blocks.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void swap(int *data, int *out)
{
	int i = blockIdx.x * 64 + threadIdx.x;

	data[i] = i; // race: inter-block
	cg::this_cluster().sync();
	out[i] = data[i ^ 64]; // race: inter-block; twin: 	out[i] = data[i ^ 32];
}

void run(int *data)
{
	swap<<<8, 64>>>(data, data + 512); // launch: race; twin-launch: race-free
}
