// What a guarded exchange finds elects one thread; in the twin those whose guard does not hold find that value too.
__global__ void first(int *out, int *word)
{
	int found;

	asm volatile("{\n.reg .pred p;\nsetp.eq.s32 p, %2, 0;\nmov.b32 %0, 1;\n@p atom.global.exch.b32 %0, [%1], 1;\n}" // twin: asm volatile("{\n.reg .pred p;\nsetp.eq.s32 p, %2, 0;\nmov.b32 %0, 0;\n@p atom.global.exch.b32 %0, [%1], 1;\n}"
		     : "=r"(found) : "l"(word), "r"(threadIdx.x) : "memory");
	if (found == 0)
		out[0] = blockIdx.x + threadIdx.x; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	int *out, *word;

	cudaMalloc(&out, sizeof(int));
	cudaMalloc(&word, sizeof(int));
	cudaMemset(word, 0, sizeof(int));
	first<<<8, 128>>>(out, word); // launch: race-free; twin-launch: race
	return 0;
}
