// Two streams hand a buffer to and fro: the first round has nothing to wait for, all others wait; in the twin only some of the others do.
#include <cuda_runtime.h>

__global__ void produce(float *data, int n, int round)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = round + i;
}

__global__ void consume(const float *data, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] += data[n - 1 - i];
}

int main()
{
	const int n = 1 << 14;
	float *data, *out;
	cudaStream_t producer, consumer;
	cudaEvent_t full, empty;
	cudaMalloc(&data, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	cudaStreamCreate(&producer);
	cudaStreamCreate(&consumer);
	cudaEventCreate(&full);
	cudaEventCreate(&empty);
	for (int round = 0; round < 10; round++) {
		if (round > 0) // twin:		if (round > 1)
			cudaStreamWaitEvent(producer, empty, 0);
		produce<<<n / 256, 256, 0, producer>>>(data, n, round); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
		cudaEventRecord(full, producer);
		cudaStreamWaitEvent(consumer, full, 0);
		consume<<<n / 256, 256, 0, consumer>>>(data, out, n); // launch: race-free; twin-launch: race-free
		cudaEventRecord(empty, consumer);
	}
}
