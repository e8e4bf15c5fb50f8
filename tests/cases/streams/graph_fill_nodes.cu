// A node of a graph fills what a kernel's node adds to; in the twin the kernel does not wait for it.
#include <cuda_runtime.h>

__global__ void add(int *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] += i;
}

int main()
{
	int n = 1 << 12, *p;
	cudaGraph_t graph;
	cudaGraphExec_t runs;
	cudaGraphNode_t filled, added;
	cudaMalloc(&p, n * sizeof(int));
	cudaGraphCreate(&graph, 0);
	cudaMemsetParams zeros = { 0 };
	zeros.dst = p;
	zeros.elementSize = sizeof(int);
	zeros.width = n;
	zeros.height = 1;
	cudaGraphAddMemsetNode(&filled, graph, NULL, 0, &zeros);
	void *arguments[] = { &p, &n };
	cudaKernelNodeParams made = { 0 };
	made.func = (void *)add;
	made.gridDim = dim3(n / 256);
	made.blockDim = dim3(256);
	made.kernelParams = arguments;
	cudaGraphAddKernelNode(&added, graph, &filled, 1, &made); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel; twin:	cudaGraphAddKernelNode(&added, graph, NULL, 0, &made);
	cudaGraphInstantiate(&runs, graph, NULL, NULL, 0);
	cudaGraphLaunch(runs, 0);
	return cudaDeviceSynchronize();
}
