// A graph of kernel nodes is launched, and another stream goes on when it is done; in the twin at once.
#include <cuda_runtime.h>

__global__ void put(float *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = threadIdx.x;
}

int main()
{
	int n = 1 << 12;
	float *p;
	cudaStream_t a, b;
	cudaGraph_t graph;
	cudaGraphExec_t runs;
	cudaGraphNode_t node;
	void *arguments[] = { &p, &n };
	cudaKernelNodeParams parameters = { 0 };
	cudaMalloc(&p, n * sizeof(float));
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaGraphCreate(&graph, 0);
	parameters.func = (void *)put;
	parameters.gridDim = dim3(16);
	parameters.blockDim = dim3(256);
	parameters.kernelParams = arguments;
	cudaGraphAddKernelNode(&node, graph, NULL, 0, &parameters); // launch: race-free; twin-launch: race-free
	cudaGraphInstantiate(&runs, graph, NULL, NULL, 0);
	cudaGraphLaunch(runs, a);
	cudaGraphLaunch(runs, a);
	cudaStreamSynchronize(a); // twin: 
	put<<<n / 256, 256, 0, b>>>(p, n); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();
}
