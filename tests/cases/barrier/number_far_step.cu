// Barriers whose number follows from a counter times a number of 63 bits: its later rounds are not those of the first ones.
__global__ void sums(int *out, int n)
{
	__shared__ int s[2][64];
	int t = threadIdx.x, sum = 0;
	for (int i = 0; i < n; i++) {
		int b = i * 6364136223846793005ll >> 4 & 1; // twin: int b = i & 1;
		asm volatile("bar.sync %0, 64;" ::"r"(b + 1) : "memory");
		s[b][t] = i;
		asm volatile("bar.sync %0, 64;" ::"r"(3) : "memory");
		sum += s[b][63 - t];
	}
	out[t] = sum;
}

int main(int argc, char **argv)
{
	int *out;
	cudaMalloc(&out, 64 * sizeof(int));
	sums<<<1, 64>>>(out, argc); // launch: undecided; twin-launch: race-free
	return 0;
}
