// fetch_sub by every block: the last one finds 1; in the twin it does not release.
#include <cuda_runtime.h>
#include <cuda/atomic>

__global__ void finish(int *part, cuda::atomic<int, cuda::thread_scope_device> *left, int *out)
{
	__shared__ bool last;

	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
		last = left->fetch_sub(1, cuda::memory_order_acq_rel) == 1; // twin: last = left->fetch_sub(1, cuda::memory_order_acquire) == 1;
	}
	__syncthreads();
	if (last && threadIdx.x < gridDim.x)
		out[threadIdx.x] = part[threadIdx.x]; // twin-race: inter-block
}

int main()
{
	int *p, *o, n = 64;
	cuda::atomic<int, cuda::thread_scope_device> *l;

	cudaMalloc(&p, 256);
	cudaMalloc(&l, 4);
	cudaMalloc(&o, 256);
	cudaMemcpy(l, &n, 4, cudaMemcpyHostToDevice);
	finish<<<64, 64>>>(p, l, o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
