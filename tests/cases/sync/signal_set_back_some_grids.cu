// The same, where the function is called again behind a barrier that only grids of several blocks come to. In the twin nothing is
// fenced before it is signalled.
#define N 128

__device__ int last;

__device__ void part(volatile int *sums, int *flags, int own)
{
	int tid = threadIdx.x;
	sums[tid] = own;
	flags[tid] = 0;
	__syncthreads();
	if (tid >= 64) {
		sums[tid] = own + 1; // twin-race: intra-block; twin-cause: fence missing before the signal
		__threadfence_block(); // twin:
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
	__shared__ bool is_last;
	int tid = threadIdx.x;
	part(sums, flags, in[tid]);
	if (gridDim.x > 1) {
		__threadfence();
		if (tid == 0)
			is_last = atomicAdd(&last, 1) == gridDim.x - 1;
		__syncthreads();
		if (is_last)
			part(sums, flags, in[tid] * 2);
	}
	__syncthreads();
	out[blockIdx.x * N + tid] = sums[tid];
}

void run(const int *in, int *out)
{
	twice<<<30, N>>>(in, out); // launch: race-free; twin-launch: race
}
