// How many blocks a barrier waits for lies beside its counter, where another kernel has put it: one less in the twin.
struct barrier {
	int arrived, turn, expected;
};

__global__ void make(barrier *b, int n)
{
	b->arrived = 0;
	b->turn = 0;
	b->expected = n;
}

__device__ void wait(barrier *b)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		int turn = *(volatile int *)&b->turn;
		if (atomicAdd(&b->arrived, 1) == b->expected - 1) {
			atomicExch(&b->arrived, 0);
			__threadfence();
			atomicExch(&b->turn, turn + 1);
		} else {
			while (*(volatile int *)&b->turn == turn)
				;
		}
		__threadfence();
	}
	__syncthreads();
}

__global__ void steps(barrier *b, int *a, int *out, int n, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = 0; k < rounds; k++) {
		a[i] = k; // twin-race: inter-block
		wait(b);
		out[i] += a[n - 1 - i]; // twin-race: inter-block
		wait(b);
	}
}

int main()
{
	barrier *b;
	int *a, *out;

	cudaMalloc(&b, sizeof(*b));
	cudaMalloc(&a, 512 * sizeof(int));
	cudaMalloc(&out, 512 * sizeof(int));
	make<<<1, 1>>>(b, 4); // launch: race-free; twin-launch: race-free; twin: make<<<1, 1>>>(b, 3);
	steps<<<4, 128>>>(b, a, out, 512, 10); // launch: race-free; twin-launch: race
	return 0;
}
