// Barrier objects that threads choose by their warp or group: each is a barrier of its own. In the twin, the lanes of a warp that is not waited for are read as well.
#include <cuda/barrier>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

enum { OTHER = 1 }; // twin: enum { OTHER = 32 };

__global__ void warps(float *out)
{
	__shared__ barrier bars[4];
	__shared__ float s[128];
	int t = threadIdx.x, warp = t / 32;

	if (t % 32 == 0)
		init(&bars[warp], 32);
	__syncwarp();
	s[t] = t; // twin-race: intra-block
	auto token = bars[warp].arrive();
	bars[warp].wait(std::move(token));
	out[blockIdx.x * 128 + t] = s[t ^ OTHER]; // twin-race: intra-block
}

__global__ void groups(float *out, int n)
{
	__shared__ uint64_t full[2], empty[2];
	__shared__ float s[2][64];
	int group = threadIdx.x / 128, t = threadIdx.x % 128;

	if (threadIdx.x < 2) {
		ptx::mbarrier_init(&full[threadIdx.x], 64);
		ptx::mbarrier_init(&empty[threadIdx.x], 64);
	}
	__syncthreads();
	for (int i = 0; i < n; i++) {
		if (t < 64) {
			while (!ptx::mbarrier_try_wait_parity(&empty[group], i & 1 ^ 1))
				;
			s[group][t] = i;
			ptx::mbarrier_arrive(&full[group]);
		} else {
			while (!ptx::mbarrier_try_wait_parity(&full[group], i & 1))
				;
			out[(blockIdx.x * n + i) * 128 + group * 64 + t - 64] = s[group][127 - t];
			ptx::mbarrier_arrive(&empty[group]);
		}
	}
}

__global__ void own_copies(float *out, const float *in)
{
	__shared__ alignas(16) float s[4][32];
	__shared__ uint64_t bar[4];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

	if (lane == 0) {
		ptx::mbarrier_init(&bar[warp], 1);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
		ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar[warp], sizeof(s[0]));
		ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s[warp], in + warp * 32, sizeof(s[0]), &bar[warp]);
	}
	__syncwarp();
	while (!ptx::mbarrier_try_wait_parity(&bar[warp], 0))
		;
	out[blockIdx.x * 128 + threadIdx.x] = s[warp][31 - lane];
}

__global__ void stages(float *out, int n)
{
	__shared__ uint64_t full[2][2], empty[4];
	__shared__ float s[2][2][64];
	int group = threadIdx.x / 128, t = threadIdx.x % 128;

	if (threadIdx.x < 4) {
		ptx::mbarrier_init(&full[threadIdx.x / 2][threadIdx.x % 2], 64);
		ptx::mbarrier_init(&empty[threadIdx.x], 64);
	}
	__syncthreads();
	for (int i = 0; i < n; i++) {
		int stage = i % 2;
		if (t < 64) {
			while (!ptx::mbarrier_try_wait_parity(&empty[group * 2 + stage], i / 2 & 1 ^ 1))
				;
			s[group][stage][t] = i;
			ptx::mbarrier_arrive(&full[group][stage]);
		} else {
			while (!ptx::mbarrier_try_wait_parity(&full[group][stage], i / 2 & 1))
				;
			out[(blockIdx.x * n + i) * 128 + group * 64 + t - 64] = s[group][stage][127 - t];
			ptx::mbarrier_arrive(&empty[group * 2 + stage]);
		}
	}
}

void run(float *out, const float *in, int n)
{
	warps<<<4, 128>>>(out); // launch: race-free; twin-launch: race
	groups<<<4, 256>>>(out, n); // launch: race-free; twin-launch: race-free
	stages<<<4, 256>>>(out, n); // launch: race-free; twin-launch: race-free
	own_copies<<<4, 128>>>(out, in); // launch: race-free; twin-launch: race-free
}
