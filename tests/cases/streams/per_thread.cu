// The stream of the host thread waits for the default one and for nobody else.
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
	cudaStreamCreate(&stream);
	produce<<<n / 256, 256, 0, cudaStreamPerThread>>>(data); // launch: race-free; twin-launch: race-free
	cudaStreamSynchronize(cudaStreamPerThread); // twin:
	consume<<<n / 256, 256, 0, stream>>>(data); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();
	produce<<<n / 256, 256, 0, cudaStreamPerThread>>>(data); // launch: race-free; twin-launch: race-free
	consume<<<n / 256, 256>>>(data); // launch: race-free; twin-launch: race-free
}
