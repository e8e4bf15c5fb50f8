// Device variables in kernels of different streams: an event orders them, in the twin it is recorded in the other stream.
#include <cuda_runtime.h>

__device__ int table[1024];
__device__ int other[1024];

__global__ void put(int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		table[i] = i;
}

__global__ void get(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = table[i];
}

__global__ void get_other(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = other[i];
}

int main()
{
	int *out, *out_other;
	cudaStream_t a, b;
	cudaEvent_t written;
	cudaMalloc(&out, 4096);
	cudaMalloc(&out_other, 4096);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaEventCreate(&written);
	put<<<4, 256, 0, a>>>(1024); // launch: race-free; twin-launch: race-free
	get_other<<<4, 256, 0, b>>>(out_other, 1024); // launch: race-free; twin-launch: race-free
	cudaEventRecord(written, a); // twin: 	cudaEventRecord(written, b);
	cudaStreamWaitEvent(b, written, 0);
	get<<<4, 256, 0, b>>>(out, 1024); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	return cudaDeviceSynchronize();
}
