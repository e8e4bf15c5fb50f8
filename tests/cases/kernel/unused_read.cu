#include <cuda_runtime.h>
#include <math.h>

// Values that nothing uses: the program reads all the same.
__global__ void offsets(const unsigned *sizes, unsigned *places)
{
	__shared__ unsigned base;
	unsigned t = threadIdx.x;
	if (t == blockDim.x - 1)
		base = sizes[blockIdx.x]; // twin-race: intra-block, intra-warp
	__syncthreads(); // twin:
	unsigned mine = sizes[t] + base; // twin-race: intra-block, intra-warp
	places[blockIdx.x * blockDim.x + t] = t;
}

// A call that only computes, under a condition.
__global__ void norms(float *v, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		float next = sqrtf(v[i]);
	if (i < n)
		v[i] = 0;
}

int main()
{
	unsigned *sizes, *places;
	float *v;
	cudaMalloc(&sizes, 4096);
	cudaMalloc(&places, 4 * 4 * 1024);
	cudaMalloc(&v, 4 * 1000);
	offsets<<<4, 1024>>>(sizes, places); // launch: race-free; twin-launch: race
	norms<<<4, 256>>>(v, 1000); // launch: race-free; twin-launch: race-free
}
