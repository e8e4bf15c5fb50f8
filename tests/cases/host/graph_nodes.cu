// Nodes of a graph are launches, with the arguments and dimensions that they are given; two that no path orders (twin) run at the same time.
#include <cuda_runtime.h>

__global__ void put(int *p)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

__global__ void add(int *p, const int *q)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] += q[blockIdx.x * blockDim.x + threadIdx.x];
}

__global__ void shift(int *p, const int *q)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	p[i] = q[i + 1]; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

static cudaKernelNodeParams node(void *kernel, int blocks, void **args)
{
	cudaKernelNodeParams made = { 0 };
	made.func = kernel;
	made.gridDim = dim3(blocks);
	made.blockDim = dim3(256);
	made.kernelParams = args;
	return made;
}

int main(int argc, char **argv)
{
	const int n = 1 << 16;
	int *a, *b, *c;
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t runs;
	cudaGraphNode_t first, left, right, last;

	cudaMalloc(&a, (n + 1) * sizeof(int));
	cudaMalloc(&b, (n + 1) * sizeof(int));
	cudaMalloc(&c, (n + 1) * sizeof(int));
	cudaStreamCreate(&stream);
	cudaGraphCreate(&graph, 0);
	void *of_first[] = { &a }, *of_left[] = { &b, &a }, *of_right[] = { &c, &a }, *of_last[] = { &b, &c };
	cudaKernelNodeParams made = node((void *)put, n / 256, of_first);
	cudaGraphAddKernelNode(&first, graph, NULL, 0, &made); // launch: race-free; twin-launch: race-free
	made = node((void *)add, n / 256, of_left);
	cudaGraphAddKernelNode(&left, graph, &first, 1, &made); // launch: race-free; twin-launch: race-free
	made = node((void *)add, n / 256, of_right);
	cudaGraphAddKernelNode(&right, graph, &first, 1, &made); // launch: race-free; twin-launch: race-free
	cudaGraphNode_t both[] = { left, right };
	made = node((void *)shift, n / 256, of_last);
	cudaGraphAddKernelNode(&last, graph, both, 2, &made); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel; twin: 	cudaGraphAddKernelNode(&last, graph, both, 1, &made);
	void *of_same[] = { &c, &c };
	made = node((void *)shift, n / 256, of_same);
	cudaGraphAddKernelNode(&first, graph, &last, 1, &made); // launch: race; twin-launch: race; twin-finding: inter-kernel
	cudaGraphInstantiate(&runs, graph, NULL, NULL, 0);
	for (int i = 0; i < argc; i++)
		cudaGraphLaunch(runs, stream);
	cudaStreamSynchronize(stream);
}
