// One slot, filled when it is empty and emptied when it is full, again and again; the twin reads with no fence after the wait.
#include <cuda_runtime.h>

__global__ void mail(volatile int *full, int *slot, int *out, int n)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		for (int i = 0; i < n; i++) {
			while (*full != 0)
				;
			__threadfence();
			slot[0] = i * i; // twin-race: inter-block
			__threadfence();
			*full = 1;
		}
	} else {
		for (int i = 0; i < n; i++) {
			while (*full != 1)
				;
			__threadfence(); // twin:
			out[i] = slot[0]; // twin-race: inter-block; twin-cause: fence missing
			__threadfence();
			*full = 0;
		}
	}
}

int main()
{
	int *full, *slot, *out;
	cudaMalloc(&full, sizeof(int));
	cudaMalloc(&slot, sizeof(int));
	cudaMalloc(&out, 64 * sizeof(int));
	cudaMemset(full, 0, sizeof(int));
	mail<<<2, 32>>>(full, slot, out, 64); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
