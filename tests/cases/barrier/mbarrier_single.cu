// One thread fills a buffer that a warp reads; without its wait for the readers a round meets the next.
__device__ void wait(unsigned bar, unsigned parity)
{
	asm volatile("{ .reg .pred p;\n L_%=: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n @!p bra L_%=; }"
		     ::"r"(bar), "r"(parity) : "memory");
}

__device__ void arrive(unsigned bar)
{
	asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(bar) : "memory");
}

__global__ void spread(const int *in, int *out, int n)
{
	__shared__ unsigned long long bars[2];
	__shared__ int s;
	unsigned full = (unsigned)__cvta_generic_to_shared(&bars[0]), empty = full + 8, phase = 0;
	int t = threadIdx.x;

	if (t == 0) {
		asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(full), "r"(1) : "memory");
		asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(empty), "r"(32) : "memory");
	}
	__syncthreads();
	if (t == 0) {
		for (int i = 0; i < n; i++, phase ^= 1) {
			wait(empty, phase ^ 1); // twin:
			s = in[i]; // twin-race: intra-block
			arrive(full);
		}
	} else if (t >= 32) {
		for (int i = 0; i < n; i++, phase ^= 1) {
			wait(full, phase);
			out[i * 32 + t - 32] = s; // twin-race: intra-block
			arrive(empty);
		}
	}
}

void run(const int *in, int *out, int n)
{
	spread<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
