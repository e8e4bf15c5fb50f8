// One thread sets a flag in rounds, another one takes it back in as many, and the kernel is launched again. In the twin a round more
// sets it: the next launch finds it set.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *out, int *flag, int n)
{
	if (blockIdx.x == 0 && threadIdx.x == 0) {
		for (int i = 0; i < n; i++) { // twin: for (int i = 0; i <= n; i++) {
			data[i] = i;
			__threadfence();
			atomicExch(flag, 1);
		}
	} else if (blockIdx.x == 1 && threadIdx.x == 0) {
		for (int j = 0; j < n; j++) {
			while (atomicAdd(flag, 0) != 1)
				;
			__threadfence();
			atomicExch(flag, 0);
			out[j] = data[j];
		}
	}
}

int main()
{
	int *data, *out, *flag;
	cudaMalloc(&data, 400);
	cudaMalloc(&out, 400);
	cudaMalloc(&flag, sizeof(int));
	cudaMemset(flag, 0, sizeof(int));
	for (int r = 0; r < 3; r++)
		pass<<<2, 32>>>(data, out, flag, 8); // launch: race-free; twin-launch: undecided
	return cudaDeviceSynchronize();
}
