// A flag is taken back by a copy in a stream that the launch does not wait for: what it held before may let the reader go on; in the twin it is copied at once.
#include <cuda_runtime.h>

__device__ int flag;

__global__ void pass(int *data, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42;
		__threadfence();
		atomicExch(&flag, 1);
	} else {
		while (atomicAdd(&flag, 0) == 0)
			;
		__threadfence();
		out[blockIdx.x] = *data;
	}
}

int main()
{
	int *d, *o, set = 1, clear = 0;
	cudaStream_t stream;

	cudaMalloc(&d, 4);
	cudaMalloc(&o, 64 * 4);
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	cudaMemcpyToSymbol(flag, &set, 4);
	cudaMemcpyToSymbolAsync(flag, &clear, 4, 0, cudaMemcpyHostToDevice, stream); // twin: 	cudaMemcpyToSymbol(flag, &clear, 4);
	pass<<<64, 32>>>(d, o); // launch: undecided; twin-launch: race-free
	cudaDeviceSynchronize();
}
