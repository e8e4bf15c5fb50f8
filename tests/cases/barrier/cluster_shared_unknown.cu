// The cluster's size is the launch's and no constant: which blocks share memory is not known.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void swap(int *out)
{
	__shared__ int s[64];
	auto cluster = cg::this_cluster();

	s[threadIdx.x] = blockIdx.x;
	cluster.sync();
	int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1); // twin: int *other = s;
	out[blockIdx.x * 64 + threadIdx.x] = other[threadIdx.x];
	cluster.sync();
}

void run(int *out, unsigned size)
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
	cudaLaunchKernelEx(&config, swap, out); // launch: undecided; twin-launch: race-free
}
