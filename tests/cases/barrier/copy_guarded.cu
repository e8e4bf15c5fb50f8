// Copies behind a guard fill three stages, two groups ahead; the twin waits for one group less.
#include <stdint.h>

enum { STAGES = 3 };

__device__ uint32_t address(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ void copy(void *to, const void *from, bool ok)
{
	asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %0, 0;\n@p cp.async.cg.shared.global [%1], [%2], 16;\n}" ::"r"((int)ok), "r"(address(to)), "l"(from) : "memory"); // twin-race: intra-block
}

__device__ void commit()
{
	asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int N>
__device__ void wait()
{
	asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

__global__ void sum(const float4 *in, float *out, int n)
{
	__shared__ float4 s[STAGES][128];
	int t = threadIdx.x;
	float total = 0;

	for (int i = 0; i < STAGES - 1; i++) {
		copy(&s[i][t], &in[i * 128 + t], i < n);
		commit();
	}
	for (int i = 0; i < n; i++) {
		wait<STAGES - 2>(); // twin: wait<STAGES - 1>();
		__syncthreads();
		total += s[i % STAGES][127 - t].x; // twin-race: intra-block
		copy(&s[(i + STAGES - 1) % STAGES][t], &in[(i + STAGES - 1) * 128 + t], i + STAGES - 1 < n);
		commit();
	}
	out[blockIdx.x * 128 + t] = total;
}

void run(const float4 *in, float *out, int n)
{
	sum<<<8, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
