// Flags of a block that are set back at the beginning of each round, before a barrier. In the twin only the rounds of the
// outer loop begin so.
#define N 128

__global__ void rounds(const int *in, int *out, int n)
{
	__shared__ int values[N];
	__shared__ int flags[N];
	int tid = threadIdx.x;
	for (int j = 0; j < 3; j++) {
		for (int i = 0; i < n; i++) {
			flags[tid] = 0; // twin: 			if (i == 0) flags[tid] = 0;
			__syncthreads();
			if (tid >= 64) {
				values[tid] = in[i * N + tid]; // twin-race: intra-block
				__threadfence_block();
				atomicExch_block(&flags[tid], 1);
			} else {
				while (atomicAdd_block(&flags[tid + 64], 0) != 1)
					;
				__threadfence_block();
				out[(blockIdx.x * n + i) * 64 + tid] = values[tid + 64] + j; // twin-race: intra-block
			}
			__syncthreads();
		}
	}
}

void run(const int *in, int *out, int n)
{
	rounds<<<30, N>>>(in, out, n); // launch: race-free; twin-launch: race
}
