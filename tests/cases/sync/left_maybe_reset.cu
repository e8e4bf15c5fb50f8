// Another kernel sets a flag back between two launches: for what it is given it surely does; in the twin only where what it is given says so.
#include <cuda_runtime.h>

__device__ int flag_of_device;

__device__ void pass(int *flag, int *data, int *out)
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

__global__ void by_argument(int *flag, int *data, int *out)
{
	pass(flag, data, out);
}

__global__ void by_variable(int *data, int *out)
{
	pass(&flag_of_device, data, out);
}

__global__ void clear(int *flag, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		flag[i] = 0;
}

__global__ void clear_variable(int when)
{
	if (when > 3 && threadIdx.x == 0)
		flag_of_device = 0;
}

int main(int argc, char **argv)
{
	int *d, *f, *o;
	int n = 16; // twin: 	int n = argc;

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 64);
	cudaMalloc(&o, 64 * 4);
	cudaMemset(f, 0, 64);
	for (int i = 0; i < argc; i++) {
		by_argument<<<64, 32>>>(f, d, o); // launch: race-free; twin-launch: undecided
		by_variable<<<64, 32>>>(d, o); // launch: race-free; twin-launch: undecided
		clear<<<1, 32>>>(f, n); // launch: race-free; twin-launch: race-free
		clear_variable<<<1, 32>>>(n); // launch: race-free; twin-launch: race-free
	}
	cudaDeviceSynchronize();
}
