// A consumer in another stream waits for the producer's event; without the wait nothing orders the two kernels.
#include <cuda_runtime.h>

__global__ void produce(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = i;
}

__global__ void consume(const float *data, float *sums, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sums[i] += data[n - 1 - i];
}

int main()
{
	const int n = 1 << 20;
	float *data, *sums;
	cudaStream_t first, second;
	cudaEvent_t ready;
	cudaMalloc(&data, n * sizeof(*data));
	cudaMalloc(&sums, n * sizeof(*sums));
	cudaStreamCreate(&first);
	cudaStreamCreate(&second);
	cudaEventCreate(&ready);
	produce<<<n / 256, 256, 0, first>>>(data, n); // launch: race-free; twin-launch: race-free
	cudaEventRecord(ready, first);
	cudaStreamWaitEvent(second, ready, 0); // twin: 
	consume<<<n / 256, 256, 0, second>>>(data, sums, n); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();
}
