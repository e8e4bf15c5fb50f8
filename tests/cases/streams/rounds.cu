// Work of two streams in turn: the round's end joins them; where it does not, one round's reader meets the next one's writer.
#include <cuda_runtime.h>

__global__ void produce(float *data, int round)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = round;
}

__global__ void consume(const float *data, float *sums)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	sums[i] += data[i];
}

int main(int argc, char **)
{
	const int n = 1 << 16;
	float *data, *sums;
	cudaStream_t writer, reader;
	cudaEvent_t ready;
	cudaMalloc(&data, n * sizeof(*data));
	cudaMalloc(&sums, n * sizeof(*sums));
	cudaStreamCreate(&writer);
	cudaStreamCreate(&reader);
	cudaEventCreate(&ready);
	for (int k = 0; k < argc; k++) {
		produce<<<n / 256, 256, 0, writer>>>(data, k); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
		cudaEventRecord(ready, writer);
		cudaStreamWaitEvent(reader, ready, 0);
		consume<<<n / 256, 256, 0, reader>>>(data, sums); // launch: race-free; twin-launch: race-free
		cudaStreamSynchronize(reader); // twin: 		cudaStreamSynchronize(writer);
	}
}
