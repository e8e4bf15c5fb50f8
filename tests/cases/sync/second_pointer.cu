// A flag and a lock, while another block writes to memory of its own; in the twin that is what the launch gives as the flag, too.
#include <cuda_runtime.h>

__global__ void hand(int *flag, int *value, int *out, int *other)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*value = 7;
		__threadfence();
		atomicExch(flag, 1);
	} else if (blockIdx.x == 1) {
		while (atomicAdd(flag, 0) != 1)
			;
		__threadfence();
		*out = *value;
	} else {
		atomicExch(other, 1);
	}
}

__global__ void add(int *lock, int *sum, int *other)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 2)
		atomicExch(other, 0);
	while (atomicCAS(lock, 0, 1) != 0)
		;
	__threadfence();
	*sum += 1;
	__threadfence();
	atomicExch(lock, 0);
}

int main()
{
	int *words, *value, *out;

	cudaMalloc(&words, 4 * sizeof(int));
	cudaMalloc(&value, sizeof(int));
	cudaMalloc(&out, sizeof(int));
	cudaMemset(words, 0, 4 * sizeof(int));
	int *first = words, *second = words + 1; // twin: 	int *first = words, *second = words;
	hand<<<3, 32>>>(first, value, out, second); // launch: race-free; twin-launch: undecided
	cudaMemset(words, 0, 4 * sizeof(int));
	add<<<3, 32>>>(first, value, second); // launch: race-free; twin-launch: undecided
	cudaDeviceSynchronize();
	return 0;
}
