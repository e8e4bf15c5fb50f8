// The default stream waits for those that were created to wait for it, and only for them.
#include <cuda_runtime.h>

__global__ void produce(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

__global__ void consume(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

int main()
{
	const int n = 1 << 16;
	float *data;
	cudaStream_t stream;
	cudaMalloc(&data, n * sizeof(*data));
	cudaStreamCreateWithFlags(&stream, cudaStreamDefault); // twin: 	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	produce<<<n / 256, 256, 0, stream>>>(data); // launch: race-free; twin-launch: race-free
	consume<<<n / 256, 256>>>(data); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();
}
