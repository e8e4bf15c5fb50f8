// A copy to the host that a captured graph holds: who has launched the graph waits before the host reads. In the twin it does not.
#include <cuda_runtime.h>

__global__ void twice(int *p)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main()
{
	const int n = 1 << 12;
	int *p, *h, sum = 0;
	cudaStream_t a, b;
	cudaGraph_t graph;
	cudaGraphExec_t runs;
	cudaMalloc(&p, n * sizeof(int));
	cudaMallocHost(&h, n * sizeof(int));
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
	twice<<<n / 256, 256, 0, a>>>(p); // launch: race-free; twin-launch: race-free
	cudaMemcpyAsync(h, p, n * sizeof(int), cudaMemcpyDeviceToHost, a);
	cudaStreamEndCapture(a, &graph);
	cudaGraphInstantiate(&runs, graph, NULL, NULL, 0);
	for (int r = 0; r < 9; r++) {
		cudaGraphLaunch(runs, a);
		cudaStreamSynchronize(a); // twin: 		;
		sum += h[r]; // twin-finding: inter-kernel
	}
	cudaDeviceSynchronize();
	cudaGraphLaunch(runs, a);
	twice<<<n / 256, 256, 0, b>>>(p); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();
	return sum;
}
