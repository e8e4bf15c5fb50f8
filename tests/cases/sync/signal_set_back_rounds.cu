// Flags of a block that are set back at the end of each round, between two barriers. In the twin the first one is behind.
#define N 128

__global__ void rounds(const int *in, int *out, int n)
{
	__shared__ int values[N];
	__shared__ int flags[N];
	int tid = threadIdx.x;
	flags[tid] = 0;
	__syncthreads();
	for (int i = 0; i < n; i++) {
		if (tid >= 64) {
			values[tid] = in[i * N + tid]; // twin-race: intra-block
			__threadfence_block();
			atomicExch_block(&flags[tid], 1);
		} else {
			while (atomicAdd_block(&flags[tid + 64], 0) != 1)
				;
			__threadfence_block();
			out[(blockIdx.x * n + i) * 64 + tid] = values[tid + 64]; // twin-race: intra-block
		}
		__syncthreads();
		atomicExch_block(&flags[tid], 0); // twin: 		if (tid != 70) atomicExch_block(&flags[tid], 0);
		__syncthreads();
	}
}

void run(const int *in, int *out, int n)
{
	rounds<<<30, N>>>(in, out, n); // launch: race-free; twin-launch: race
}
