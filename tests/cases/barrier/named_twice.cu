// Two warps consume; one of them that arrives twice lets the producers go on before the other has read.
__device__ void meet(int id, int count)
{
	asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory");
}

__device__ void pass(int id, int count)
{
	asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory");
}

__global__ void exchange(int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	if (t < 64) {
		for (int i = 0; i < 2; i++) {
			meet(3, 128);
			s[t] = t + i;
			pass(1, 128);
		}
	} else {
		pass(3, 128);
		for (int i = 0; i < 2; i++) {
			meet(1, 128);
			out[i * 64 + t - 64] = s[t - 64];
			pass(3, 128); // twin-undecided
			(void)0; // twin: pass(3, 128);
		}
	}
}

int main()
{
	int *out;
	cudaMalloc(&out, 128 * sizeof(int));
	exchange<<<1, 128>>>(out); // launch: race-free; twin-launch: undecided
}
