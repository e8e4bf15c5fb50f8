// Order goes from stream to stream along two events; a second event that stands for another stream breaks the chain.
#include <cuda_runtime.h>

__global__ void produce(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

__global__ void consume(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

void run(float *data, int n)
{
	cudaStream_t a, b, c;
	cudaEvent_t e, f;
	cudaMalloc(&data, n * sizeof(*data));
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaStreamCreate(&c);
	cudaEventCreate(&e);
	cudaEventCreate(&f);
	produce<<<n / 256, 256, 0, a>>>(data); // launch: race-free; twin-launch: race-free
	cudaEventRecord(e, a);
	cudaStreamWaitEvent(b, e, 0);
	cudaEventRecord(f, b); // twin: 	cudaEventRecord(f, c);
	cudaStreamWaitEvent(c, f, 0);
	consume<<<n / 256, 256, 0, c>>>(data); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();
}
