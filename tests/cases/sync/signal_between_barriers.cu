// A signal orders what lies between the same barriers of the block; one through another block is behind a barrier of that block alone.
#include <cuda_runtime.h>

__global__ void between(int *out)
{
	__shared__ int value;
	__shared__ volatile int ready;
	int t = threadIdx.x;

	if (t == 0)
		ready = 0;
	__syncthreads();
	if (t == 0) {
		value = 1;
		__threadfence_block();
		ready = 1;
	}
	if (t == 32) {
		while (!ready)
			;
		__threadfence_block();
		out[2 * blockIdx.x] = value; // twin-race: intra-block
	}
	__syncthreads(); // twin: ;
	if (t == 0)
		value = 2; // twin-race: intra-block
	__syncthreads();
	if (t == 32)
		out[2 * blockIdx.x + 1] = value;
}

__global__ void behind(int *out)
{
	__shared__ int value;
	__shared__ volatile int ready;
	int t = threadIdx.x;

	if (t == 0)
		ready = 0;
	__syncthreads();
	if (t == 0) {
		__threadfence_block();
		ready = 1;
	}
	if (t == 32) {
		while (!ready)
			;
		__threadfence_block();
	}
	__syncthreads();
	if (t == 0)
		value = 1; // race: intra-block; twin-race: intra-block
	if (t == 32)
		out[blockIdx.x] = value; // race: intra-block; twin-race: intra-block
}

__global__ void around(int *data, volatile int *flags)
{
	int t = threadIdx.x;

	if (blockIdx.x == 0) {
		if (t == 0) {
			data[0] = 1;
			__threadfence();
			flags[0] = 1;
		}
		if (t == 32) {
			while (!flags[1])
				;
			__threadfence();
			data[1] = data[0];
		}
	} else {
		__syncthreads();
		if (t == 0) {
			while (!flags[0])
				;
			__threadfence();
			flags[1] = 1;
		}
	}
}

int main()
{
	int *out, *data, *flags;

	cudaMalloc(&out, 64 * sizeof(int));
	cudaMalloc(&data, 2 * sizeof(int));
	cudaMalloc(&flags, 2 * sizeof(int));
	cudaMemset(flags, 0, 2 * sizeof(int));
	between<<<32, 64>>>(out); // launch: race-free; twin-launch: race
	behind<<<32, 64>>>(out); // launch: race; twin-launch: race
	around<<<2, 64>>>(data, flags); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
