// The flag is set back in a stream that does not wait for the launches': it may be left as the first launch has set it; in the twin streams wait for each other.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42;
		__threadfence();
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence();
		out[blockIdx.x] = *data;
	}
}

int main()
{
	int *d, *f, *o;
	cudaStream_t stream;

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 4);
	cudaMalloc(&o, 64 * 4);
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); // twin: cudaStreamCreate(&stream);
	cudaMemset(f, 0, 4);
	pass<<<64, 32>>>(d, f, o); // launch: race-free; twin-launch: race-free
	cudaMemsetAsync(f, 0, 4, stream); // finding: inter-kernel
	pass<<<64, 32>>>(d, f, o); // launch: undecided; twin-launch: race-free
	cudaDeviceSynchronize();
}
