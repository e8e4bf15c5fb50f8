// A producer and a consumer warp with a ring of buffers, by mbarrier instructions; the twin's consumer frees a buffer before it reads.
#define STAGES 4

__device__ unsigned address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void mbarrier_init(unsigned long long *bar, unsigned count)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(bar)), "r"(count) : "memory");
}

__device__ void arrive(unsigned long long *bar)
{
	unsigned long long state;
	asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(address(bar)) : "memory");
}

__device__ void wait(unsigned long long *bar, unsigned parity)
{
	asm volatile("{\n\t"
		     ".reg .pred P1;\n\t"
		     "LAB_WAIT:\n\t"
		     "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n\t"
		     "@P1 bra DONE;\n\t"
		     "bra LAB_WAIT;\n\t"
		     "DONE:\n\t"
		     "}" ::"r"(address(bar)), "r"(parity) : "memory");
}

__global__ void pipe(const int *in, int *out, int n)
{
	__shared__ unsigned long long full[STAGES], empty[STAGES];
	__shared__ int ring[STAGES][32];
	int t = threadIdx.x, stage = 0, phase = 0;

	if (t == 0) {
		for (int s = 0; s < STAGES; s++) {
			mbarrier_init(&full[s], 32);
			mbarrier_init(&empty[s], 32);
		}
	}
	__syncthreads();
	if (t < 32) {
		for (int i = 0; i < n; i++) {
			wait(&empty[stage], phase ^ 1);
			ring[stage][t] = in[i * 32 + t]; // twin-race: intra-block
			arrive(&full[stage]);
			if (++stage == STAGES) {
				stage = 0;
				phase ^= 1;
			}
		}
	} else {
		for (int i = 0; i < n; i++) {
			wait(&full[stage], phase);
			out[i * 32 + t - 32] = ring[stage][63 - t], arrive(&empty[stage]); // twin-race: intra-block; twin: arrive(&empty[stage]), out[i * 32 + t - 32] = ring[stage][63 - t];
			if (++stage == STAGES) {
				stage = 0;
				phase ^= 1;
			}
		}
	}
}

void run(const int *in, int *out, int n)
{
	pipe<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
