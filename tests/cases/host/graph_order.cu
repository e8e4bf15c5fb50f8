// An edge that is added by itself is not followed: a note says that the graph's order is not checked. In the twin the node is given what it waits for.
#include <cuda_runtime.h>

__global__ void put(int *p)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

static cudaKernelNodeParams node(void **args)
{
	cudaKernelNodeParams made = { 0 };
	made.func = (void *)put;
	made.gridDim = dim3(64);
	made.blockDim = dim3(256);
	made.kernelParams = args;
	return made;
}

int main()
{
	int *a;
	cudaGraph_t graph;
	cudaGraphExec_t runs;
	cudaGraphNode_t first, second;

	cudaMalloc(&a, 64 * 256 * sizeof(int));
	cudaGraphCreate(&graph, 0);
	void *args[] = { &a };
	cudaKernelNodeParams made = node(args);
	cudaGraphAddKernelNode(&first, graph, NULL, 0, &made); // launch: race-free; twin-launch: race-free
	cudaGraphAddKernelNode(&second, graph, &first, 1, &made); // launch: race-free; twin-launch: race-free
	cudaGraphAddDependencies(graph, &first, &second, 1); // finding: graph-order; twin: ;
	cudaGraphInstantiate(&runs, graph, NULL, NULL, 0);
	cudaGraphLaunch(runs, 0);
	cudaDeviceSynchronize();
}
