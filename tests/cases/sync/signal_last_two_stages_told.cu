// The same for all threads of the blocks, which are told by one shared variable twice. In the twin there is no barrier between what they write and the second count.
#include <cuda_runtime.h>

__global__ void sum(float *part, float *whole, unsigned *group, unsigned *all, float *out)
{
	__shared__ bool last;
	int g = blockIdx.x % 8;
	part[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		last = atomicAdd(&group[g], 1) == 7;
	__syncthreads();
	if (!last)
		return;
	__threadfence();
	__syncthreads();
	float s = 0;
	for (int i = 0; i < 8; i++)
		s += part[(i * 8 + g) * blockDim.x + threadIdx.x];
	whole[g * blockDim.x + threadIdx.x] = s; // twin-race: inter-block
	__threadfence();
	__syncthreads(); // twin:
	if (threadIdx.x == 0)
		last = atomicAdd(all, 1) == 7;
	__syncthreads();
	if (!last)
		return;
	__threadfence();
	float t = 0;
	for (int i = 0; i < 8; i++)
		t += whole[i * blockDim.x + threadIdx.x]; // twin-race: inter-block
	for (int i = threadIdx.x; i < 64 * blockDim.x; i += blockDim.x)
		t -= part[i];
	out[threadIdx.x] = t;
}

int main()
{
	float *p, *w, *o;
	unsigned *g, *a;

	cudaMalloc(&p, 64 * 128 * 4);
	cudaMalloc(&w, 8 * 128 * 4);
	cudaMalloc(&o, 128 * 4);
	cudaMalloc(&g, 32);
	cudaMalloc(&a, 4);
	cudaMemset(g, 0, 32);
	cudaMemset(a, 0, 4);
	sum<<<64, 128>>>(p, w, g, a, o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
