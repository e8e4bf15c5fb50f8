// The size of the kernel's clusters is set to what the host reads. In the twin no two blocks touch the same memory.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void swap(int *data, int *out)
{
	int i = blockIdx.x * 64 + threadIdx.x;

	data[i] = i;
	cg::this_cluster().sync();
	out[i] = data[i ^ 64]; // twin: out[i] = data[i];
}

void run(int *data, int width)
{
	cudaFuncSetAttribute(swap, cudaFuncAttributeRequiredClusterWidth, width);
	swap<<<8, 64>>>(data, data + 512); // launch: undecided; twin-launch: race-free
}
