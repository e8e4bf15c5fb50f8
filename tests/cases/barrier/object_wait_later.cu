// The producer waits for free buffers from the round on in which there are none left; the twin's consumer frees a buffer before it reads.
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
enum { S = 3 };
__global__ void pipe(const int *in, int *out, int n)
{
	__shared__ barrier full[S], empty[S];
	__shared__ int s[S][32];
	int t = threadIdx.x;
	if (t == 0) {
		for (int i = 0; i < S; i++) {
			init(&full[i], 32);
			init(&empty[i], 32);
		}
	}
	__syncthreads();
	if (t < 32) {
		for (int i = 0; i < n; i++) {
			if (i >= S)
				empty[i % S].wait_parity((i / S - 1) & 1);
			s[i % S][t] = in[i * 32 + t]; // twin-race: intra-block
			(void)full[i % S].arrive();
		}
	} else {
		for (int i = 0; i < n; i++) {
			full[i % S].wait_parity(i / S & 1);
			out[i * 32 + t - 32] = s[i % S][63 - t], (void)empty[i % S].arrive(); // twin-race: intra-block; twin: (void)empty[i % S].arrive(), out[i * 32 + t - 32] = s[i % S][63 - t];
		}
	}
}
void run(const int *in, int *out, int n)
{
	pipe<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
