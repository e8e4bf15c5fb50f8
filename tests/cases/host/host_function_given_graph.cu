// What another file puts into a graph that it is given may run behind the launch of the graph, until the host waits.
#include <cuda_runtime.h>

void build(cudaGraph_t graph);
void start_nothing(int n);

int width;

__global__ void fill(float *out, int width)
{
	out[blockIdx.x * width + threadIdx.x] = blockIdx.x; // race: inter-block
}

void run(float *out, int rows, cudaGraph_t graph, cudaGraphExec_t ready, cudaStream_t stream)
{
	build(graph); // twin: 	start_nothing(rows);
	cudaGraphLaunch(ready, stream);
	int before = width;
	if (before < 2 || before > 1024)
		return;
	cudaStreamSynchronize(stream);
	fill<<<rows, before>>>(out, width); // launch: race; twin-launch: race-free
}
