// Nodes of a graph that copy or only wait are ordered by their dependencies, too; in the twin the kernel does not wait for the copy.
#include <cuda_runtime.h>

__global__ void get(const float *p, float *o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		o[i] += p[i];
}

int main()
{
	int n = 1 << 12;
	float *p, *o, *h;
	cudaGraph_t graph;
	cudaGraphExec_t runs;
	cudaGraphNode_t copied, filled, both, node;
	cudaMalloc(&p, n * sizeof(float));
	cudaMalloc(&o, n * sizeof(float));
	cudaMallocHost(&h, n * sizeof(float));
	cudaGraphCreate(&graph, 0);
	cudaGraphAddMemcpyNode1D(&copied, graph, NULL, 0, p, h, n * sizeof(float), cudaMemcpyHostToDevice);
	cudaGraphAddMemcpyNode1D(&filled, graph, NULL, 0, o, h, n * sizeof(float), cudaMemcpyHostToDevice);
	cudaGraphNode_t first[] = { filled, copied };
	cudaGraphAddEmptyNode(&both, graph, first, 2); // twin: 	cudaGraphAddEmptyNode(&both, graph, first, 1);
	void *arguments[] = { &p, &o, &n };
	cudaKernelNodeParams made = { 0 };
	made.func = (void *)get;
	made.gridDim = dim3(n / 256);
	made.blockDim = dim3(256);
	made.kernelParams = arguments;
	cudaGraphAddKernelNode(&node, graph, &both, 1, &made); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaGraphAddMemcpyNode1D(&copied, graph, &filled, 1, h, o, n * sizeof(float), cudaMemcpyDeviceToHost); // finding: inter-kernel; twin-finding: inter-kernel
	cudaGraphInstantiate(&runs, graph, NULL, NULL, 0);
	cudaGraphLaunch(runs, 0);
	return cudaDeviceSynchronize();
}
