// What the host puts into memory between a capture and the graph's launch is there when the kernel begins: a flag that is set, entries that are equal; in the twin it is done after the graph has run.
// A captured copy reads the host's list when the graph is launched.
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

__global__ void scatter(int *out, const int *place)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[place[i]] = i; // race: inter-block,intra-block,intra-warp
}

int main()
{
	int *d, *f, *o, *p, *copied, places[256];
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t run;
	bool late = true; // twin: bool late = false;

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 4);
	cudaMalloc(&o, 256 * 4);
	cudaMalloc(&p, 256 * 4);
	cudaMalloc(&copied, 256 * 4);
	for (int i = 0; i < 256; i++)
		places[i] = i;
	cudaStreamCreate(&stream);
	cudaMemset(f, 0, 4);
	cudaMemcpy(p, places, sizeof(places), cudaMemcpyHostToDevice);
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	pass<<<64, 32, 0, stream>>>(d, f, o); // launch: undecided; twin-launch: race-free
	scatter<<<4, 64, 0, stream>>>(o, p); // launch: race; twin-launch: race-free
	cudaMemcpyAsync(copied, places, sizeof(places), cudaMemcpyHostToDevice, stream);
	scatter<<<4, 64, 0, stream>>>(o, copied); // launch: race; twin-launch: race-free
	cudaStreamEndCapture(stream, &graph);
	cudaGraphInstantiate(&run, graph, 0);
	if (late) {
		cudaMemset(f, 1, 4);
		cudaMemset(p, 0, 256 * 4);
		for (int i = 0; i < 256; i++)
			places[i] = i / 2;
	}
	cudaGraphLaunch(run, stream);
	cudaStreamSynchronize(stream);
}
