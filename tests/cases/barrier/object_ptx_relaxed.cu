// Arrivals of cuda::ptx with all their arguments; the twin's orders nothing, which is undecided.
// flags: --arch=sm_90
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void reverse(int *out)
{
	__shared__ int s[64];
	__shared__ uint64_t bar;

	if (threadIdx.x == 0)
		ptx::mbarrier_init(&bar, 64);
	__syncthreads();
	s[threadIdx.x] = threadIdx.x;
	uint64_t token = ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 1); // twin: uint64_t token = ptx::mbarrier_arrive(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, &bar, 1);
	while (!ptx::mbarrier_test_wait(ptx::sem_acquire, ptx::scope_cta, &bar, token))
		;
	out[threadIdx.x] = s[63 - threadIdx.x];
}

int main()
{
	int *out;

	cudaMalloc(&out, 64 * sizeof(int));
	reverse<<<1, 64>>>(out); // launch: race-free; twin-launch: undecided
	return 0;
}
