// A variable of device scope, at which one thread of each block arrives for the others; in the twin they do not wait for it.
#include <cuda/barrier>

__device__ cuda::barrier<cuda::thread_scope_device> blocks;

__global__ void make()
{
	if (threadIdx.x == 0)
		init(&blocks, 4);
}

__global__ void mirror(int *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	a[i] = i;
	__syncthreads();
	if (threadIdx.x == 0)
		blocks.arrive_and_wait();
	__syncthreads(); // twin:
	out[i] = a[n - 1 - i];
}

int main()
{
	int *a, *out;

	cudaMalloc(&a, 512 * sizeof(int));
	cudaMalloc(&out, 512 * sizeof(int));
	make<<<1, 32>>>(); // launch: race-free; twin-launch: race-free
	mirror<<<4, 128>>>(a, out, 512); // launch: race-free; twin-launch: undecided
	return 0;
}
