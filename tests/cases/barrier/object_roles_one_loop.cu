// Two warps with different parts in one loop; in the twin the consumer frees the buffer before it reads it.
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void turn(const int *in, int *out, int n)
{
	__shared__ barrier full, empty;
	__shared__ int s[32];
	int t = threadIdx.x;
	if (t == 0) {
		init(&full, 32);
		init(&empty, 32);
	}
	__syncthreads();
	int w = t / 32;
	for (int i = 0; i < n; i++) {
		if (w == 0) {
			empty.wait_parity((i & 1) ^ 1);
			s[t] = in[i * 32 + t]; // twin-race: intra-block
			(void)full.arrive();
		} else {
			full.wait_parity(i & 1);
			out[i * 32 + t - 32] = s[63 - t], (void)empty.arrive(); // twin-race: intra-block; twin: (void)empty.arrive(), out[i * 32 + t - 32] = s[63 - t];
		}
	}
}
void run(const int *in, int *out, int n)
{
	turn<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
