// Variables of the device that copies in one stream change beside kernels in another one that read them. In the twin the copies are in the kernels' stream.
#include <cuda_runtime.h>

__constant__ float weights[64];
__device__ float table[256];
__constant__ int few;

__global__ void weigh(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = weights[i & 63];
}

__global__ void look_up(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = table[i & 127];
}

__global__ void scale(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = few;
}

int main()
{
	float *out, *host;
	int *number;
	const int n = 1 << 16;
	cudaStream_t stream, beside;
	cudaMalloc(&out, 4 * n * sizeof(float));
	cudaMallocHost(&host, 256 * sizeof(float));
	cudaMallocHost(&number, sizeof(int));
	cudaStreamCreate(&stream);
	cudaStreamCreate(&beside);
	cudaStream_t copies = beside; // twin:	cudaStream_t copies = stream;

	cudaMemcpyToSymbolAsync(weights, host, sizeof(weights), 0, cudaMemcpyHostToDevice, copies);
	weigh<<<n / 256, 256, 0, stream>>>(out, n); // launch: race-free; finding: inter-kernel; twin-launch: race-free
	cudaDeviceSynchronize();

	look_up<<<n / 256, 256, 0, stream>>>(out, n); // launch: race-free; twin-launch: race-free
	cudaMemcpyToSymbolAsync(table, host, 128 * sizeof(float), 128 * sizeof(float), cudaMemcpyHostToDevice, beside);
	cudaMemcpyToSymbolAsync(table, host, sizeof(float), 127 * sizeof(float), cudaMemcpyHostToDevice, copies); // finding: inter-kernel
	cudaDeviceSynchronize();

	scale<<<n / 256, 256, 0, stream>>>(out, n); // launch: race-free; twin-launch: race-free
	cudaMemcpyToSymbolAsync(few, number, sizeof(few), 0, cudaMemcpyHostToDevice, copies); // finding: inter-kernel
	cudaDeviceSynchronize();

	cudaMemcpyToSymbolAsync(few, number, sizeof(few), 0, cudaMemcpyHostToDevice, copies);
	cudaStreamSynchronize(copies);
	scale<<<n / 256, 256, 0, stream>>>(out, n); // launch: race-free; twin-launch: race-free
	weigh<<<n / 256, 256, 0, copies>>>(out + n, n); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
