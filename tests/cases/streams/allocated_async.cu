// Memory that one stream allocates is used in another one when it is there; in the twin maybe before.
#include <cuda_runtime.h>

__global__ void put(float *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = i;
}

int main()
{
	const int n = 1 << 12;
	float *p, *q;
	cudaStream_t a, b;
	cudaEvent_t there;
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaEventCreate(&there);
	cudaMallocAsync(&p, n * sizeof(float), a);
	cudaEventRecord(there, a);
	cudaMallocAsync((void **)&q, n * sizeof(float), a);
	cudaStreamWaitEvent(b, there, 0); // twin: 
	put<<<n / 256, 256, 0, b>>>(p, n); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaMemsetAsync(q, 0, n * sizeof(float), b); // finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();
	put<<<n / 256, 256, 0, b>>>(q, n); // launch: race-free; twin-launch: race-free
	cudaStreamSynchronize(b);
	cudaFreeAsync(p, a);
	cudaFreeAsync(q, a);
	return cudaDeviceSynchronize();
}
