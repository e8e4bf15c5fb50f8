// Barriers that take turns with two buffers. In the twin those who have emptied one say that they are fewer than wait for it.
__device__ void meet(int id, int count)
{
	asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory"); // twin-finding: barrier-count
}

__device__ void pass(int id, int count)
{
	asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory");
}

__global__ void buffers(const int *in, int *out, int n)
{
	__shared__ int s[2][128];
	int t = threadIdx.x;
	if (t >= 128) {
		for (int i = 0; i < n; i++) {
			int b = i % 2;
			if (i >= 2)
				meet(3 + b, 160);
			for (int k = t - 128; k < 128; k += 32)
				s[b][k] = in[i * 128 + k]; // twin-race: intra-block
			pass(1 + b, 160);
		}
	} else {
		for (int i = 0; i < n; i++) {
			int b = i % 2;
			meet(1 + b, 160);
			out[i * 128 + t] = s[b][127 - t]; // twin-race: intra-block
			if (i + 2 < n)
				pass(3 + b, 160); // twin: 				pass(3 + b, 128);
		}
	}
}

int main(int argc, char **argv)
{
	int n = argc, *in, *out;
	cudaMalloc(&in, n * 128 * sizeof(int));
	cudaMalloc(&out, n * 128 * sizeof(int));
	buffers<<<1, 160>>>(in, out, n); // launch: race-free; twin-launch: race
}
