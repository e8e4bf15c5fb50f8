// The same between two warps of a block. In the twin the reader's first number is not behind what the writer begins with.
#include <cuda_runtime.h>

__global__ void pass_on(const int *in, int *out, int n)
{
	__shared__ volatile unsigned head, tail;
	__shared__ int ring[8];
	if (threadIdx.x == 0) {
		head = 0; // twin: head = 3;
		tail = 0;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		for (unsigned i = 0; i < n; i++) {
			while (i - tail == 8)
				;
			__threadfence_block();
			ring[i % 8] = in[i]; // twin-race: intra-block
			__threadfence_block();
			head = i + 1;
		}
	if (threadIdx.x == 32)
		for (unsigned i = 0; i < n; i++) {
			while (head == i)
				;
			__threadfence_block();
			out[i] = ring[i % 8]; // twin-race: intra-block
			__threadfence_block();
			tail = i + 1;
		}
}

void run(const int *in, int *out, int n)
{
	pass_on<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
