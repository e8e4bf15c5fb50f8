// Captured launches and fills are made where the graph is launched, not where they are captured. In the twin the flag is set back behind them.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42;
		__threadfence();
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence();
		out[blockIdx.x] = *data;
	}
}

int main()
{
	int *d, *f, *g, *o;
	cudaStream_t stream;
	cudaGraph_t graph, fills;
	cudaGraphExec_t runs;

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 4);
	cudaMalloc(&g, 4);
	cudaMalloc(&o, 64 * 4);
	cudaStreamCreate(&stream);
	pass<<<64, 32, 0, stream>>>(d, g, o); // launch: race-free; twin-launch: race-free
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	cudaMemsetAsync(g, 0, 4, stream);
	cudaStreamEndCapture(stream, &fills);
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	pass<<<64, 32, 0, stream>>>(d, f, o); // launch: race-free; twin-launch: race-free
	cudaStreamEndCapture(stream, &graph);
	cudaGraphInstantiate(&runs, graph, 0);
	cudaMemsetAsync(f, 0, 4, stream);
	cudaGraphLaunch(runs, stream);
	// twin: 	cudaMemsetAsync(f, 0, 4, stream), cudaMemsetAsync(g, 0, 4, stream);
	pass<<<64, 32, 0, stream>>>(d, f, o); // launch: undecided; twin-launch: race-free
	pass<<<64, 32, 0, stream>>>(d, g, o); // launch: undecided; twin-launch: race-free
	cudaDeviceSynchronize();
}
