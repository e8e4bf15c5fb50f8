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

void run(int *data, unsigned size)
{
	cudaLaunchAttribute attribute;
	attribute.id = cudaLaunchAttributeClusterDimension;
	attribute.val.clusterDim.x = size;
	attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
	cudaLaunchConfig_t config = {};
	config.gridDim = 8;
	config.blockDim = 64;
	config.attrs = &attribute;
	config.numAttrs = 1;
	cudaLaunchKernelEx(&config, swap, data, data + 512); // launch: undecided; twin-launch: race-free
}
