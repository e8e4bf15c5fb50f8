// Warp 0 fills a buffer that warp 1 reads: barrier 1 says full, barrier 2 says empty.
#include <cuda_runtime.h>

#define sync(id) asm volatile("bar.sync %0, 64;" : : "n"(id) : "memory")
#define arrive(id) asm volatile("bar.arrive %0, 64;" : : "n"(id) : "memory")

__global__ void pipe(const int *in, int *out, int n)
{
	__shared__ int s[32];
	int t = threadIdx.x;

	if (t < 32) {
		for (int i = 0; i < n; i++) {
			sync(2);
			s[t] = in[i * 32 + t]; // twin-race: intra-block
			arrive(1);
		}
	} else {
		for (int i = 0; i < n; i++) {
			arrive(2);
			sync(1); // twin-race: intra-block; twin: out[i * 32 + t - 32] = s[63 - t]; sync(1);
			out[i * 32 + t - 32] = s[63 - t];
		}
	}
}

void run(const int *in, int *out, int n)
{
	pipe<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
