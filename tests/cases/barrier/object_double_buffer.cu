// Producer and consumer warps take two buffers in turn, with two barriers for each; the twin clears a buffer that may still be read.
#include <cuda/barrier>

typedef cuda::barrier<cuda::thread_scope_block> barrier;

__device__ void producer(barrier ready[], barrier filled[], int *buffer, const int *in, int n)
{
	for (int i = 0; i < n; i++) {
		ready[i % 2].arrive_and_wait(); // twin-race: intra-block; twin: buffer[i % 2 * 32 + threadIdx.x % 32] = 0, ready[i % 2].arrive_and_wait();
		buffer[i % 2 * 32 + threadIdx.x % 32] = in[i * 32 + threadIdx.x % 32];
		(void)filled[i % 2].arrive();
	}
}

__device__ void consumer(barrier ready[], barrier filled[], int *buffer, int *out, int n)
{
	(void)ready[0].arrive();
	(void)ready[1].arrive();
	for (int i = 0; i < n; i++) {
		filled[i % 2].arrive_and_wait();
		out[i * 32 + threadIdx.x % 32] = buffer[i % 2 * 32 + 31 - threadIdx.x % 32]; // twin-race: intra-block
		(void)ready[i % 2].arrive();
	}
}

__global__ void pipe(const int *in, int *out, int n)
{
	__shared__ int buffer[64];
	__shared__ barrier bar[4];

	if (threadIdx.x < 4)
		init(bar + threadIdx.x, 64);
	__syncthreads();
	if (threadIdx.x < 32)
		producer(bar, bar + 2, buffer, in, n);
	else
		consumer(bar, bar + 2, buffer, out, n);
}

void run(const int *in, int *out, int n)
{
	pipe<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
