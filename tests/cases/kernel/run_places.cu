// Places that threads find together by ranks, counts and shuffles. Whether they are apart is not proved for all inputs; where they are
// not, a run of two blocks in numbers shows it.
#include <cuda_runtime.h>

#define ALL 0xffffffffu

// A pass of a sort by digits, one warp a block: the last key of each digit counts them. FAULT: digits with one key take no room.
template <bool FAULT>
__global__ void pass(const unsigned *in, unsigned *out)
{
	__shared__ int count[16], begin[16];
	int t = threadIdx.x;
	unsigned key = in[blockIdx.x * 32 + t], digit = key >> 4 & 15;

	if (t < 16)
		count[t] = 0;
	__syncwarp();
	unsigned same = __match_any_sync(ALL, digit);
	int rank = __popc(same & ((1u << t) - 1));
	if (rank == 0)
		count[digit] = __popc(same);
	__syncwarp();
	if (t == 0) {
		int sum = 0;
		for (int d = 0; d < 16; d++) {
			begin[d] = sum;
			sum += FAULT ? count[d] & ~1 : count[d];
		}
	}
	__syncwarp();
	out[blockIdx.x * 32 + begin[digit] + rank] = key; // race: intra-warp
}

// Each thread writes one or two entries; a warp takes room for them. FAULT: for one of each thread.
template <bool FAULT>
__global__ void chunks(const float *in, int *out, int *tail)
{
	int t = threadIdx.x, own = in[blockIdx.x * 32 + t] > 0.5f ? 2 : 1, sum = own, start = 0;

	for (int d = 1; d < 32; d *= 2) {
		int lower = __shfl_up_sync(ALL, sum, d);
		if (t >= d)
			sum += lower;
	}
	if (t == 31)
		start = atomicAdd(tail, FAULT ? 32 : sum);
	start = __shfl_sync(ALL, start, 31) + sum - own;
	for (int k = 0; k < own; k++)
		out[start + k] = t; // race: inter-block
}

// Bins are counted, their places summed up by one thread, and filled. FAULT: who fills does not count on.
template <bool FAULT>
__global__ void bins(const unsigned char *in, int *out, int n)
{
	__shared__ int count[64], place[64];
	int t = threadIdx.x;

	if (t < 64)
		count[t] = 0;
	__syncthreads();
	if (t < n)
		atomicAdd(&count[in[t] & 63], 1);
	__syncthreads();
	if (t == 0) {
		int sum = 0;
		for (int b = 0; b < 64; b++) {
			place[b] = sum;
			sum += count[b];
		}
	}
	__syncthreads();
	if (t < n)
		out[FAULT ? place[in[t] & 63] : atomicAdd(&place[in[t] & 63], 1)] = t; // race: intra-warp
}

// Heads of runs: their numbers are places. FAULT: every entry writes its run's.
template <bool FAULT>
__global__ void runs(const int *in, int *out)
{
	__shared__ int sum[128];
	int t = threadIdx.x, i = blockIdx.x * 128 + t, head = t == 0 || in[i] != in[i - 1];

	sum[t] = head;
	__syncthreads();
	for (int d = 1; d < 128; d *= 2) {
		int before = t >= d ? sum[t - d] : 0;
		__syncthreads();
		sum[t] += before;
		__syncthreads();
	}
	if (FAULT || head)
		out[blockIdx.x * 128 + sum[t] - 1] = i; // race: intra-warp
}

void run(const unsigned *keys, unsigned *sorted, const float *in, int *list, int *tail, int *tail2, const unsigned char *bytes,
	int n, const int *runs_in, int *heads)
{
	pass<true><<<n, 32>>>(keys, sorted); // launch: race
	pass<false><<<n, 32>>>(keys, sorted); // launch: undecided
	chunks<true><<<n, 32>>>(in, list, tail); // launch: race
	chunks<false><<<n, 32>>>(in, list, tail2); // launch: undecided
	bins<true><<<1, 256>>>(bytes, list, n); // launch: race
	bins<false><<<1, 256>>>(bytes, list, n); // launch: undecided
	runs<true><<<n, 128>>>(runs_in, heads); // launch: race
	runs<false><<<n, 128>>>(runs_in, heads); // launch: undecided
}
