// An event stands for what its stream holds when it is recorded: before the producer, it says nothing of it.
#include <cuda_runtime.h>

__global__ void produce(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

__global__ void consume(const float *data, float *sums)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	sums[i] += data[i];
}

int main()
{
	const int n = 1 << 16;
	float *data, *sums;
	cudaStream_t s[2];
	cudaEvent_t ready, other;
	cudaMalloc(&data, n * sizeof(*data));
	cudaMalloc(&sums, n * sizeof(*sums));
	for (int i = 0; i < 2; i++)
		cudaStreamCreate(&s[i]);
	cudaEventCreate(&ready);
	cudaEventCreate(&other);
	cudaEventRecord(other, s[0]);
	produce<<<n / 256, 256, 0, s[0]>>>(data); // launch: race-free; twin-launch: race-free
	cudaEventRecord(ready, s[0]);
	cudaStreamWaitEvent(s[1], ready, 0); // twin: 	cudaStreamWaitEvent(s[1], other, 0);
	consume<<<n / 256, 256, 0, s[1]>>>(data, sums); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();
}
