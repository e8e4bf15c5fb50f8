// Two named barriers of each kind take turns with two buffers; the twin has one buffer for both.
__device__ void meet(int id, int count)
{
	asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory");
}

__device__ void pass(int id, int count)
{
	asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory");
}

__device__ int buffer(int round)
{
	return round % 2; // twin: return 0;
}

__global__ void buffers(const int *in, int *out, int n)
{
	__shared__ int s[2][64];
	int t = threadIdx.x;
	if (t < 64) {
		for (int i = 0; i < n; i++) {
			meet(3 + i % 2, 128);
			s[buffer(i)][t] = in[i * 64 + t]; // twin-race: intra-block
			pass(1 + i % 2, 128);
		}
	} else {
		pass(3, 128);
		pass(4, 128);
		for (int i = 0; i < n; i++) {
			meet(1 + i % 2, 128);
			out[i * 64 + t - 64] = s[buffer(i)][127 - t]; // twin-race: intra-block
			pass(3 + i % 2, 128);
		}
	}
}

int main(int argc, char **argv)
{
	int n = argc, *in, *out;
	cudaMalloc(&in, n * 64 * sizeof(int));
	cudaMalloc(&out, n * 64 * sizeof(int));
	buffers<<<1, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
