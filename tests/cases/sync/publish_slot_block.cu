// A block fills slots that its leader publishes; readers find them by what the leader of their block has read, which may be the first, that
// the host has filled. In the twin the leader of who reads has no fence.
#include <cuda_runtime.h>

#define READ_FENCE __threadfence() // twin: #define READ_FENCE ((void)0)

__global__ void versions(int *slot, int *index, int *out, int n)
{
	__shared__ int found;
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		for (int k = 1; k <= n; k++) {
			slot[k * 64 + t] = k + t; // twin-race: inter-block
			__syncthreads();
			if (t == 0) {
				__threadfence();
				atomicExch(index, k);
			}
		}
	} else {
		if (t == 0) {
			int k = *(volatile int *)index;
			READ_FENCE;
			found = k;
		}
		__syncthreads();
		out[blockIdx.x * 64 + t] = slot[found * 64 + 63 - t]; // twin-race: inter-block
	}
}

int main()
{
	int *slot, *index, *out;
	cudaMalloc(&slot, 101 * 64 * sizeof(int));
	cudaMalloc(&index, sizeof(int));
	cudaMalloc(&out, 64 * 64 * sizeof(int));
	cudaMemset(slot, 0, 64 * sizeof(int));
	cudaMemset(index, 0, sizeof(int));
	versions<<<64, 64>>>(slot, index, out, 100); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
