// Barriers that take turns over the rounds of two loops; the twin's take turns in the outer one only.
__device__ void meet(int id, int count)
{
	asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory");
}

__device__ void pass(int id, int count)
{
	asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory");
}

__global__ void tiles(const int *in, int *out)
{
	__shared__ int s[2][64];
	int t = threadIdx.x;
	if (t < 64) {
		for (int i = 0; i < 4; i++)
			for (int k = 0; k < 4; k++) {
				int turn = (i * 4 + k) % 2;
				meet(3 + turn, 128);
				s[turn][t] = in[(i * 4 + k) * 64 + t];
				pass(1 + turn, 128);
			}
	} else {
		pass(3, 128);
		pass(4, 128);
		for (int i = 0; i < 4; i++)
			for (int k = 0; k < 4; k++) {
				int turn = (i * 4 + k) % 2; // twin: int turn = (i + k) % 2;
				meet(1 + turn, 128);
				out[(i * 4 + k) * 64 + t - 64] = s[turn][127 - t];
				pass(3 + turn, 128);
			}
	}
}

int main()
{
	int *in, *out;
	cudaMalloc(&in, 16 * 64 * sizeof(int));
	cudaMalloc(&out, 16 * 64 * sizeof(int));
	tiles<<<1, 128>>>(in, out); // launch: race-free; twin-launch: undecided
}
