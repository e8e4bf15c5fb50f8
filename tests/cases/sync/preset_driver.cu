// The driver's functions fill the flag, with what says that it is not set; in the twin with what is waited for.
#include <cuda.h>

__global__ void k(int *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(flag, 1);
		}
	} else {
		if (threadIdx.x == 0) {
			while (atomicAdd(flag, 0) == 0)
				;
			__threadfence();
		}
		__syncthreads();
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x]; // twin-race: inter-block; twin-cause: can go on at once
	}
}
int main()
{
	int *flag, *data, *out;
	CUdeviceptr memory;
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	cuMemAlloc(&memory, 400);
	cuMemsetD32(memory, 0, 100); // twin: 	cuMemsetD32(memory, 1, 100);
	flag = (int *)memory;
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race
}
