// Two buffers that some rounds exchange: which one a pointer is for is not followed, and they are not taken for different memory.
#include <cuda_runtime.h>

__global__ void accepted(const int *accept, int *out, int n)
{
	__shared__ int a[257], b[257];
	int *next = a, *state = b;
	int i = threadIdx.x + 1;
	a[i] = b[i] = 0;
	if (threadIdx.x == 0)
		a[0] = b[0] = 0;
	__syncthreads();
	for (int k = 0; k < n; k++) {
		next[i] = state[i - 1] + 1;
		__syncthreads();
		if (accept[k]) {
			int *spare = state;
			state = next;
			next = spare;
		}
	}
	out[blockIdx.x * 256 + threadIdx.x] = state[i];
}

__global__ void accepted_late(const int *accept, int *out, int n)
{
	__shared__ int a[257], b[257];
	int *next = a, *state = b;
	int i = threadIdx.x + 1;
	a[i] = b[i] = 0;
	__syncthreads();
	for (int k = 0; k < n; k++) {
		next[i] = state[i - 1] + 1; // race: intra-warp
		if (accept[k]) {
			int *spare = state;
			state = next;
			next = spare;
		}
	}
	out[blockIdx.x * 256 + threadIdx.x] = state[i];
}

__global__ void accepted_in_one_array(const int *accept, int *out, int n, int size)
{
	extern __shared__ int s[];
	int *next = s, *state = s + size;
	int i = threadIdx.x + 1;
	next[i] = state[i] = 0;
	__syncthreads();
	for (int k = 0; k < n; k++) {
		next[i] = state[i - 1] + 1; // race: intra-warp
		if (accept[k]) {
			int *spare = state;
			state = next;
			next = spare;
		}
	}
	out[blockIdx.x * 256 + threadIdx.x] = state[i];
}

void run(const int *accept, int *out, int n, int blocks)
{
	accepted<<<blocks, 256>>>(accept, out, n); // launch: undecided
	accepted_late<<<blocks, 256>>>(accept, out, n); // launch: race
	accepted_in_one_array<<<blocks, 256, 2 * 257 * 4>>>(accept, out, n, 257); // launch: race
}
