// One thread fills all buffers by bulk copies, and each again when the block has read it; the twin fills it while others read.
#include <cuda/barrier>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { STAGES = 2, LEN = 512 };

__device__ void fill(int *to, const int *from, uint64_t *full)
{
	ptx::mbarrier_arrive_expect_tx(
		ptx::sem_release, ptx::scope_cta, ptx::space_shared, full, LEN * sizeof(int));
	ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to, from, LEN * sizeof(int), full); // twin-race: intra-block, intra-warp
}

__global__ void stream(const int *in, int *out, int n)
{
	__shared__ alignas(128) int s[STAGES][LEN];
	__shared__ uint64_t full[STAGES];
	int t = threadIdx.x;

	if (t == 0) {
		for (int i = 0; i < STAGES; i++)
			ptx::mbarrier_init(&full[i], 1);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	__syncthreads();
	if (t == 0) {
		for (int i = 0; i < STAGES; i++)
			fill(s[i], in + i * LEN, &full[i]);
	}
	for (int i = 0; i < n; i++) {
		while (!ptx::mbarrier_try_wait_parity(&full[i % STAGES], i / STAGES & 1))
			;
		for (int j = t; j < LEN; j += blockDim.x)
			out[i * LEN + j] = s[i % STAGES][j]; // twin-race: intra-block, intra-warp
		__syncthreads(); // twin:
		if (t == 0 && i + STAGES < n)
			fill(s[i % STAGES], in + (i + STAGES) * LEN, &full[i % STAGES]);
	}
}

void run(const int *in, int *out, int n)
{
	stream<<<1, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
