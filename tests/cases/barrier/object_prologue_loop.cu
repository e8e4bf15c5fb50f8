// Consumers count themselves at all barriers of free buffers in a loop before their rounds; the twin's producer does not wait for free ones.
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void copy(const int *in, int *out, int n)
{
	__shared__ int tile[3][256];
	__shared__ barrier full[3], empty[3];
	if (threadIdx.x == 0) {
		for (int i = 0; i < 3; i++) {
			init(&full[i], 1 + 256);
			init(&empty[i], 1 + 256);
		}
	}
	__syncthreads();
	if (threadIdx.x == 256) {
		for (int k = 0; k < n; k++) {
			empty[k % 3].arrive_and_wait(); // twin: (void)empty[k % 3].arrive();
			for (int j = 0; j < 256; j++)
				tile[k % 3][j] = in[k * 256 + j]; // twin-race: intra-block
			(void)full[k % 3].arrive();
		}
	} else if (threadIdx.x < 256) {
		for (int i = 0; i < 3; i++)
			(void)empty[i].arrive();
		for (int k = 0; k < n; k++) {
			full[k % 3].arrive_and_wait();
			out[k * 256 + threadIdx.x] = tile[k % 3][255 - threadIdx.x]; // twin-race: intra-block
			(void)empty[k % 3].arrive();
		}
	}
}

void run(const int *in, int *out, int n)
{
	copy<<<1, 288>>>(in, out, n); // launch: race-free; twin-launch: race
}
