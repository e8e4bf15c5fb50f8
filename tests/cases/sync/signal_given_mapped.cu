// A block waits for the host, which sets a word of mapped memory while the kernel runs: what lies there before the launch
// says nothing of what is behind the wait. In the twin not all of the block have stored when the other block is told.
#include <cuda/atomic>
#include <cuda_runtime.h>

using word = cuda::atomic_ref<int, cuda::thread_scope_system>;

__global__ void relay(int *go, int *data, int *flag, int *out)
{
	if (blockIdx.x == 0) {
		if (threadIdx.x == 0)
			while (word(*go).load(cuda::memory_order_acquire) == 0)
				;
		__syncthreads();
		data[threadIdx.x] = threadIdx.x; // twin-race: inter-block
		__syncthreads(); // twin:
		if (threadIdx.x == 0)
			word(*flag).store(1, cuda::memory_order_release);
	} else {
		if (threadIdx.x == 0)
			while (word(*flag).load(cuda::memory_order_acquire) != 1)
				;
		__syncthreads();
		out[threadIdx.x] = data[255 - threadIdx.x]; // twin-race: inter-block
	}
}

int main()
{
	int *host, *go, *flag, *data, *out;
	cudaHostAlloc(&host, sizeof(*host), cudaHostAllocMapped);
	cudaHostGetDevicePointer((void **)&go, host, 0);
	cudaMalloc(&data, 256 * sizeof(*data));
	cudaMalloc(&out, 256 * sizeof(*out));
	cudaMalloc(&flag, sizeof(*flag));
	cudaMemset(flag, 0, sizeof(*flag));
	*host = 0;
	relay<<<2, 256>>>(go, data, flag, out); // launch: race-free; twin-launch: race
	__atomic_store_n(host, 1, __ATOMIC_RELEASE);
	return cudaDeviceSynchronize();
}
