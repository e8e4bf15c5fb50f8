// One lane of each warp arrives for its warp, behind __syncwarp(); in the twin the producers' other lanes may still be writing.
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
enum { S = 3 };
__global__ void pipe(const int *in, int *out, int n)
{
	__shared__ barrier full[S], empty[S];
	__shared__ int s[S][32];
	int t = threadIdx.x, lane = t % 32;
	if (t == 0) {
		for (int i = 0; i < S; i++) {
			init(&full[i], 1);
			init(&empty[i], 3);
		}
	}
	__syncthreads();
	if (t < 32) {
		for (int i = 0; i < n; i++) {
			empty[i % S].wait_parity((i / S & 1) ^ 1);
			s[i % S][t] = in[i * 32 + t]; // twin-race: intra-block
			__syncwarp(); // twin:
			if (lane == 0)
				(void)full[i % S].arrive();
		}
	} else {
		for (int i = 0; i < n; i++) {
			full[i % S].wait_parity(i / S & 1);
			out[i * 128 + t - 32] = s[i % S][31 - lane]; // twin-race: intra-block
			__syncwarp();
			if (lane == 0)
				(void)empty[i % S].arrive();
		}
	}
}
void run(const int *in, int *out, int n)
{
	pipe<<<1, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
