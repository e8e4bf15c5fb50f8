// Producer and consumer warps with two cuda::barrier; the twin's consumer frees the buffer too early.
#include <utility>

#include <cuda/barrier>

__global__ void pipe(const int *in, int *out, int n)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
	__shared__ int s[32];
	int t = threadIdx.x;

	if (t == 0) {
		init(&full, 64);
		init(&empty, 64);
	}
	__syncthreads();
	if (t < 32) {
		for (int i = 0; i < n; i++) {
			empty.arrive_and_wait();
			s[t] = in[i * 32 + t]; // twin-race: intra-block
			(void)full.arrive();
		}
	} else {
		(void)empty.arrive();
		for (int i = 0; i < n; i++) {
			full.arrive_and_wait();
			(void)0; // twin: (void)empty.arrive();
			out[i * 32 + t - 32] = s[63 - t]; // twin-race: intra-block
			(void)empty.arrive();
		}
	}
}

void run(const int *in, int *out, int n)
{
	pipe<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
