// The size of a cluster is given by the launch, which does not say it here.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void swap(int *data, int *out)
{
	int i = blockIdx.x * 64 + threadIdx.x;

	data[i] = i;
	cg::this_cluster().sync();
	out[i] = data[i ^ 64]; // twin: out[i] = data[i ^ 32];
}

void run(int *data)
{
	swap<<<8, 64>>>(data, data + 512); // launch: undecided; twin-launch: race-free
}
