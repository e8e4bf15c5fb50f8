// Producer and consumer wait by parity, the producer for the phase before; the twin's consumer frees the buffer before it reads.
#include <cuda_awbarrier_primitives.h>

__global__ void pipe(const int *in, int *out, int n)
{
	__shared__ __mbarrier_t full, empty;
	__shared__ int s[32];
	int t = threadIdx.x, phase = 0;

	if (t == 0) {
		__mbarrier_init(&full, 32);
		__mbarrier_init(&empty, 32);
	}
	__syncthreads();
	if (t < 32) {
		for (int i = 0; i < n; i++, phase ^= 1) {
			while (!__mbarrier_try_wait_parity(&empty, phase ^ 1, 1000))
				;
			s[t] = in[i * 32 + t]; // twin-race: intra-block
			__mbarrier_arrive(&full);
		}
	} else {
		for (int i = 0; i < n; i++, phase ^= 1) {
			while (!__mbarrier_try_wait_parity(&full, phase, 1000))
				;
			out[i * 32 + t - 32] = s[63 - t], __mbarrier_arrive(&empty); // twin-race: intra-block; twin: __mbarrier_arrive(&empty), out[i * 32 + t - 32] = s[63 - t];
		}
	}
}

void run(const int *in, int *out, int n)
{
	pipe<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
