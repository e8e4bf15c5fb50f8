// One buffer: the first round does not wait for it. In the twin the second one does not, either.
__device__ void meet(int id)
{
	asm volatile("bar.sync %0, 96;" ::"r"(id) : "memory");
}

__device__ void pass(int id)
{
	asm volatile("bar.arrive %0, 96;" ::"r"(id) : "memory");
}

__global__ void buffers(const int *in, int *out, int n)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	if (t >= 64) {
		for (int i = 0; i < n; i++) {
			if (i >= 1) // twin: 			if (i >= 2)
				meet(2);
			s[t - 64] = in[i * 64 + t - 64]; // twin-race: intra-block
			s[t - 32] = in[i * 64 + t - 32]; // twin-race: intra-block
			pass(1);
		}
	} else {
		for (int i = 0; i < n; i++) {
			meet(1);
			out[i * 64 + t] = s[63 - t]; // twin-race: intra-block
			if (i + 1 < n)
				pass(2);
		}
	}
}

int main(int argc, char **argv)
{
	int n = argc, *in, *out;
	cudaMalloc(&in, n * 64 * sizeof(int));
	cudaMalloc(&out, n * 64 * sizeof(int));
	buffers<<<1, 96>>>(in, out, n); // launch: race-free; twin-launch: race
}
