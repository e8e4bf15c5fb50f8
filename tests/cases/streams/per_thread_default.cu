// Where the default stream is that of the host thread, those that are created do not wait for it.
// flags: -- -UCUDA_API_PER_THREAD_DEFAULT_STREAM
// twin-flags: -- -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1
#include <cuda_runtime.h>

__global__ void twice(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main()
{
	const int n = 1 << 16;
	float *data;
	cudaStream_t stream;
	cudaMalloc(&data, n * sizeof(*data));
	cudaStreamCreate(&stream);
	twice<<<n / 256, 256>>>(data); // launch: race-free; twin-launch: race-free
	twice<<<n / 256, 256, 0, stream>>>(data); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();
	twice<<<n / 256, 256>>>(data); // launch: race-free; twin-launch: race-free
	cudaStreamSynchronize(0);
	twice<<<n / 256, 256, 0, stream>>>(data); // launch: race-free; twin-launch: race-free
}
