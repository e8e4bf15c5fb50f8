// A captured graph is launched beside another stream, which waits for it or is waited for; in the twin the graph does not wait for those that read.
#include <cuda_runtime.h>

__global__ void put(float *p, float v)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = v + threadIdx.x;
}

__global__ void get(const float *p, float *o)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	o[i] = p[i + 1];
}

int main()
{
	const int n = 1 << 12;
	float *p, *o, *h;
	cudaStream_t a, b;
	cudaEvent_t full, empty, inside;
	cudaGraph_t graph;
	cudaGraphExec_t runs;
	cudaMalloc(&p, (n + 1) * sizeof(float));
	cudaMalloc(&o, n * sizeof(float));
	cudaMallocManaged(&h, n * sizeof(float));
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaEventCreate(&full);
	cudaEventCreate(&empty);
	cudaEventCreate(&inside);

	cudaMemsetAsync(p, 0, n * sizeof(float), b);
	cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
	put<<<n / 256, 256, 0, a>>>(p, 1); // launch: race-free; twin-launch: race-free
	put<<<n / 256, 256, 0, a>>>(h, 1); // launch: race-free; twin-launch: race-free
	cudaEventRecord(inside, a);
	cudaStreamEndCapture(a, &graph);
	cudaGraphInstantiate(&runs, graph, NULL, NULL, 0);
	cudaGraphLaunch(runs, a); // finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	for (int r = 0; r < 9; r++) {
		if (r > 0)
			cudaStreamWaitEvent(a, empty, 0); // twin: 			;
		cudaGraphLaunch(runs, a); // twin-finding: inter-kernel
		cudaEventRecord(full, a);
		cudaStreamWaitEvent(b, full, 0);
		get<<<n / 256, 256, 0, b>>>(p, o); // launch: race-free; twin-launch: race-free
		cudaEventRecord(empty, b);
	}
	cudaDeviceSynchronize();

	// An event of the capture says nothing of the graph's launches.
	cudaGraphLaunch(runs, a);
	cudaStreamWaitEvent(b, inside, 0);
	get<<<n / 256, 256, 0, b>>>(p, o); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	cudaGraphLaunch(runs, a);
	cudaStreamSynchronize(a);
	h[0] = 0;
	cudaGraphLaunch(runs, a);
	h[1] = 0; // finding: inter-kernel; twin-finding: inter-kernel
	return cudaDeviceSynchronize();
}
