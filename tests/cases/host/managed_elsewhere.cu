// What another file allocates may be memory that kernels change and the host reads.
#include <cuda_runtime.h>

int *allocate(int count);

__global__ void count(int *found, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && in[i] > 0)
		atomicAdd(found, 1);
}

__global__ void fill(float *out)
{
	out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; // twin-race: inter-block
}

int main()
{
	int *found = allocate(1), *in = allocate(1024);
	float *out;

	cudaMalloc((void **)&out, 1024 * 64 * sizeof(float));
	*found = 0;
	count<<<4, 256>>>(found, in, 1024); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
	if (*found > 0)
		fill<<<*found, 64>>>(out); // launch: race-free; twin-launch: race; twin: 		fill<<<*found, 65>>>(out);
	return 0;
}
