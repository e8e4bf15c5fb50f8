// The same by one thread for its block; in the twin the others read what is not there yet.
#include <cuda_runtime.h>

__device__ volatile int flag;

__global__ void follow(int *data, int *out)
{
	__shared__ int seen;
	if (blockIdx.x == 0) {
		data[threadIdx.x] = 5; // twin-race: inter-block
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0)
			flag = 1;
		return;
	}
	int found = 0;
	do {
		__syncthreads();
		if (threadIdx.x == 0) {
			seen = flag;
			__threadfence();
		}
		__syncthreads();
		if (seen == 1) // twin:
			found = data[threadIdx.x]; // twin-race: inter-block
	} while (seen != 1);
	out[blockIdx.x * blockDim.x + threadIdx.x] = found;
}

int main()
{
	int *data, *out;
	cudaMalloc(&data, 256);
	cudaMalloc(&out, 20 * 256);
	follow<<<20, 64>>>(data, out); // launch: race-free; twin-launch: race
	return 0;
}
