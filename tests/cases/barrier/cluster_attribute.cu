// The launch's attributes give the size of clusters. In the twin it does not fit what the kernel reads.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void pass(const int *in, int *out)
{
	__shared__ int s[128];
	cg::cluster_group cluster = cg::this_cluster();
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 128 + t];
	cluster.sync();
	int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
	out[(blockIdx.x ^ 1) * 128 + t] = other[t]; // twin-race: inter-block
	cluster.sync();
	out[blockIdx.x * 128 + t] += s[127 - t]; // twin-race: inter-block
}

void run(const int *in, int *out, cudaStream_t stream)
{
	cudaLaunchConfig_t config = { 0 };
	config.gridDim = dim3(8, 4, 1);
	config.gridDim.y = 1; // twin: config.gridDim.y = 2;
	config.blockDim = 128;
	config.stream = stream;
	cudaLaunchAttribute attributes[2];
	attributes[0].id = cudaLaunchAttributePriority;
	attributes[0].val.priority = 1;
	attributes[1].id = cudaLaunchAttributeClusterDimension;
	attributes[1].val.clusterDim.x = 2;
	attributes[1].val.clusterDim.y = 1;
	attributes[1].val.clusterDim.z = 1;
	config.attrs = attributes;
	config.numAttrs = 2;
	cudaLaunchKernelEx(&config, pass, in, out); // launch: race-free; twin-launch: race
}
