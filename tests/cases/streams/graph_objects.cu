// Graphs of two objects run one behind the other; two nodes of one graph (twin) do not.
#include <cuda_runtime.h>

__global__ void put(int *p)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

struct graph {
	cudaGraph_t made;

	void create()
	{
		cudaGraphCreate(&made, 0);
	}
	void add(int *p)
	{
		void *arguments[] = { &p };
		cudaKernelNodeParams node = { 0 };
		cudaGraphNode_t added;
		node.func = (void *)put;
		node.gridDim = dim3(256);
		node.blockDim = dim3(256);
		node.kernelParams = arguments;
		cudaGraphAddKernelNode(&added, made, NULL, 0, &node); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	}
	void run()
	{
		cudaGraphExec_t runs;
		cudaGraphInstantiate(&runs, made, NULL, NULL, 0);
		cudaGraphLaunch(runs, 0);
	}
};

int main()
{
	int *p;
	graph one, two;

	cudaMalloc(&p, 256 * 256 * sizeof(int));
	one.create();
	two.create();
	one.add(p);
	two.add(p); // twin: 	one.add(p);
	one.run();
	two.run();
	cudaDeviceSynchronize();
}
