// What a stream captures runs each time that the graph is launched: the flag is left as the time before has set it, unless it is set back within (twin).
#include <cuda_runtime.h>

__device__ void hand_over(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // race: inter-block
		__threadfence();
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence();
		out[blockIdx.x] = *data; // race: inter-block
	}
}

__global__ void pass(int *data, int *flag, int *out)
{
	hand_over(data, flag, out);
}

__global__ void pass_reset(int *data, int *flag, int *out)
{
	hand_over(data, flag, out);
}

int main(int argc, char **argv)
{
	int *d, *f, *o, *g;
	cudaStream_t stream;
	cudaGraph_t graph, other;
	cudaGraphExec_t runs, others;

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 4);
	cudaMalloc(&g, 4);
	cudaMalloc(&o, 64 * 4);
	cudaStreamCreate(&stream);
	cudaMemset(f, 0, 4);
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	// twin: 	cudaMemsetAsync(f, 0, 4, stream);
	pass<<<64, 32, 0, stream>>>(d, f, o); // launch: race; twin-launch: race-free
	cudaStreamEndCapture(stream, &graph);
	cudaGraphInstantiate(&runs, graph, 0);
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	pass_reset<<<64, 32, 0, stream>>>(d, g, o); // launch: undecided; twin-launch: undecided
	cudaStreamEndCapture(stream, &other);
	cudaGraphInstantiate(&others, other, 0);
	for (int i = 0; i < argc; i++) {
		cudaGraphLaunch(runs, stream);
		cudaMemsetAsync(g, 0, 4, stream);
		cudaGraphLaunch(others, stream);
		cudaStreamSynchronize(stream);
	}
}
