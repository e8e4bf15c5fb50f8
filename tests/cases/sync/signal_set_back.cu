// Flags that are set back behind a barrier before a function is called again: what the first call signalled is gone when the
// second one waits. In the twin some of them are not set back.
#define N 128

__device__ void part(volatile int *sums, int *flags, int own)
{
	int tid = threadIdx.x;
	sums[tid] = own;
	if (tid >= 0) flags[tid] = 0; // twin: 	if (tid < 40) flags[tid] = 0;
	__syncthreads();
	if (tid >= 64) {
		sums[tid] = own + 1; // twin-race: intra-block
		__threadfence_block();
		atomicExch_block(&flags[tid], 1);
	} else {
		while (atomicAdd_block(&flags[tid + 64], 0) != 1)
			;
		__threadfence_block();
		sums[tid] = own + sums[tid + 64]; // twin-race: intra-block
	}
}

__global__ void twice(const int *in, int *out)
{
	__shared__ int sums[N];
	__shared__ int flags[N];
	int tid = threadIdx.x;
	part(sums, flags, in[tid]);
	__syncthreads();
	part(sums, flags, in[tid] * 2);
	__syncthreads();
	out[blockIdx.x * N + tid] = sums[tid];
}

void run(const int *in, int *out)
{
	twice<<<30, N>>>(in, out); // launch: race-free; twin-launch: race
}
