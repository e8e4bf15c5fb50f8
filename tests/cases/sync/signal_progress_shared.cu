// Each block says how many of its tiles are done, the next one follows it; in the twin all threads of a block count, so that a block goes on too early.
#include <cuda_runtime.h>

__global__ void wave(int *done, float *tile, int stages)
{
	int b = blockIdx.x;
	for (int s = 0; s < stages; s++) {
		if (b > 0) {
			if (threadIdx.x == 0) {
				while (atomicAdd(&done[b - 1], 0) < s + 1)
					;
				__threadfence();
			}
			__syncthreads();
		}
		float left = b > 0 ? tile[((b - 1) * stages + s) * 128 + threadIdx.x] : 1.0f;
		tile[(b * stages + s) * 128 + threadIdx.x] = left * 2;
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0) // twin:
			atomicAdd(&done[b], 1);
	}
}

int main()
{
	int *done;
	float *tile;
	cudaMalloc(&done, 32 * sizeof(int));
	cudaMalloc(&tile, 32 * 16 * 128 * sizeof(float));
	cudaMemset(done, 0, 32 * sizeof(int));
	wave<<<32, 128>>>(done, tile, 16); // launch: race-free; twin-launch: undecided
	return cudaDeviceSynchronize();
}
