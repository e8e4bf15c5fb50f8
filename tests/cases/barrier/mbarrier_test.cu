// One thread fills a buffer that all read, by mbarrier instructions in a loop of the source; without the wait it is read too early.
__device__ unsigned address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__device__ bool done(unsigned long long *bar, unsigned parity)
{
	unsigned ok;
	asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
		     : "=r"(ok)
		     : "r"(address(bar)), "r"(parity)
		     : "memory");
	return ok;
}

__global__ void spread(const int *in, int *out)
{
	__shared__ unsigned long long bar;
	__shared__ int s;

	if (threadIdx.x == 0) {
		asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(address(&bar)) : "memory");
		asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		s = in[blockIdx.x]; // twin-race: intra-block,intra-warp
		asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(address(&bar)) : "memory");
	}
	while (!done(&bar, 0)) // twin: while (false)
		;
	out[blockIdx.x * blockDim.x + threadIdx.x] = s; // twin-race: intra-block,intra-warp
}

void run(const int *in, int *out)
{
	spread<<<8, 64>>>(in, out); // launch: race-free; twin-launch: race
}
