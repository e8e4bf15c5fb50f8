// Memory that another kernel or the host has computed is no input: a run in numbers says nothing about places behind it.
#include <cuda_runtime.h>

#define N 128

__device__ int scanned(int *sum, int own)
{
	int t = threadIdx.x;
	sum[t] = own;
	__syncthreads();
	for (int d = 1; d < N; d *= 2) {
		int before = t >= d ? sum[t - d] : 0;
		__syncthreads();
		sum[t] += before;
		__syncthreads();
	}
	return sum[t];
}

__global__ void count(const int *in, int *base)
{
	int kept = __syncthreads_count(in[blockIdx.x * N + threadIdx.x] > 0);
	if (threadIdx.x == 0)
		base[blockIdx.x] = kept;
}

__global__ void add_up(int *base, int blocks)
{
	int sum = 0;
	for (int b = 0; b < blocks; b++) {
		int own = base[b];
		base[b] = sum;
		sum += own;
	}
}

__global__ void place(const int *base, const int *in, int *out)
{
	__shared__ int sum[N];
	int i = blockIdx.x * N + threadIdx.x, kept = in[i] > 0;
	int rank = scanned(sum, kept);

	if (kept)
		out[base[blockIdx.x] + rank - 1] = i;
}

// ... also where nothing shows who has: two of them are no input either.
__global__ void place_digits(const int *of_digit, const int *of_block, const int *in, int *out)
{
	__shared__ int sum[N];
	int i = blockIdx.x * N + threadIdx.x, kept = in[i] > 0;
	int rank = scanned(sum, kept);

	if (kept)
		out[of_digit[in[i] & 15] + of_block[blockIdx.x] + rank - 1] = i;
}

// Numbers that the host has put there, staged in shared memory.
__global__ void rows(const int *first, int *out)
{
	__shared__ int begin[N + 1];
	int t = threadIdx.x;

	begin[t] = first[blockIdx.x * N + t];
	if (t == 0)
		begin[N] = first[blockIdx.x * N + N];
	__syncthreads();
	for (int k = begin[t]; k < begin[t + 1]; k++)
		out[k] = t;
}

void digits(const int *of_digit, const int *of_block, const int *in, int *out, int blocks)
{
	place_digits<<<blocks, N>>>(of_digit, of_block, in, out); // launch: undecided
}

void run(const int *first, int *out, int blocks)
{
	rows<<<blocks, N>>>(first, out); // launch: undecided
}

int main(int argc, char **argv)
{
	int blocks = argc, *base, *in, *out;
	cudaMalloc(&in, blocks * N * sizeof(int));
	cudaMalloc(&out, blocks * N * sizeof(int));
	cudaMalloc(&base, blocks * sizeof(int));
	count<<<blocks, N>>>(in, base); // launch: race-free
	add_up<<<1, 1>>>(base, blocks); // launch: race-free
	place<<<blocks, N>>>(base, in, out); // launch: undecided
}
