// Shared memory of another block by inline PTX; in the twin it is read before it is filled.
__device__ unsigned address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__device__ unsigned mapped(unsigned a, unsigned rank)
{
	unsigned to;
	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(a), "r"(rank));
	return to;
}

__device__ int load(unsigned a)
{
	int v;
	asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); // twin-race: inter-block
	return v;
}

__device__ unsigned rank()
{
	unsigned r;
	asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
	return r;
}

__device__ void sync()
{
	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

__global__ void __cluster_dims__(2, 1, 1) pass(const int *in, int *out)
{
	__shared__ int s[128];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 128 + t]; // twin-race: inter-block
	sync(); // twin:
	out[blockIdx.x * 128 + t] = load(mapped(address(s + t), rank() ^ 1));
	sync();
}

void run(const int *in, int *out)
{
	pass<<<8, 128>>>(in, out); // launch: race-free; twin-launch: race
}
