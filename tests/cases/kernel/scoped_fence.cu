// A flag handed from warp to warp with operations of block scope; across blocks that is too narrow.
#include <cuda_runtime.h>
#include <cuda/atomic>

__global__ void hand_over(int *data, int *flag)
{
	cuda::atomic_ref<int, cuda::thread_scope_block> ready(*flag); // twin: cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);

	if (blockIdx.x == 0 && threadIdx.x == 0) {
		*data = 42; // race: inter-block
		ready.store(1, cuda::memory_order_release); // race: inter-block
	}
	if (blockIdx.x == 1 && threadIdx.x == 0) {
		while (ready.load(cuda::memory_order_acquire) != 1) { // race: inter-block
		}
		data[1] = *data; // race: inter-block
	}
}

int main()
{
	int *data, *flag;

	cudaMalloc(&data, 2 * sizeof(int));
	cudaMalloc(&flag, sizeof(int));
	cudaMemset(flag, 0, sizeof(int));
	hand_over<<<2, 32>>>(data, flag); // launch: race; twin-launch: race-free
	return 0;
}
