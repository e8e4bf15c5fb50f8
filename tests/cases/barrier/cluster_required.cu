// The size of the kernel's clusters is an attribute that is set before its launch. In the twin one of another kind is.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void swap(int *data, int *out)
{
	int i = blockIdx.x * 64 + threadIdx.x;

	data[i] = i; // twin-race: inter-block
	cg::this_cluster().sync();
	out[i] = data[i ^ 64]; // twin-race: inter-block
}

void prepare()
{
	cudaFuncSetAttribute(swap, cudaFuncAttributeRequiredClusterWidth, 2); // twin: cudaFuncSetAttribute(swap, cudaFuncAttributeMaxDynamicSharedMemorySize, 2);
}

void run(int *data)
{
	prepare();
	swap<<<8, 64>>>(data, data + 512); // launch: race-free; twin-launch: race
}
