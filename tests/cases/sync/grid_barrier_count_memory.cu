// Every thread arrives by itself, and how many do is read from memory that the host fills; in the twin by a function that is not seen.
#include <cuda_runtime.h>

void fill(int *count, const int *from);

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

__global__ void mirror(int *word, const int *count, int *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	a[i] = i;
	wait(word, word + 1, count);
	out[i] = a[n - 1 - i];
}

int main()
{
	int *word, *count, *a, *out, n[] = { 512 };

	cudaMalloc(&word, 2 * sizeof(int));
	cudaMalloc(&count, sizeof(int));
	cudaMalloc(&a, 512 * sizeof(int));
	cudaMalloc(&out, 512 * sizeof(int));
	cudaMemset(word, 0, 2 * sizeof(int));
	cudaMemcpy(count, n, sizeof(int), cudaMemcpyHostToDevice); // twin: fill(count, n);
	mirror<<<4, 128>>>(word, count, a, out, 512); // launch: race-free; twin-launch: undecided
	return 0;
}
