// How many threads a barrier waits for is read from memory; in the twin the kernel has a second pointer to it, through which it writes.
#include <cuda_runtime.h>

__device__ void wait(int *arrived, volatile int *turn, const int *count)
{
	__threadfence();
	int now = *turn;
	if (atomicAdd(arrived, 1) == *count - 1) {
		atomicExch(arrived, 0);
		__threadfence();
		*turn = now + 1;
	} else {
		while (*turn == now)
			;
	}
	__threadfence();
}

__global__ void mirror(int *word, const int *count, int *last, int *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	a[i] = i;
	if (i == n - 1)
		*last = n;
	wait(word, word + 1, count);
	out[i] = a[n - 1 - i];
}

int main()
{
	int *word, *count, *last, *a, *out, n[] = { 512 };

	cudaMalloc(&word, 2 * sizeof(int));
	cudaMalloc(&count, sizeof(int));
	cudaMalloc(&last, sizeof(int));
	cudaMalloc(&a, 512 * sizeof(int));
	cudaMalloc(&out, 512 * sizeof(int));
	cudaMemset(word, 0, 2 * sizeof(int));
	cudaMemcpy(count, n, sizeof(int), cudaMemcpyHostToDevice);
	mirror<<<4, 128>>>(word, count, last, a, out, 512); // launch: race-free; twin-launch: undecided; twin: mirror<<<4, 128>>>(word, count, count, a, out, 512);
	return 0;
}
