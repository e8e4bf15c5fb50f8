// --count of an atomic_ref: who leaves 0 is the last; in the twin its scope is a block.
#include <cuda_runtime.h>
#include <cuda/atomic>

__global__ void finish(int *part, int *left, int *out)
{
	__shared__ bool last;

	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
		cuda::atomic_ref<int, cuda::thread_scope_device> ref(*left); // twin: cuda::atomic_ref<int, cuda::thread_scope_block> ref(*left);
		last = --ref == 0; // twin-race: inter-block
	}
	__syncthreads();
	if (last && threadIdx.x < gridDim.x)
		out[threadIdx.x] = part[threadIdx.x]; // twin-race: inter-block
}

int main()
{
	int *p, *o, *l, n = 64;

	cudaMalloc(&p, 256);
	cudaMalloc(&l, 4);
	cudaMalloc(&o, 256);
	cudaMemcpy(l, &n, 4, cudaMemcpyHostToDevice);
	finish<<<64, 64>>>(p, l, o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
