// The stages that a consumer waits for are filled again and again. The twin waits for the first time alone.
#include <cuda_awbarrier_primitives.h>

#define STAGES 3

__global__ void pipe(const int *in, int *out, int n)
{
	__shared__ __mbarrier_t full[STAGES], empty[STAGES];
	__shared__ int s[STAGES][32];
	int t = threadIdx.x, stage = 0, phase = 0;

	if (t == 0) {
		for (int i = 0; i < STAGES; i++) {
			__mbarrier_init(&full[i], 32);
			__mbarrier_init(&empty[i], 32);
		}
	}
	__syncthreads();
	for (int i = 0; i < n; i++) {
		if (t < 32) {
			while (!__mbarrier_try_wait_parity(&empty[stage], phase ^ 1, 1000))
				;
			s[stage][t] = in[i * 32 + t]; // twin-race: intra-block
			__mbarrier_arrive(&full[stage]);
		} else {
			while (!__mbarrier_try_wait_parity(&full[stage], phase, 1000)) // twin: 			while (!__mbarrier_try_wait_parity(&full[stage], 0, 1000))
				;
			out[i * 32 + t - 32] = s[stage][63 - t]; // twin-race: intra-block
			__mbarrier_arrive(&empty[stage]);
		}
		if (++stage == STAGES) {
			stage = 0;
			phase ^= 1;
		}
	}
}

void run(const int *in, int *out, int n)
{
	pipe<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
