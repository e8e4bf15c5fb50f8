// A ticket lock that a leader takes for its block; who is served stands in a volatile word. In the twin the fence before it is left has block scope, which the
// cause names, and not the wait.
__global__ void add_up(unsigned *next, volatile unsigned *serving, int *sum)
{
	if (threadIdx.x == 0) {
		unsigned mine = atomicAdd(next, 1u);
		while (*serving != mine)
			;
		__threadfence();
		sum[0] += blockIdx.x; // twin-race: inter-block; twin-cause: the fence at line 11, before the lock is released at line 12, has block scope
		__threadfence(); // twin: 		__threadfence_block();
		*serving = mine + 1;
	}
}

int main()
{
	unsigned *next, *serving;
	int *sum;
	cudaMalloc(&next, sizeof(*next));
	cudaMalloc(&serving, sizeof(*serving));
	cudaMemset(next, 0, sizeof(*next));
	cudaMemset(serving, 0, sizeof(*serving));
	cudaMalloc(&sum, sizeof(*sum));
	add_up<<<16, 128>>>(next, serving, sum); // launch: race-free; twin-launch: race
}
