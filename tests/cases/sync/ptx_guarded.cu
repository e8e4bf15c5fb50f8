// Inline PTX behind a guard: a load whose value is that of the move before where the guard does not hold, and a store.
__device__ int load(const int *p, int ok)
{
	int v;
	asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %2, 0;\nmov.b32 %0, 0;\n@p ld.global.b32 %0, [%1];\n}" : "=r"(v) : "l"(p), "r"(ok)); // twin-race: inter-block, intra-block, intra-warp
	return v;
}

__device__ void store(int *p, int v, int ok)
{
	asm volatile("{\n.reg .pred p;\nsetp.eq.s32 p, %2, 0;\n@!p st.global.b32 [%0], %1;\n}" ::"l"(p), "r"(v), "r"(ok) : "memory"); // twin-race: inter-block, intra-block, intra-warp
}

__global__ void shift(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int v = load(a + n + i, i < n);

	store(a + i, v, i < n); // twin: store(a + i, v, i <= n);
}

void run(int *a, int n)
{
	shift<<<(n + 128) / 128, 128>>>(a, n); // launch: race-free; twin-launch: race
}
