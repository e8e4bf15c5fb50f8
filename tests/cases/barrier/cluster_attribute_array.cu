// A histogram shared by the blocks of a cluster, whose size the host gives; in the twin a block may have ended.
// flags: --arch=sm_90
#include <cooperative_groups.h>
#include <vector>

namespace cg = cooperative_groups;

__global__ void count(const int *in, int *bins, int n)
{
	extern __shared__ int part[];
	cg::cluster_group cluster = cg::this_cluster();
	for (int i = threadIdx.x; i < 64; i += blockDim.x)
		part[i] = 0;
	cluster.sync();
	for (int i = cg::this_grid().thread_rank(); i < n; i += gridDim.x * blockDim.x) {
		int bin = in[i] & 255;
		int *theirs = cluster.map_shared_rank(part, bin / 64);
		atomicAdd(theirs + bin % 64, 1); // twin-race: inter-block
	}
	cluster.sync(); // twin: cg::this_thread_block().sync();
	for (int i = threadIdx.x; i < 64; i += blockDim.x)
		atomicAdd(&bins[cluster.block_rank() * 64 + i], part[i]); // twin-race: inter-block
} // twin-race: inter-block

void run(const int *in, int *bins, int n)
{
	cudaLaunchAttribute attribute = {};
	attribute.id = cudaLaunchAttributeClusterDimension;
	attribute.val.clusterDim = { 4, 1, 1 };
	cudaLaunchConfig_t config = {};
	config.gridDim = 64;
	config.blockDim = 128;
	config.dynamicSmemBytes = 64 * sizeof(int);
	config.attrs = &attribute;
	config.numAttrs = 1;
	void *args[] = { &in, &bins, &n };
	cudaLaunchKernelExC(&config, (const void *)count, args); // launch: race-free; twin-launch: race
}
